import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

export const taskLogs: MigrationStep = {
  name: '0020-task-logs',
  sql: `
    create table tasks.task_log (
      id bigint generated always as identity primary key,
      organisation_id uuid not null,
      task_id uuid not null,
      -- The task's title as it was then.
      title text not null,
      source_type text not null,
      log_type text not null check (log_type in ('success', 'warning', 'danger', 'none')),
      message text not null,
      count int not null,
      error_code text,
      event_time timestamptz not null
    );
    create index task_log_list on tasks.task_log (organisation_id, id desc);
    ${organisationPolicies('tasks.task_log')}

    -- Facts that last and were reported. A fact is reported again only after it ended.
    create table tasks.told_fact (
      organisation_id uuid not null,
      cause text not null,
      primary key (organisation_id, cause)
    );
    ${organisationPolicies('tasks.told_fact')}
  `,
};
