import type { MigrationStep } from '@leakwatch/platform';

/** Under which further ids an event is found again: it began with what was read of a document that was cut (docs/behaviour/events.md). */
export const continuedEvents: MigrationStep = {
  name: '0180-continued-events',
  sql: `
    alter table events.event add column known_as uuid[] not null default '{}';
    create index event_known_as on events.event using gin (known_as) where known_as <> '{}';
  `,
};
