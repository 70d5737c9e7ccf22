import { CLOSE_REASON_CODES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineRoute, LONG_ANSWER_MS } from '../../route.ts';
import { CHOSEN_EVENTS_BYTES, chosenEvents, sentWithId } from './status-changes.ts';

/** Members in an answer, by name: more people than this do not triage one organisation. */
export const MEMBERS_MAX = 1_000;

const member = z.object({ id: z.uuid(), name: z.string() });
export type Member = z.output<typeof member>;

export const listMembers = defineRoute({
  method: 'GET',
  path: '/api/events/members/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: "List the members of the caller's organisation, to whom events can be assigned",
  /** Staff name an organisation, or an event of it; others get their own organisation's members in any case. */
  query: z.object({ org: z.uuid().optional(), event: z.uuid().optional() }),
  answer: z.array(member),
  errors: ['not_found'],
});

/** Due dates lie in these years. */
const DUE_YEARS = { from: '2000-01-01', to: '2099-12-31' };
const dueDate = z.iso.date().refine((date) => date >= DUE_YEARS.from && date <= DUE_YEARS.to, { message: 'date_out_of_range' });

export const assignmentAnswer = z.object({
  changed: z.number().int(),
  /** The id with which `undo_status` reverts the change, for a minute. */
  batch: z.uuid(),
  /** `not_member`: the event is of another organisation than the assignee; `reason_unsuitable`: it is not closed, or in another way. */
  skipped: z.array(
    z.object({ id: z.uuid(), reason: z.enum(['not_found', 'unchanged', 'not_allowed', 'not_member', 'reason_unsuitable']) }),
  ),
  /** Events that the filters still match and that would change; 0 for named events. */
  left: z.number().int(),
});

export const assignEvents = defineRoute({
  method: 'POST',
  path: '/api/events/assign/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Change assignee, due date or reason of events, or of all that match filters, in one transaction',
  /** null takes a value away; what is absent stays. A reason is for closed events only. */
  body: z
    .strictObject({
      ...chosenEvents,
      ...sentWithId,
      /** A change of status that the caller made: the events that it changed and nobody has changed since. */
      batch: z.uuid().optional(),
      assignee: z
        .union([z.uuid(), z.literal('me')])
        .nullable()
        .optional(),
      due_date: dueDate.nullable().optional(),
      reason: z.enum(CLOSE_REASON_CODES).nullable().optional(),
    })
    .refine(({ events, filters, batch }) => [events, filters, batch].filter((one) => one !== undefined).length === 1, {
      path: ['events'],
      message: 'events_or_filters',
    })
    .refine(({ assignee, due_date, reason }) => [assignee, due_date, reason].some((one) => one !== undefined), {
      path: ['assignee'],
      message: 'nothing_to_change',
    }),
  bodyBytes: CHOSEN_EVENTS_BYTES,
  answer: assignmentAnswer,
  answerMs: LONG_ANSWER_MS,
  errors: ['idempotency_key_reused', 'member_not_found'],
});
