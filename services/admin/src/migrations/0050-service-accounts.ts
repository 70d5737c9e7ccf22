import type { MigrationStep } from '@leakwatch/platform';
import { staffAndScheduler } from './policies.ts';

const leased = `
  -- Rises with each lease, and when staff end one: it fences off a holder that comes back late.
  lease_epoch bigint not null default 0,
  leased_until timestamptz,
  last_used timestamptz,
  -- For which it is leased.
  task_id uuid,`;

const blocked = `
  -- Set while it is blocked.
  block_reason text check (block_reason in ('staff', 'company_changed', 'refused', 'proxy_failed')),
  err_msg text not null default '',`;

export const serviceAccounts: MigrationStep = {
  name: '0050-service-accounts',
  sql: `
    create table admin.proxy (
      id uuid primary key,
      organisation_id uuid references admin.organisation,
      type text not null check (type in ('http', 'socks5')),
      ip_address text not null,
      port int not null check (port between 1 and 65535),
      login text not null default '',
      password bytea,
      reserved_for_discovery boolean not null default false,
      ${blocked}
      -- Failures in a row.
      failures_count int not null default 0,
      last_check timestamptz,
      -- It failed, and is not used before this time.
      cooling_until timestamptz,
      ${leased}
      created timestamptz not null default now()
    );
    create unique index proxy_address on admin.proxy (ip_address, port, login);
    create index proxy_of_organisation on admin.proxy (organisation_id);
    ${staffAndScheduler('admin.proxy')}

    create table admin.service_account (
      id uuid primary key,
      organisation_id uuid references admin.organisation,
      source_type text not null check (source_type in ('github', 'gist', 'gitlab_cloud', 'telegram', 'google_docs')),
      login text not null default '',
      password bytea,
      phone text not null default '',
      proxy_id uuid references admin.proxy,
      reserved_for_discovery boolean not null default false,
      ${blocked}
      wait_code boolean not null default false,
      limited_until timestamptz,
      ${leased}
      created timestamptz not null default now(),
      check (block_reason is null or not wait_code)
    );
    create unique index service_account_login on admin.service_account
      (source_type, lower(login), coalesce(organisation_id, '00000000-0000-0000-0000-000000000000')) where login <> '';
    -- A source sees an account at one address, and an address with one account.
    create unique index service_account_proxy on admin.service_account (proxy_id) where proxy_id is not null;
    create index service_account_of_source on admin.service_account (source_type, last_used);
    create index service_account_of_organisation on admin.service_account (organisation_id);
    ${staffAndScheduler('admin.service_account')}
  `,
};
