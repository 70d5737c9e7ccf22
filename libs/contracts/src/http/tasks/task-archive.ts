import { z } from 'zod';
import { idParams } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

/** Searches that are answered; an edit joins the search that has not begun, so few tasks ever have more than two. */
export const ARCHIVE_SEARCHES_MAX = 10;
/** Why a search of kept content cannot go on: the object store does not answer, or a step fails for another reason. */
export const ARCHIVE_FAILURES = ['archive_store_away', 'archive_step_failed'] as const;
export type ArchiveFailure = (typeof ARCHIVE_FAILURES)[number];

const count = z.number().int().nonnegative();

/** Patterns that were added together, and are looked for in the content that is kept. */
export const archiveSearch = z.object({
  id: z.uuid(),
  created: z.iso.datetime(),
  patterns: count,
  /** Kept documents where the task searches; null until they are counted. */
  total: count.nullable(),
  searched: count,
  /** New events. */
  found: count,
  /** Documents that could not be read, and those that were too expensive for an expression. */
  unread: count,
  unchecked: count,
  /** null while documents are left. */
  finished_at: z.iso.datetime().nullable(),
  failing_since: z.iso.datetime().nullable(),
  failing_code: z.enum(ARCHIVE_FAILURES).nullable(),
});
export type ArchiveSearchState = z.output<typeof archiveSearch>;

export const getTaskArchive = defineRoute({
  method: 'GET',
  path: '/api/tasks/{id}/archive/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'Get how far the search of kept content is for the patterns that were added to a task, newest first',
  params: idParams,
  answer: z.object({ searches: z.array(archiveSearch).max(ARCHIVE_SEARCHES_MAX) }),
  errors: [],
});
