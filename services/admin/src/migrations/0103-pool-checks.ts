import type { MigrationStep } from '@leakwatch/platform';
import { staffAndScheduler } from './policies.ts';

/** The last check of each service account and proxy. */
export const poolChecks: MigrationStep = {
  name: '0103-pool-checks',
  sql: `
    create table admin.pool_check (
      id uuid primary key,
      service_account_id uuid unique references admin.service_account on delete cascade,
      proxy_id uuid unique references admin.proxy on delete cascade,
      asked timestamptz not null default now(),
      ended timestamptz,
      outcome text check (outcome in ('works', 'refused', 'limited', 'unavailable', 'proxy_failed', 'no_proxy', 'busy')),
      message text not null default '',
      limited_until timestamptz,
      check (num_nonnulls(service_account_id, proxy_id) = 1),
      check ((ended is null) = (outcome is null))
    );
    ${staffAndScheduler('admin.pool_check')}
  `,
};
