import { defineEntity, p } from '@leakwatch/platform';
import type { TaskAction } from '@leakwatch/vocabulary';

type Value = string | number | boolean | null | readonly string[];

/** One changed field. Its text is made when the history is read, in the reader's language. */
export interface ChangedField {
  readonly field: string;
  readonly old: Value;
  readonly new: Value;
}

export const TaskChangeEntity = defineEntity({
  name: 'TaskChange',
  tableName: 'task_change',
  schema: 'tasks',
  properties: {
    id: p.uuid().primary(),
    organisation_id: p.uuid(),
    /** null for an entry about a launch session as a whole. */
    task_id: p.uuid().strictNullable(),
    session_id: p.uuid().strictNullable(),
    /** The account that made the change; null for the system itself. */
    account_id: p.uuid().strictNullable(),
    account_name: p.text().strictNullable(),
    action: p.text().$type<TaskAction>(),
    details: p.json<readonly ChangedField[]>(),
    /** The version of the task that a saved form made; null for other changes. */
    edit_version: p.integer().nullable(),
    created: p.datetime().defaultRaw('now()'),
  },
});
