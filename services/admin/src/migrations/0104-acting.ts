import type { MigrationStep } from '@leakwatch/platform';
import { identityAndScheduler } from './policies.ts';

/** Work in an organisation's name that has not ended, so that its end is recorded whoever ends it. */
export const acting: MigrationStep = {
  name: '0104-acting',
  sql: `
    create table admin.acting (
      -- Hash of the session's token.
      session text primary key,
      account_id uuid not null,
      organisation_id uuid not null,
      begun timestamptz not null default now(),
      until timestamptz not null
    );
    ${identityAndScheduler('admin.acting')}
  `,
};
