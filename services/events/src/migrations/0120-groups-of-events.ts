import type { MigrationStep } from '@leakwatch/platform';

/**
 * What the list groups by (docs/decisions/0096-rows-of-the-list.md). Events of before get their hash when they are examined again, in the
 * background; until then they are grouped by place.
 */
export const groupsOfEvents: MigrationStep = {
  name: '0120-groups-of-events',
  sql: `
    alter table events.event add column secret_hash uuid;
    create index event_of_secret on events.event (organisation_id, secret_hash) where secret_hash is not null;

    -- An entry of an index holds 2,704 bytes, which a path may exceed: an index of paths refused such events. The table is written anew, and
    -- findings wait for it in the bus.
    alter table events.event add column place_hash uuid not null
      generated always as (md5(source_type || chr(10) || container_key || chr(10) || path)::uuid) stored;
    -- Its beginning is the index of the events of one file.
    create index event_of_place on events.event (organisation_id, place_hash, line);
    drop index events.event_same_file;
  `,
};
