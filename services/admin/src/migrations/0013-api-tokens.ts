import { identityPolicy, type MigrationStep } from '@leakwatch/platform';

/** An account has at most one API token. Staff see that it exists; the table has only its sha256. */
export const apiTokens: MigrationStep = {
  name: '0013-api-tokens',
  sql: `
    create table admin.api_token (
      account_id uuid primary key references admin.account on delete cascade,
      -- What people may see of it; a new one with every token.
      id uuid not null unique,
      hash text not null unique,
      -- The account's epoch when it was made: what ends sessions ends it.
      epoch int not null,
      created timestamptz not null default now(),
      -- To some minutes.
      last_used timestamptz
    );
    alter table admin.api_token enable row level security;
    alter table admin.api_token force row level security;
    create policy staff_rows on admin.api_token using (current_setting('leakwatch.scope', true) = 'staff');
    ${identityPolicy('admin.api_token')}
    -- From where a token was made or used before.
    create index audit_of_token on admin.audit ((detail->>'token'), ip) where kind in ('token_generated', 'token_new_address');
  `,
};
