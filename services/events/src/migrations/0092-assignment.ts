import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Who works on an event, until when, and why it was closed, with the changes of these (docs/decisions/0066-assignment.md). 0094-overview counts by assignee. */
export const assignment: MigrationStep = {
  name: '0092-assignment',
  sql: `
    alter table events.event
      add column assignee_id uuid,
      add column due_date date,
      add column close_reason text;
    create index event_of_assignee on events.event (organisation_id, assignee_id, status, created desc, id) where assignee_id is not null;
    create index event_due on events.event (organisation_id, due_date) where due_date is not null;

    alter table events.status_change
      add column from_reason text,
      add column to_reason text;

    -- What a person, or the departure of a member, changed beside the status. Values as text: an id, a date, a code.
    create table events.triage_change (
      id uuid primary key,
      event_id uuid not null references events.event on delete cascade,
      organisation_id uuid not null,
      batch uuid not null,
      at timestamptz not null default clock_timestamp(),
      actor_kind text not null,
      actor_id uuid,
      actor_name text not null,
      field text not null check (field in ('assignee', 'due_date', 'reason')),
      before text,
      after text,
      -- Names of assignees at that time; null for other fields.
      before_name text,
      after_name text
    );
    create index triage_change_of_event on events.triage_change (event_id, at);
    create index triage_change_of_batch on events.triage_change (batch);
    ${organisationPolicies('events.triage_change')}
    create policy shown_triage_changes on events.triage_change as restrictive for select
      using (current_setting('leakwatch.scope', true) = 'consumer' or exists (select from events.event e where e.id = event_id));
  `,
};
