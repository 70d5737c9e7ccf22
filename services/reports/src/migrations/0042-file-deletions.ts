import type { MigrationStep } from '@leakwatch/platform';

export const fileDeletions: MigrationStep = {
  name: '0042-file-deletions',
  sql: `
    alter table reports.doomed_object rename to file_deletion;
    alter index reports.doomed_object_pkey rename to file_deletion_pkey;
    alter index reports.doomed_object_due rename to file_deletion_due;
  `,
};
