import { addressOfLogo, type OrganisationDetail } from '@leakwatch/contracts';
import type { Organisation } from './organisation.store.ts';

/** The organisation as staff edit it. */
export const describeOrganisation = (organisation: Organisation): OrganisationDetail => ({
  id: organisation.id,
  name: organisation.name,
  description: organisation.description,
  tariff_type: organisation.tariff_type,
  tariff: organisation.tariff_id,
  logo: organisation.logo_id === null ? null : addressOfLogo(organisation.logo_id),
  active: organisation.active,
  trusted: organisation.trusted,
  two_factor_users: organisation.two_factor_users,
  is_telegram_notification_on: organisation.is_telegram_notification_on,
  storage_quota_gb: organisation.storage_quota_gb,
  starts_at: organisation.starts_at.toISOString(),
  expires_at: organisation.expires_at.toISOString(),
  custom_time_limitations: organisation.custom_time_limitations,
  version: organisation.edit_version,
});
