import { identityPolicy, type MigrationStep } from '@leakwatch/platform';

/** Policies of tables that no organisation reads. */
const identityStaffAndScheduler = (table: string) => `
  alter table ${table} enable row level security;
  alter table ${table} force row level security;
  create policy staff_rows on ${table} using (current_setting('leakwatch.scope', true) = 'staff');
  create policy scheduler_rows on ${table} using (current_setting('leakwatch.scope', true) = 'scheduler');
  ${identityPolicy(table)}
`;

export const links: MigrationStep = {
  name: '0011-links',
  sql: `
    alter table admin.account add column change_password boolean not null default false;
    alter table admin.account add column password_changed timestamptz;

    create table admin.mail (
      id uuid primary key,
      kind text not null,
      account_id uuid references admin.account on delete cascade,
      email text,
      details jsonb not null default '{}',
      attempts int not null default 0,
      next_try timestamptz not null default now(),
      created timestamptz not null default now(),
      sent timestamptz,
      check (account_id is not null or email is not null)
    );
    create index mail_due on admin.mail (next_try) where sent is null;
    create index mail_of_account on admin.mail (account_id);
    create index mail_sent on admin.mail (sent) where sent is not null;
    ${identityStaffAndScheduler('admin.mail')}

    create table admin.link_code (
      hash text primary key,
      account_id uuid not null references admin.account on delete cascade,
      purpose text not null check (purpose in ('recovery', 'welcome')),
      mail_id uuid not null unique,
      created timestamptz not null default now(),
      expires timestamptz not null,
      used timestamptz
    );
    create index link_code_of_account on admin.link_code (account_id);
    create index link_code_expires on admin.link_code (expires);
    ${identityStaffAndScheduler('admin.link_code')}
  `,
};
