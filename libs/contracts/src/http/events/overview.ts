import { EVENT_AGES, OVERVIEW_DAYS } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { page, pageQuery } from '../../paging.ts';
import { defineRoute } from '../../route.ts';
import { SEVERITY_FILTERS } from './events.ts';
import { sourceCoverage, sourceState } from '../tasks/task-answers.ts';
import { queryNumber } from '../../query-number.ts';

/** Repositories, authors and tasks that the overview names, those with the most open events. */
export const OVERVIEW_VALUES_MAX = 10;

const count = z.number().int();
const ages = EVENT_AGES.map(({ age }) => age);
const severity = z.enum(SEVERITY_FILTERS);
/** In seconds; null where nothing was fixed. */
const median = z.number().int().nonnegative().nullable();

export const eventOverview = defineRoute({
  method: 'GET',
  path: '/api/overview/events/',
  service: 'events',
  access: 'user',
  changesState: false,
  summary: 'Count open events by severity and age, by repository, author and task, and get the median time to fix',
  query: z.object({
    org: z.uuid().optional(),
    /** Length of the period in which events were fixed, up to now. */
    days: queryNumber(1, Math.max(...OVERVIEW_DAYS))
      .pipe(z.literal([...OVERVIEW_DAYS]))
      .default(30),
  }),
  answer: z.object({
    open: count,
    in_progress: count,
    /** UTC days; the list shows the events of an age with them as `start_datetime` and `end_datetime`. null for an open end. */
    ages: z.array(z.object({ age: z.enum(ages), start: z.iso.datetime().nullable(), end: z.iso.datetime().nullable() })),
    /** Open events; cells without events are left out. */
    cells: z.array(z.object({ severity, age: z.enum(ages), count })),
    repositories: z.array(z.object({ repo_name: z.string(), count })),
    authors: z.array(z.object({ author: z.string(), count })),
    tasks: z.array(z.object({ task: z.uuid(), title: z.string(), count })),
    /** Events that were fixed in the period and are fixed now. The time runs from the finding, or from the last return of the leak, to the fix. */
    fixed: z.object({
      /** The first moment of the UTC day with which the period begins; it ends now. The list takes it as `fixed_start`. */
      start: z.iso.datetime(),
      count,
      median,
      severities: z.array(z.object({ severity, count, median })),
    }),
  }),
  errors: [],
});
export type EventOverview = z.output<typeof eventOverview.answer>;

/**
 * How a task's source is, in the order of the list. `waiting`: a part waits for an account or for the source; `silent`: a part answers and has
 * had nothing new for longer than its habit; `never`: it was not read to its end yet; `partial`: something in it was not read, or the source does
 * not give all; `stopped`: the task does not run, whatever else holds.
 */
export const SOURCE_CONDITIONS = ['failing', 'waiting', 'silent', 'never', 'partial', 'stopped', 'well'] as const;
export type SourceCondition = (typeof SOURCE_CONDITIONS)[number];

export const sourceOverview = defineRoute({
  method: 'GET',
  path: '/api/overview/sources/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: 'List the sources of all tasks with what was read of them, when they are read next, and whether they fail or are silent',
  query: pageQuery.extend({ org: z.uuid().optional(), condition: z.enum(SOURCE_CONDITIONS).optional() }),
  answer: page(
    sourceCoverage.extend({
      task: z.uuid(),
      title: z.string(),
      condition: z.enum(SOURCE_CONDITIONS),
      state: sourceState.shape.state,
      progress: sourceState.shape.progress,
      failing: sourceState.shape.failing,
      /** When the crawler last reported about the source. */
      last_answer: z.iso.datetime().nullable(),
    }),
  ).extend({
    /** How many sources are in each condition, whichever was asked for; a condition without sources is left out. */
    conditions: z.array(z.object({ condition: z.enum(SOURCE_CONDITIONS), count })),
  }),
  errors: [],
});
export type SourceOverviewRow = z.output<typeof sourceOverview.answer>['results'][number];
