import type { MigrationStep } from '@leakwatch/platform';

/** When an organisation was deleted: what it leaves is deleted a month later. */
export const emptiedOrganisations: MigrationStep = {
  name: '0131-emptied-organisations',
  sql: `
    alter table tasks.organisation add column deleted_at timestamptz;
    update tasks.organisation set deleted_at = now() where deleted;
  `,
};
