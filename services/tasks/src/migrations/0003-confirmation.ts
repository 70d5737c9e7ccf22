import type { MigrationStep } from '@leakwatch/platform';

export const confirmation: MigrationStep = {
  name: '0003-confirmation',
  sql: `
    -- Added to a confirmed task of an organisation that is not trusted: staff have not confirmed it yet.
    alter table tasks.pattern add column waiting boolean not null default false;
    alter table tasks.repository add column waiting boolean not null default false;
    alter table tasks.task_source add column waiting boolean not null default false;
    create index pattern_waiting on tasks.pattern (organisation_id, task_id) where waiting;
    create index repository_waiting on tasks.repository (organisation_id, task_id) where waiting;
    create index task_source_waiting on tasks.task_source (organisation_id, task_id) where waiting;

    alter table tasks.task add column delete_events boolean not null default false;
  `,
};
