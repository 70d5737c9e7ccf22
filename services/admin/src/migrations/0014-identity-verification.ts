import type { MigrationStep } from '@leakwatch/platform';
import { identityAndScheduler } from './policies.ts';

export const identityVerification: MigrationStep = {
  name: '0014-identity-verification',
  sql: `
    create table admin.identity_request (
      id uuid primary key,
      account_id uuid not null references admin.account on delete cascade,
      -- The account's epoch when the request was made: a changed password or second factor invalidates it.
      epoch int not null,
      created timestamptz not null default now(),
      expires timestamptz not null,
      outcome text check (outcome in ('accepted', 'declined', 'overtaken')),
      decided timestamptz,
      check ((outcome is null) = (decided is null))
    );
    create index identity_request_of_account on admin.identity_request (account_id) where outcome is null;
    create index identity_request_expires on admin.identity_request (expires);
    ${identityAndScheduler('admin.identity_request')}

    -- One for each mail. The first one used decides the request.
    create table admin.identity_code (
      hash text primary key,
      request_id uuid not null references admin.identity_request on delete cascade,
      mail_id uuid not null unique
    );
    create index identity_code_of_request on admin.identity_code (request_id);
    ${identityAndScheduler('admin.identity_code')}
  `,
};
