import { SOURCE_TYPES, STORAGE_LEVELS, STORAGE_PARTS } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { idParams, MAX_PAGE_LIMIT } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

const organisationCounts = {
  method: 'POST',
  access: 'service',
  changesState: false,
  body: z.object({ organisations: z.array(z.uuid()).max(MAX_PAGE_LIMIT) }),
  /** By organisation; one that is not named has none. */
  answer: z.object({ counts: z.record(z.string(), z.number().int().nonnegative()) }),
  errors: [],
} as const;

export const internalTasksOfOrganisations = defineRoute({
  ...organisationCounts,
  path: '/internal/counts/tasks/by_organisation/',
  service: 'tasks',
  summary: 'Count the tasks of organisations',
});

export const internalEventsOfOrganisations = defineRoute({
  ...organisationCounts,
  path: '/internal/counts/events/by_organisation/',
  service: 'events',
  summary: 'Count the events of organisations',
});

const storagePart = z.object({
  part: z.enum(STORAGE_PARTS),
  /** Mirrors of repositories, or documents. */
  items: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
});

export const organisationStorage = defineRoute({
  method: 'GET',
  path: '/api/control/organisations/{id}/storage/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'Get what an organisation stores, its quota, and how full that is',
  params: idParams,
  answer: z.object({
    quota_bytes: z.number().int().positive(),
    /** Whether staff set the quota for this organisation; otherwise it is the one of the installation. */
    own_quota: z.boolean(),
    used_bytes: z.number().int().nonnegative(),
    level: z.enum(STORAGE_LEVELS),
    parts: z.array(storagePart),
  }),
  errors: [],
});

export const organisationQueue = defineRoute({
  method: 'GET',
  path: '/api/control/organisations/{id}/queue/',
  service: 'crawler',
  access: 'staff',
  changesState: false,
  summary: 'List the sources at which units of an organisation wait, with its place in the line of each',
  params: idParams,
  answer: z.object({
    /** Empty for an organisation without anything that waits, and for one that does not exist. */
    sources: z.array(
      z.object({
        source_type: z.enum(SOURCE_TYPES),
        /** Its queries, streams and channels that wait or are read. */
        units: z.number().int().positive(),
        /** From 1: how many organisations are served before it, and how many wait. */
        position: z.number().int().positive(),
        of: z.number().int().positive(),
        oldest_wanted: z.iso.datetime(),
      }),
    ),
  }),
  errors: [],
});

const sum = z.number().int().nonnegative();
/** What the running tasks of an organisation search at a source, summed over the tasks. What two tasks share counts for each. */
const coverageOfSource = z.object({
  source_type: z.enum(SOURCE_TYPES),
  tasks: sum,
  /** Of these, how many have a part that waits or cannot be read. */
  tasks_failing: sum,
  /** Repositories, queries, streams and channels. */
  parts: sum,
  parts_failed: sum,
  total: sum,
  scanned: sum,
  unread: sum,
  unchecked: sum,
  capped: sum,
  incomplete: sum,
  silent: sum,
  /** Tasks of which a part was never searched to its end, or cannot be read now. */
  tasks_not_searched: sum,
  /** The oldest of the tasks' last full passes, without those. */
  oldest_full_pass: z.iso.datetime().nullable(),
});
export type CoverageOfSource = z.output<typeof coverageOfSource>;

export const organisationCoverage = defineRoute({
  method: 'GET',
  path: '/api/control/organisations/{id}/coverage/',
  service: 'tasks',
  access: 'staff',
  changesState: false,
  summary: 'Get what the running tasks of an organisation search at each source; empty where none runs',
  params: idParams,
  answer: z.object({ sources: z.array(coverageOfSource) }),
  errors: [],
});
