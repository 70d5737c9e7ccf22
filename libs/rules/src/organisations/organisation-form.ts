import { shownName } from '../shown-name.ts';
import { addMonths } from './tariff-form.ts';
import { STORAGE_QUOTA_MAX } from './storage-quota.ts';

export const ORGANISATION_NAME_MAX = 200;
export const ORGANISATION_DESCRIPTION_MAX = 2000;

/** First days before and after these are mistyped; they also keep every computed end within the years that all parts can represent. */
export const SERVICE_STARTS = { from: new Date('2000-01-01T00:00:00Z'), to: new Date('2100-01-01T00:00:00Z') } as const;
/** The longest term of a tariff after the last first day. */
const LATEST_END = new Date('2200-01-01T00:00:00Z');

/** Faults of a field of an organisation; the console has a text for each. */
export const ORGANISATION_FAULTS = [
  'name_required',
  'name_too_long',
  'tariff_required',
  'starts_required',
  'expires_required',
  'dates_order',
  'date_out_of_range',
  'quota_out_of_range',
] as const;
export type OrganisationFault = (typeof ORGANISATION_FAULTS)[number];

/** When an organisation is served. `custom`: the end was chosen; otherwise it follows from the term of the tariff. */
export interface ServicePeriod {
  readonly custom: boolean;
  /** null where none was chosen. */
  readonly startsAt: Date | null;
  readonly expiresAt: Date | null;
}
export type PeriodField = 'starts_at' | 'expires_at';
export type PeriodFaults = Readonly<Partial<Record<PeriodField, OrganisationFault>>>;

const isWithin = (at: Date, from: Date, to: Date) => at >= from && at <= to;

/** The faults of a period by field; empty when it may be saved. The end of a period that is not custom is ignored. */
export function checkPeriod({ custom, startsAt, expiresAt }: ServicePeriod): PeriodFaults {
  if (startsAt === null) return { starts_at: 'starts_required' };
  if (!isWithin(startsAt, SERVICE_STARTS.from, SERVICE_STARTS.to)) return { starts_at: 'date_out_of_range' };
  if (!custom) return {};
  if (expiresAt === null) return { expires_at: 'expires_required' };
  if (expiresAt <= startsAt) return { expires_at: 'dates_order' };
  return isWithin(expiresAt, startsAt, LATEST_END) ? {} : { expires_at: 'date_out_of_range' };
}

/** The end of service that follows from the term of a tariff. */
export const endOfTerm = (startsAt: Date, months: number): Date => addMonths(startsAt, months);

/** A form of an organisation as a person filled it in. */
export interface OrganisationForm extends ServicePeriod {
  readonly name: string;
  /** The id; empty while none is chosen. */
  readonly tariff: string;
  /** In gigabytes; null for the quota of the installation. */
  readonly storageQuota: number | null;
}
export type OrganisationField = 'name' | 'tariff' | 'storage_quota_gb' | PeriodField;

const isQuota = (gigabytes: number) => Number.isInteger(gigabytes) && gigabytes >= 1 && gigabytes <= STORAGE_QUOTA_MAX;

/** The faults of a form by field; empty when the organisation may be saved. */
export function checkOrganisation(form: OrganisationForm): Readonly<Partial<Record<OrganisationField, OrganisationFault>>> {
  const { length } = shownName(form.name);
  return {
    ...(length === 0 && { name: 'name_required' }),
    ...(length > ORGANISATION_NAME_MAX && { name: 'name_too_long' }),
    ...(form.tariff === '' && { tariff: 'tariff_required' }),
    ...(form.storageQuota !== null && !isQuota(form.storageQuota) && { storage_quota_gb: 'quota_out_of_range' }),
    ...checkPeriod(form),
  };
}
