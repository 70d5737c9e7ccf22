import { identityPolicy } from '@leakwatch/platform';

/** Only the scope `identity` sees second factors: there is no policy for organisations, staff or consumers. */
const identityAlone = (table: string) => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  ${identityPolicy(table)}
`;

/** Step 0010: second factors, recovery codes, and whether the organisation makes them mandatory. */
export const twoFactorTables = `
  alter table admin.organisation add column two_factor_users boolean not null default false;

  create table admin.second_factor (
    account_id uuid primary key references admin.account on delete cascade,
    -- New with every set-up, so that a confirmation of an older seed changes nothing.
    id uuid not null unique,
    seed bytea not null,
    active boolean not null default false,
    -- The newest time step whose code was used. Codes of this and earlier steps are refused.
    last_step bigint not null default 0,
    created timestamptz not null default now(),
    activated timestamptz,
    check (active = (activated is not null))
  );
  ${identityAlone('admin.second_factor')}

  create table admin.recovery_code (
    account_id uuid not null references admin.second_factor on delete cascade,
    hash text not null,
    used timestamptz,
    created timestamptz not null default now(),
    primary key (account_id, hash)
  );
  ${identityAlone('admin.recovery_code')}
`;
