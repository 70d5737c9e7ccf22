import type { OrganisationDetail } from '@leakwatch/contracts';
import { checkOrganisation, endOfTerm, shownName } from '@leakwatch/rules';
import type { TariffType } from '@leakwatch/vocabulary';
import { dayIn } from '../../shared/lib/dates.ts';
import type { OrganisationBody, OrganisationChange } from './api.ts';

/** What the dialog holds: days as `YYYY-MM-DD`, empty when none is chosen. */
export interface OrganisationDraft {
  readonly name: string;
  readonly description: string;
  /** The address that the upload answered; null for none. */
  readonly logo: string | null;
  readonly tariffType: TariffType;
  /** The id; empty while none is chosen. */
  readonly tariff: string;
  /** Whether the end is chosen; otherwise it follows from the term of the tariff. */
  readonly custom: boolean;
  readonly startsAt: string;
  readonly expiresAt: string;
  readonly active: boolean;
  readonly trusted: boolean;
  readonly twoFactorUsers: boolean;
  readonly telegram: boolean;
  /** Gigabytes as they were typed; empty for the quota of the installation. */
  readonly quota: string;
}

/** The beginning of a day in the zone of the browser; null for none. */
export const startOfDay = (day: string): Date | null => (day === '' ? null : new Date(`${day}T00:00`));

export const newDraft = (now = new Date()): OrganisationDraft => ({
  name: '',
  description: '',
  logo: null,
  tariffType: 'all_inclusive',
  tariff: '',
  custom: false,
  startsAt: dayIn(now),
  expiresAt: '',
  active: true,
  trusted: true,
  twoFactorUsers: false,
  telegram: false,
  quota: '',
});

export const draftOf = (organisation: OrganisationDetail): OrganisationDraft => ({
  name: organisation.name,
  description: organisation.description,
  logo: organisation.logo,
  tariffType: organisation.tariff_type,
  tariff: organisation.tariff,
  custom: organisation.custom_time_limitations,
  startsAt: dayIn(new Date(organisation.starts_at)),
  expiresAt: dayIn(new Date(organisation.expires_at)),
  active: organisation.active,
  trusted: organisation.trusted,
  twoFactorUsers: organisation.two_factor_users,
  telegram: organisation.is_telegram_notification_on,
  quota: organisation.storage_quota_gb === null ? '' : String(organisation.storage_quota_gb),
});

/** What is wrong with the draft, by field; nothing when it can be sent. */
export const draftFaults = ({ name, tariff, custom, startsAt, expiresAt, quota }: OrganisationDraft) =>
  checkOrganisation({
    name,
    tariff,
    custom,
    startsAt: startOfDay(startsAt),
    expiresAt: startOfDay(expiresAt),
    storageQuota: quotaOf(quota),
  });

const quotaOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed));

/** The body of a draft without faults. */
export const toBody = (draft: OrganisationDraft): OrganisationBody => ({
  name: shownName(draft.name),
  description: draft.description.trim(),
  logo: draft.logo,
  tariff_type: draft.tariffType,
  tariff: draft.tariff,
  active: draft.active,
  trusted: draft.trusted,
  two_factor_users: draft.twoFactorUsers,
  is_telegram_notification_on: draft.telegram,
  storage_quota_gb: quotaOf(draft.quota),
  custom_time_limitations: draft.custom,
  starts_at: startOfDay(draft.startsAt)?.toISOString(),
  ...(draft.custom && { expires_at: startOfDay(draft.expiresAt)?.toISOString() }),
});

/** The fields that the person changed, so that a field that a colleague changed meanwhile stays. A tariff is sent with its type. */
export function changesOf(draft: OrganisationDraft, before: OrganisationDraft): OrganisationChange {
  const was = new Map(Object.entries(toBody(before)));
  const changed = Object.entries(toBody(draft)).filter(([field, value]) => was.get(field) !== value);
  const change: OrganisationChange = Object.fromEntries(changed);
  return change.tariff === undefined ? change : { ...change, tariff_type: draft.tariffType };
}

/**
 * The last day that follows from the term of the tariff; empty without a start. `before`: what is stored, whose end stays while neither
 * start nor tariff changes.
 */
export function endByTariff(draft: OrganisationDraft, before: OrganisationDraft | null, months: number): string {
  if (before !== null && !before.custom && before.startsAt === draft.startsAt && before.tariff === draft.tariff) return before.expiresAt;
  const start = startOfDay(draft.startsAt);
  return start === null ? '' : dayIn(endOfTerm(start, months));
}
