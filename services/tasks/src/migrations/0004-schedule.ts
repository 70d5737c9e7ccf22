import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

export const schedule: MigrationStep = {
  name: '0004-schedule',
  sql: `
    -- The approximate number of requests, which the organisation's share is charged for.
    alter table tasks.launch add column cost int not null default 1;
    create index launch_waiting_line on tasks.launch (source_type, organisation_id, created) where state = 'waiting';
    drop index tasks.launch_waiting;

    create table tasks.turn (
      source_type text not null,
      organisation_id uuid not null,
      deficit int not null,
      place bigint not null,
      interrupted boolean not null,
      primary key (source_type, organisation_id)
    );
    ${organisationPolicies('tasks.turn')}

    create table tasks.lease (name text primary key, holder uuid not null, until timestamptz not null);
  `,
};
