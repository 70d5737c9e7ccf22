import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Comments of people on events. They are hidden, and later purged, with their event. */
export const comments: MigrationStep = {
  name: '0049-comments',
  sql: `
    create table events.comment (
      id uuid primary key,
      event_id uuid not null references events.event on delete cascade,
      organisation_id uuid not null,
      author_id uuid not null,
      author_name text not null,
      text text not null,
      created timestamptz not null default clock_timestamp(),
      updated timestamptz not null default clock_timestamp()
    );
    create index comment_of_event on events.comment (event_id, created, id);
    ${organisationPolicies('events.comment')}
    create policy shown_comments on events.comment as restrictive for select
      using (current_setting('leakwatch.scope', true) = 'consumer' or exists (select from events.event e where e.id = event_id));
  `,
};
