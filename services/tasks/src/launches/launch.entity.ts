import { defineEntity, type InferEntity, p } from '@leakwatch/platform';
import type { LaunchTrigger, SourceType } from '@leakwatch/vocabulary';

export const LaunchEntity = defineEntity({
  name: 'Launch',
  tableName: 'launch',
  schema: 'tasks',
  properties: {
    id: p.uuid().primary(),
    task_id: p.uuid(),
    organisation_id: p.uuid(),
    source_type: p.text().$type<SourceType>(),
    trigger: p.text().$type<LaunchTrigger>(),
    state: p.text().$type<'waiting' | 'released' | 'cancelling' | 'cancelled' | 'done' | 'failed'>().default('waiting'),
    task_version: p.integer(),
    created: p.datetime().defaultRaw('now()'),
    released_at: p.datetime().strictNullable(),
    activity_at: p.datetime().strictNullable(),
    finished_at: p.datetime().strictNullable(),
    error_code: p.text().strictNullable(),
    /** Set when a launch is cancelled that a worker may be running. */
    cancelled_at: p.datetime().strictNullable(),
    /** In requests; what an organisation's turn is charged for it. */
    cost: p.integer().default(1),
  },
});
export type Launch = InferEntity<typeof LaunchEntity>;

/** An organisation's place and allowance in the line of a source, between two releases. */
export const TurnEntity = defineEntity({
  name: 'Turn',
  tableName: 'turn',
  schema: 'tasks',
  properties: {
    source_type: p.text().$type<SourceType>().primary(),
    organisation_id: p.uuid().primary(),
    deficit: p.integer(),
    place: p.bigint('string'),
    interrupted: p.boolean(),
  },
});
