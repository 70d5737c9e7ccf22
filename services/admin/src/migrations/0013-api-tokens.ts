import { identityPolicy, type MigrationStep } from '@leakwatch/platform';

/** An account has at most one API token. Staff see that it exists; the table has only its sha256. */
export const apiTokens: MigrationStep = {
  name: '0013-api-tokens',
  sql: `
    create table admin.api_token (
      account_id uuid primary key references admin.account on delete cascade,
      -- The visible identifier; new with every token.
      id uuid not null unique,
      hash text not null unique,
      -- The account's epoch when it was created: a new epoch ends it together with the sessions.
      epoch int not null,
      created timestamptz not null default now(),
      -- Accurate to some minutes.
      last_used timestamptz
    );
    alter table admin.api_token enable row level security;
    alter table admin.api_token force row level security;
    create policy staff_rows on admin.api_token using (current_setting('leakwatch.scope', true) = 'staff');
    ${identityPolicy('admin.api_token')}
    -- Addresses from which a token was created or used.
    create index audit_of_token on admin.audit ((detail->>'token'), ip) where kind in ('token_generated', 'token_new_address');
  `,
};
