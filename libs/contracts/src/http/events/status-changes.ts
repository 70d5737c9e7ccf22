import { CLOSE_REASON_CODES, TRIAGE_STATUSES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { idParams } from '../../paging.ts';
import { defineRoute, LONG_ANSWER_MS } from '../../route.ts';
import { eventFilters } from './events.ts';

/** Maximum number of ids of one bulk change. */
export const MAX_EVENTS_IN_CHANGE = 1000;
/** Events that one change by filters changes: it is written in seconds, in one transaction. */
export const MAX_EVENTS_BY_FILTERS = 10_000;

/** Which events a change is for: those named, or all that the filters match, of which MAX_EVENTS_BY_FILTERS change at once. */
export const chosenEvents = {
  events: z.array(z.uuid()).min(1).max(MAX_EVENTS_IN_CHANGE).optional(),
  filters: z.strictObject(eventFilters.shape).optional(),
};
/**
 * The caller's id of a change. A change that is sent again with its id within ten minutes is not made again: it gets the answer of the first one,
 * whose undo is possible for a minute from then on.
 */
export const sentWithId = { idempotency_key: z.uuid().optional() };
/** Whether a body names events in one of the two ways. */
export const choosesOnce = ({ events, filters }: { readonly events?: unknown; readonly filters?: unknown }): boolean =>
  (events === undefined) !== (filters === undefined);
/** 39 bytes for an id; five lists of a hundred values of 300 characters, up to three bytes each. */
export const CHOSEN_EVENTS_BYTES = 512 * 1024;

export const statusChangeAnswer = z.object({
  changed: z.number().int(),
  /** The id with which `undo_status` reverts the change, for a minute. */
  batch: z.uuid(),
  skipped: z.array(z.object({ id: z.uuid(), reason: z.enum(['not_found', 'same_status', 'not_allowed']) })),
  /** Events that the filters of the change still match and that would change; 0 for named events. */
  left: z.number().int(),
});

export const changeManyStatuses = defineRoute({
  method: 'POST',
  path: '/api/events/change_status/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Change the status of several events, or of all that match filters, in one transaction',
  body: z
    .strictObject({ ...chosenEvents, ...sentWithId, status: z.enum(TRIAGE_STATUSES), reason: z.enum(CLOSE_REASON_CODES).optional() })
    .refine(choosesOnce, { path: ['events'], message: 'events_or_filters' }),
  bodyBytes: CHOSEN_EVENTS_BYTES,
  answer: statusChangeAnswer,
  answerMs: LONG_ANSWER_MS,
  errors: ['idempotency_key_reused', 'reason_unsuitable'],
});

export const changeOneStatus = defineRoute({
  method: 'POST',
  path: '/api/events/{id}/change_status/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Change the status of one event and, with same_file, of the other events of its file, with simular, of similar ones',
  params: idParams,
  // Strict: with a misspelt name fewer events would change than were asked for.
  body: z.strictObject({
    ...sentWithId,
    event: z.uuid().optional(),
    same_file: z.boolean().default(false),
    /** Another spelling of same_file on the wire. */
    same: z.boolean().optional(),
    /** Whether similar events in other places change too; the wire spells it so. */
    simular: z.boolean().optional(),
    status: z.enum(TRIAGE_STATUSES),
    reason: z.enum(CLOSE_REASON_CODES).optional(),
  }),
  answer: statusChangeAnswer,
  errors: ['idempotency_key_reused', 'reason_unsuitable', 'status_unchanged'],
});

export const undoStatusChange = defineRoute({
  method: 'POST',
  path: '/api/events/undo_status/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary:
    'Undo a change of status, assignee, due date or reason for the events that no one has changed since, or comments that were added to several',
  body: z.strictObject({ batch: z.uuid() }),
  answer: z.object({ restored: z.number().int() }),
  answerMs: LONG_ANSWER_MS,
  errors: ['undo_expired'],
});
