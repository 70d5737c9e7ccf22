import { addressOfLogo, type Company } from '@leakwatch/contracts';
import type { Organisation } from './organisation.store.ts';

/** The organisation as its users see it. */
export const describeCompany = (organisation: Organisation): Company => ({
  id: organisation.id,
  name: organisation.name,
  description: organisation.description,
  logo: organisation.logo_id === null ? null : addressOfLogo(organisation.logo_id),
  active: organisation.active,
  trusted: organisation.trusted,
  tariff_type: organisation.tariff_type,
  tariff: {
    id: organisation.tariff_id,
    name: organisation.tariff_name,
    task_limit: organisation.task_limit,
    pattern_limit: organisation.pattern_limit,
    patterns_per_task_limit: organisation.patterns_per_task_limit,
    launch_limit: organisation.launch_limit,
    time_limit_per_launch: organisation.time_limit_per_launch,
    time_limit_total_months: organisation.time_limit_total_months,
  },
  starts_at: organisation.starts_at.toISOString(),
  expires_at: organisation.expires_at.toISOString(),
});
