import type { TariffType } from '@leakwatch/vocabulary';
import type { OrganisationBody } from './api.ts';

/** What the dialog holds: dates as a date field gives them, empty when none is chosen. */
export interface OrganisationDraft {
  readonly name: string;
  readonly description: string;
  readonly tariffType: TariffType;
  /** The id; empty while none is chosen. */
  readonly tariff: string;
  readonly startsAt: string;
  readonly expiresAt: string;
  readonly active: boolean;
  readonly trusted: boolean;
  readonly twoFactorUsers: boolean;
  readonly telegram: boolean;
}

export const NEW_ORGANISATION: OrganisationDraft = {
  name: '',
  description: '',
  tariffType: 'all_inclusive',
  tariff: '',
  startsAt: '',
  expiresAt: '',
  active: true,
  trusted: true,
  twoFactorUsers: false,
  telegram: false,
};

export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 2000;

/** Which texts `organisations.fault` has. */
export type DraftFault = 'name_required' | 'name_too_long' | 'tariff_required' | 'dates_order';
export type DraftField = 'name' | 'tariff' | 'expires_at';

/** What is wrong with the draft, by field; nothing when it can be sent. */
export function draftFaults(
  { name, tariff, startsAt, expiresAt }: OrganisationDraft,
  now = new Date(),
): Partial<Record<DraftField, DraftFault>> {
  const length = name.trim().length;
  const begins = startsAt === '' ? now : dayOf(startsAt);
  return {
    ...(length === 0 && { name: 'name_required' }),
    ...(length > NAME_MAX && { name: 'name_too_long' }),
    ...(tariff === '' && { tariff: 'tariff_required' }),
    ...(expiresAt !== '' && dayOf(expiresAt) <= begins && { expires_at: 'dates_order' }),
  };
}

/** The beginning of a day in the zone of the browser. */
const dayOf = (date: string): Date => new Date(`${date}T00:00`);

export const toBody = (draft: OrganisationDraft): OrganisationBody => ({
  name: draft.name.trim(),
  description: draft.description.trim(),
  tariff_type: draft.tariffType,
  tariff: draft.tariff,
  active: draft.active,
  trusted: draft.trusted,
  two_factor_users: draft.twoFactorUsers,
  is_telegram_notification_on: draft.telegram,
  ...(draft.startsAt !== '' && { starts_at: dayOf(draft.startsAt).toISOString() }),
  ...(draft.expiresAt !== '' && { expires_at: dayOf(draft.expiresAt).toISOString() }),
});
