import { defineEntity, type InferEntity, p } from '@leakwatch/platform';
import type { TaskLogMessage, TaskLogType } from '@leakwatch/vocabulary';

export const TaskLogEntity = defineEntity({
  name: 'TaskLog',
  tableName: 'task_log',
  schema: 'tasks',
  properties: {
    id: p.bigint('string').primary().columnType('bigint'),
    organisation_id: p.uuid(),
    task_id: p.uuid(),
    /** The task's title when the launch ended. */
    title: p.text(),
    source_type: p.text(),
    log_type: p.text().$type<TaskLogType>(),
    message: p.text().$type<TaskLogMessage>(),
    count: p.integer(),
    error_code: p.text().strictNullable(),
    event_time: p.datetime(),
  },
});
export type TaskLog = InferEntity<typeof TaskLogEntity>;
