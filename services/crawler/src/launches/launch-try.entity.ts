import { defineEntity, p } from '@leakwatch/platform';

/** How often an unfinished launch was begun. */
export const LaunchTryEntity = defineEntity({
  name: 'LaunchTry',
  tableName: 'launch_try',
  schema: 'crawler',
  properties: {
    launch_id: p.uuid().primary(),
    organisation_id: p.uuid(),
    tries: p.integer(),
    begun_at: p.datetime().defaultRaw('now()'),
  },
});
