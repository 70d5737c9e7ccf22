import { identityPolicy, type MigrationStep, organisationPolicies } from '@leakwatch/platform';
import { identityAndScheduler } from './policies.ts';

/** Recipients of tasks that are no accounts of the organisation, and the codes of the links in their mails. */
export const recipients: MigrationStep = {
  name: '0100-recipients',
  sql: `
    create table admin.recipient (
      id uuid primary key,
      organisation_id uuid not null references admin.organisation on delete cascade,
      email text not null,
      confirmed timestamptz,
      stopped timestamptz,
      asked timestamptz,
      next_ask timestamptz default now(),
      expires timestamptz,
      created timestamptz not null default now(),
      unique (organisation_id, email)
    );
    create index recipient_to_ask on admin.recipient (next_ask) where next_ask is not null;
    ${organisationPolicies('admin.recipient')}
    ${identityPolicy('admin.recipient')}

    create table admin.recipient_code (
      hash text primary key,
      recipient_id uuid not null references admin.recipient on delete cascade,
      mail_id uuid unique,
      created timestamptz not null default now(),
      expires timestamptz not null
    );
    create index recipient_code_of_recipient on admin.recipient_code (recipient_id);
    create index recipient_code_expires on admin.recipient_code (expires);
    ${identityAndScheduler('admin.recipient_code')}

    create index mail_to_recipients on admin.mail (created) where kind = 'recipient_confirm';
  `,
};
