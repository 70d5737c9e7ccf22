import { DELETION_PARTS, DELETION_STATES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { INTEGER_MAX, MAX_PAGE_LIMIT, page, pageQuery } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** What is left of a part is counted up to here: the page says how far a deletion is, and must not read a million rows for it. */
export const REMAINS_COUNTED_MAX = 100_000;

const left = z.number().int().min(0).max(REMAINS_COUNTED_MAX);
const until = z.iso.datetime().nullable();

/** What a service still has of a deleted organisation. */
const remains = z.object({
  part: z.enum(DELETION_PARTS),
  /** Whether the deletion still has to be handled. */
  open: z.boolean(),
  left,
  /** When what is left is deleted. */
  until,
});
export type Remains = z.output<typeof remains>;

const remainsRoute = {
  method: 'POST',
  access: 'service',
  changesState: false,
  /** `version` is that of the message with which the organisation was deleted. */
  body: z.object({ organisations: z.array(z.object({ id: z.uuid(), version: z.number().int().max(INTEGER_MAX) })).max(MAX_PAGE_LIMIT) }),
  /** By organisation, for each that was named. */
  answer: z.object({ remains: z.record(z.string(), z.array(remains)) }),
  errors: [],
} as const;

export const internalTaskRemains = defineRoute({
  ...remainsRoute,
  path: '/internal/remains/tasks/',
  service: 'tasks',
  summary: 'Count what is left of the tasks of deleted organisations',
});

export const internalEventRemains = defineRoute({
  ...remainsRoute,
  path: '/internal/remains/events/',
  service: 'events',
  summary: 'Count what is left of the events and the content of deleted organisations',
});

export const internalReportRemains = defineRoute({
  ...remainsRoute,
  path: '/internal/remains/reports/',
  service: 'reports',
  summary: 'Count what is left of the reports of deleted organisations',
});

export const internalMirrorRemains = defineRoute({
  ...remainsRoute,
  path: '/internal/remains/mirrors/',
  service: 'crawler',
  summary: 'Count the mirrors that deleted organisations leave',
});

const deleted = z.object({
  id: z.uuid(),
  name: z.string(),
  deleted_at: z.iso.datetime(),
  /** The e-mail of who deleted it; null where the account is gone. */
  by: z.string().nullable(),
  /** Whether its users were deleted too. */
  cascade: z.boolean(),
});

/** Deleted organisations without what other services know. */
export const internalDeletedOrganisations = defineRoute({
  method: 'GET',
  path: '/internal/organisations/deleted/',
  service: 'admin',
  access: 'service',
  changesState: false,
  summary: 'List deleted organisations, the last one first',
  query: pageQuery,
  answer: page(deleted.extend({ version: z.number().int(), people: remains })),
  errors: [],
});

const deletedOrganisation = deleted.extend({
  /** Each part once. */
  parts: z.array(z.object({ part: z.enum(DELETION_PARTS), state: z.enum(DELETION_STATES), left, until })),
});
export type DeletedOrganisation = z.output<typeof deletedOrganisation>;

export const listDeletedOrganisations = defineRoute({
  method: 'GET',
  path: '/api/control/organisations/deleted/',
  service: 'gateway',
  access: 'staff',
  changesState: false,
  summary: 'List deleted organisations with how far each deletion is, the last one first',
  query: pageQuery,
  answer: page(deletedOrganisation),
  errors: [],
});
