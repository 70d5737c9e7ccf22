import type { MigrationStep } from '@leakwatch/platform';

/** Units of which an upstream said that there is something new (docs/decisions/0100). */
export const pushedUnits: MigrationStep = {
  name: '0118-pushed-units',
  sql: `
    -- Null when a pass has begun, or asked for what is new, since then.
    alter table crawler.unit add column pushed_at timestamptz;
    -- Telegram names a channel by its id, and the unit has the channel's name.
    create index unit_of_channel on crawler.unit ((state -> 'channel' ->> 'id')) where source_type = 'telegram';
  `,
};
