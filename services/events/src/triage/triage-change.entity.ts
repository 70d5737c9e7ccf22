import { defineEntity, p } from '@leakwatch/platform';
import type { StatusActor } from '@leakwatch/vocabulary';

/** What can be changed of an event beside its status. */
export const TRIAGE_FIELDS = ['assignee', 'due_date', 'reason'] as const;
export type TriageField = (typeof TRIAGE_FIELDS)[number];

/** One change of an event's assignee, due date or reason. */
export const TriageChangeEntity = defineEntity({
  name: 'TriageChange',
  tableName: 'triage_change',
  schema: 'events',
  properties: {
    id: p.uuid().primary(),
    event_id: p.uuid(),
    organisation_id: p.uuid(),
    /** What was changed together can be undone together. */
    batch: p.uuid(),
    at: p.datetime().defaultRaw('clock_timestamp()'),
    actor_kind: p.text().$type<StatusActor>(),
    actor_id: p.uuid().nullable(),
    actor_name: p.text(),
    field: p.text().$type<TriageField>(),
    /** An account's id, a date or a code. */
    before: p.text().nullable(),
    after: p.text().nullable(),
    /** Names of assignees at that time. */
    before_name: p.text().nullable(),
    after_name: p.text().nullable(),
  },
});
