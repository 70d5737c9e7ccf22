import { z } from 'zod';
import { nameOf } from '../../name.ts';
import { done, editVersion, idParams, seenVersion } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { eventFilters, eventSort } from './events.ts';
import { CHOSEN_EVENTS_BYTES } from './status-changes.ts';

/** Views are chosen from a list beside the filters: more than these are not found by eye. */
export const OWN_VIEWS_MAX = 30;
export const ORGANISATION_VIEWS_MAX = 50;
export const VIEW_NAME_MAX = 80;

/** What in the filters of a view is not there any more; `filters`: they were saved by a version whose filters this one does not have. */
export const VIEW_FAULTS = ['task', 'assignee', 'event', 'filters'] as const;
export type ViewFault = (typeof VIEW_FAULTS)[number];

export const eventView = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Of the organisation; otherwise of the caller alone. */
  shared: z.boolean(),
  /** The username of the person who saved it. */
  author: z.string(),
  /** The filters of the list. null where they cannot be read any more. */
  filters: eventFilters.nullable(),
  sort: eventSort,
  fault: z.enum(VIEW_FAULTS).nullable(),
  /** Rises with every change of the name, the filters or the order. */
  version: editVersion,
});
export type EventView = z.output<typeof eventView>;

const fields = { name: nameOf(VIEW_NAME_MAX), filters: z.strictObject(eventFilters.shape), sort: eventSort };

export const listEventViews = defineRoute({
  method: 'GET',
  path: '/api/events/views/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: "List the saved views of the caller and of the caller's organisation, each by name",
  answer: z.array(eventView),
  errors: [],
});

export const createEventView = defineRoute({
  method: 'POST',
  path: '/api/events/views/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Save filters and order of the list of events under a name, for the caller or for the organisation',
  body: z.strictObject({ ...fields, shared: z.boolean().default(false) }),
  bodyBytes: CHOSEN_EVENTS_BYTES,
  answer: eventView,
  errors: ['not_in_organisation', 'view_exists', 'views_max'],
});

export const updateEventView = defineRoute({
  method: 'PATCH',
  path: '/api/events/views/{id}/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Change the name of a saved view, or its filters and order; those of the organisation can be changed by any member',
  params: idParams,
  /** The order goes with the filters. */
  body: z.strictObject({ name: fields.name.optional(), filters: fields.filters.optional(), sort: eventSort, ...seenVersion }),
  bodyBytes: CHOSEN_EVENTS_BYTES,
  answer: eventView,
  errors: ['view_exists', 'changed_meanwhile'],
});

export const deleteEventView = defineRoute({
  method: 'DELETE',
  path: '/api/events/views/{id}/',
  service: 'events',
  access: 'user',
  changesState: true,
  summary: 'Delete a saved view of the caller or of the organisation',
  params: idParams,
  answer: done,
  errors: [],
});
