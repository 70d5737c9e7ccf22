import type { MigrationStep } from '@leakwatch/platform';

/** The version of an account as a member of its organisation, which other services copy. 0: not published yet. */
export const members: MigrationStep = {
  name: '0090-members',
  sql: `
    alter table admin.account add column member_version int not null default 0;
    create index account_to_announce on admin.account (id) where member_version = 0;
  `,
};
