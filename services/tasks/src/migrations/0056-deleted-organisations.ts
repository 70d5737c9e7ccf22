import type { MigrationStep } from '@leakwatch/platform';

/** An organisation that was deleted gets no further tasks. */
export const deletedOrganisations: MigrationStep = {
  name: '0056-deleted-organisations',
  sql: 'alter table tasks.organisation add column deleted boolean not null default false',
};
