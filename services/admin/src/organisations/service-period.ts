import { InvalidRequest } from '@leakwatch/platform';
import { checkPeriod, endOfTerm } from '@leakwatch/rules';
import type { OrganisationRow } from './organisation.entity.ts';

export type Period = Pick<OrganisationRow, 'starts_at' | 'expires_at' | 'custom_time_limitations'>;

/** What a request says of the period; times as ISO 8601. */
export interface PeriodChange {
  readonly starts_at?: string | undefined;
  readonly expires_at?: string | undefined;
  readonly custom_time_limitations?: boolean | undefined;
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

/** @throws InvalidRequest organisation_invalid */
export function newPeriod(change: PeriodChange, months: number, now: Date): Period {
  const startsAt = dateOf(change.starts_at) ?? now;
  const expiresAt = dateOf(change.expires_at) ?? null;
  return checked(change.custom_time_limitations ?? expiresAt !== null, startsAt, expiresAt, months);
}

/**
 * The period after a change; an end that is named without `custom_time_limitations` was chosen. An end that follows from the term is
 * computed anew only when its start, the tariff of the organisation or its kind changes, as a changed tariff leaves the dates.
 * @throws InvalidRequest organisation_invalid
 */
export function changedPeriod(now: Period, change: PeriodChange, months: number, otherTariff: boolean): Period {
  const { starts_at, expires_at, custom_time_limitations } = now;
  const custom = change.custom_time_limitations ?? (change.expires_at !== undefined || custom_time_limitations);
  const otherStart = change.starts_at !== undefined;
  const otherEnd = custom ? change.expires_at !== undefined : otherTariff;
  if (custom === custom_time_limitations && !otherStart && !otherEnd) return { starts_at, expires_at, custom_time_limitations };
  return checked(custom, dateOf(change.starts_at) ?? starts_at, dateOf(change.expires_at) ?? expires_at, months);
}

function checked(custom: boolean, startsAt: Date, expiresAt: Date | null, months: number): Period {
  const faults = checkPeriod({ custom, startsAt, expiresAt });
  if (Object.keys(faults).length > 0) throw new InvalidRequest('organisation_invalid', faults);
  const end = custom && expiresAt !== null ? expiresAt : endOfTerm(startsAt, months);
  return { starts_at: startsAt, expires_at: end, custom_time_limitations: custom };
}
