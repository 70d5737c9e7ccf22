import { defineEntity, type InferEntity, p } from '@leakwatch/platform';
import type { LaunchSessionState } from '@leakwatch/vocabulary';

/** A period in which tasks of a count_launch tariff run. Each session uses up one launch of the tariff. */
export const LaunchSessionEntity = defineEntity({
  name: 'LaunchSession',
  tableName: 'session',
  schema: 'tasks',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid(),
    state: p.text().$type<LaunchSessionState>().default('open'),
    started_at: p.datetime(),
    end_time: p.datetime(),
    ended_at: p.datetime().strictNullable(),
  },
});
export type LaunchSession = InferEntity<typeof LaunchSessionEntity>;
