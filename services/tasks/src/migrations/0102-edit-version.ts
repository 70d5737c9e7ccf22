import type { MigrationStep } from '@leakwatch/platform';

/** The version of what the form of a task saves, and in the history the version that a change made. */
export const editVersion: MigrationStep = {
  name: '0102-edit-version',
  sql: `
    alter table tasks.task add column edit_version int not null default 1;
    alter table tasks.task_change add column edit_version int;
    create index task_change_of_edit on tasks.task_change (task_id, edit_version) where edit_version is not null;
  `,
};
