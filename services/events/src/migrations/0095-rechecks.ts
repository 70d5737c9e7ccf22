import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** What a person found when they looked whether an event is still there (docs/decisions/0069-recheck.md). Hidden, and later purged, with the event. */
export const rechecks: MigrationStep = {
  name: '0095-rechecks',
  sql: `
    create table events.recheck (
      id uuid primary key,
      event_id uuid not null references events.event on delete cascade,
      organisation_id uuid not null,
      at timestamptz not null default clock_timestamp(),
      as_of timestamptz not null,
      answer text not null check (answer in ('there', 'history', 'changed', 'gone')),
      staff boolean not null,
      account_name text not null
    );
    create index recheck_of_event on events.recheck (event_id, at);
    ${organisationPolicies('events.recheck')}
    create policy shown_rechecks on events.recheck as restrictive for select
      using (current_setting('leakwatch.scope', true) = 'consumer' or exists (select from events.event e where e.id = event_id));
  `,
};
