import { type MigrationStep, organisationPolicies } from '@leakwatch/platform';

/** Who saw the secrets of an event unmasked (docs/decisions/0059-masked-values.md). Hidden, and later purged, with the event. */
export const reveals: MigrationStep = {
  name: '0077-reveals',
  sql: `
    create table events.reveal (
      id uuid primary key,
      event_id uuid not null references events.event on delete cascade,
      organisation_id uuid not null,
      at timestamptz not null default clock_timestamp(),
      staff boolean not null,
      account_id uuid not null,
      account_name text not null,
      revealed text not null check (revealed in ('values', 'original'))
    );
    create index reveal_of_event on events.reveal (event_id, at);
    ${organisationPolicies('events.reveal')}
    create policy shown_reveals on events.reveal as restrictive for select
      using (current_setting('leakwatch.scope', true) = 'consumer' or exists (select from events.event e where e.id = event_id));
  `,
};
