import { EVENT_STATUSES, RECHECK_ANSWERS, STATUS_ACTORS } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { REVEALED } from '../../bus/secret-reveals.v1.ts';
import { idParams, page, pageQuery } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { eventGroup } from './event-groups.ts';
import { eventFilters, eventRow, eventSort } from './events.ts';

export const eventDetails = eventRow.extend({
  /** How many versions of the document held the same lines. */
  versions: z.number().int(),
});
export type EventDetails = z.output<typeof eventDetails>;

export const getEvent = defineRoute({
  method: 'GET',
  path: '/api/events/{id}/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'Read one event',
  params: idParams,
  answer: eventDetails,
  errors: [],
});

/**
 * What happened to an event: it was found, its status changed, it came back after it was fixed, a person commented, saw its secrets, looked
 * whether it is still there, or changed its assignee, due date or reason.
 */
export const ACTIVITY_KINDS = [
  'found',
  'status',
  'came_back',
  'comment',
  'revealed',
  'rechecked',
  'assignee',
  'due_date',
  'reason',
] as const;

const activityEntry = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.enum(ACTIVITY_KINDS),
  /** The name that the person had then; a kind where nobody acted. */
  actor: z.string(),
  actor_kind: z.enum(STATUS_ACTORS),
  /** Of `status` and `came_back`. */
  from: z.enum(EVENT_STATUSES).nullable(),
  /** Of `found`, `status` and `came_back`. */
  to: z.enum(EVENT_STATUSES).nullable(),
  /** Of `revealed`. */
  revealed: z.enum(REVEALED).nullable(),
  /** Of `rechecked`. */
  rechecked: z.enum(RECHECK_ANSWERS).nullable(),
  /** Names of `assignee`, dates of `due_date`, codes of `reason`; null for none. `after` of `status` is the reason that was given. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

export const listEventActivity = defineRoute({
  method: 'GET',
  path: '/api/events/{id}/activity/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'List what happened to an event, newest first',
  params: idParams,
  query: pageQuery,
  answer: page(activityEntry),
  errors: [],
});

export const eventNeighbours = defineRoute({
  method: 'GET',
  path: '/api/events/{id}/neighbours/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'Find the events before and behind an event in the list that filters make; the event itself need not match them',
  params: idParams,
  /** group: as in the list; of the events of a row only the one that it shows is a neighbour. */
  query: eventFilters.extend({ sort: eventSort, group: eventGroup }),
  answer: z.object({ previous: z.uuid().nullable(), next: z.uuid().nullable() }),
  errors: [],
});
