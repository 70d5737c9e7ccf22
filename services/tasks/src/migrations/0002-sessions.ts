import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

export const sessions: MigrationStep = {
  name: '0002-sessions',
  sql: `
    alter table tasks.organisation add column tariff_id uuid;
    alter table tasks.organisation add column tariff_type text not null default 'all_inclusive';
    alter table tasks.organisation add column launch_limit int;
    -- In days.
    alter table tasks.organisation add column time_limit_per_launch int;
    alter table tasks.organisation add column time_limit_at timestamptz;

    create table tasks.session (
      id uuid primary key,
      organisation_id uuid not null,
      state text not null default 'open' check (state in ('open', 'timing_out', 'over')),
      started_at timestamptz not null,
      end_time timestamptz not null,
      ended_at timestamptz
    );
    create unique index session_of_organisation on tasks.session (organisation_id) where state <> 'over';
    create index session_due on tasks.session (end_time) where state <> 'over';
    create index session_counted on tasks.session (organisation_id, started_at);
    ${organisationPolicies('tasks.session')}

    -- Maintained by triggers: a limit is checked at every start, and two versions of the service may write patterns.
    alter table tasks.task add column pattern_count int not null default 0;
    update tasks.task t set pattern_count = (select count(*) from tasks.pattern p where p.task_id = t.id);
    create function tasks.count_added_patterns() returns trigger language plpgsql as $$ begin
      update tasks.task t set pattern_count = pattern_count + n.n
        from (select task_id, count(*) as n from added group by task_id) n where t.id = n.task_id;
      return null;
    end $$;
    create function tasks.count_removed_patterns() returns trigger language plpgsql as $$ begin
      update tasks.task t set pattern_count = pattern_count - n.n
        from (select task_id, count(*) as n from removed group by task_id) n where t.id = n.task_id;
      return null;
    end $$;
    create trigger patterns_added after insert on tasks.pattern referencing new table as added
      for each statement execute function tasks.count_added_patterns();
    create trigger patterns_removed after delete on tasks.pattern referencing old table as removed
      for each statement execute function tasks.count_removed_patterns();
    create index task_running on tasks.task (organisation_id) include (pattern_count) where running and archived_at is null;

    create table tasks.task_change (
      id uuid primary key,
      organisation_id uuid not null,
      task_id uuid references tasks.task,
      session_id uuid references tasks.session,
      account_id uuid,
      account_name text,
      action text not null,
      -- [{field, old, new}]
      details jsonb not null,
      created timestamptz not null default now()
    );
    create index task_change_list on tasks.task_change (organisation_id, created desc, id);
    create index task_change_of_task on tasks.task_change (task_id, created desc, id) where task_id is not null;
    ${organisationPolicies('tasks.task_change')}

    -- A stopped launch that a worker may still be running.
    alter table tasks.launch add column cancelled_at timestamptz;
    create index launch_cancelling on tasks.launch (organisation_id, task_id) where state = 'cancelling';
  `,
};
