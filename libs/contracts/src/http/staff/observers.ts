import { OBSERVER_SOURCE_TYPES, REPOSITORY_STATUSES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { page, pageQuery, sortBy } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { queryNumber } from '../../query-number.ts';

/** Repositories of an observer that the list holds, those with an error first; the page of the task has all of them. */
export const OBSERVER_REPOSITORIES_SHOWN = 100;
/** A page has at most this many observers, and so at most 10,000 repositories. */
const MAX_OBSERVERS = 100;

const observedRepository = z.object({
  id: z.uuid(),
  status: z.enum(REPOSITORY_STATUSES),
  /** Why it could not be read, or not wholly; the console has a text for each code. */
  error_code: z.string().nullable(),
  repo_title: z.string(),
  repo_url: z.string(),
  repo_default_branch: z.string(),
  /** With credentials masked. */
  git_remote_url: z.string(),
  last_indexed: z.iso.datetime().nullable(),
  repo_remote_source: z.string(),
});
export type ObservedRepository = z.output<typeof observedRepository>;

const observerRow = z.object({
  /** An observer belongs to one task and has its id. */
  id: z.uuid(),
  task: z.uuid(),
  task_title: z.string(),
  /** `name` is null for the moment between the organisation's creation and the message about it. */
  company: z.object({ id: z.uuid(), name: z.string().nullable() }),
  source_type: z.enum(OBSERVER_SOURCE_TYPES),
  account_name: z.string(),
  is_organisation: z.boolean(),
  repositories_count: z.number().int().nonnegative(),
  /** Those with the status `repository_error`. */
  repositories_failed: z.number().int().nonnegative(),
  repositories: z.array(observedRepository).max(OBSERVER_REPOSITORIES_SHOWN),
});
export type ObserverRow = z.output<typeof observerRow>;

/** Columns that the list can be sorted by. */
export const OBSERVER_SORTS = ['account_name', 'task_title'] as const;

export const listObservers = defineRoute({
  method: 'GET',
  path: '/api/control/observers/',
  service: 'tasks',
  access: 'staff',
  changesState: false,
  summary: 'List the observers of the git monitoring tasks of all organisations with their repositories, newest task first',
  query: pageQuery.extend({
    limit: queryNumber(1, MAX_OBSERVERS).default(10),
    org: z.uuid().optional(),
    sort: sortBy(OBSERVER_SORTS),
  }),
  answer: page(observerRow),
  errors: [],
});
