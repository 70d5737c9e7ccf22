import { z } from 'zod';
import { moment } from '../moment.ts';
import { idParams } from '../paging.ts';
import { defineRoute } from '../route.ts';

const series = z.object({ data: z.array(z.number().int()) });

/** Maximum number of days of one request, as the picker of the screen allows. */
export const MAX_CHART_DAYS = 366;

export const chartData = defineRoute({
  method: 'GET',
  path: '/api/tasks/{id}/chart_data/',
  service: 'reports',
  access: 'user',
  changesState: false,
  summary: 'Count new events of a task by UTC day and source',
  params: idParams,
  query: z.object({
    start: moment,
    end: moment,
    pattern: z.string().max(300).optional(),
  }),
  /** One series for each source, by its name in SERIES_NAMES. */
  answer: z.object({
    labels: z.array(z.string()),
    git: series,
    gist: series,
    pastebin: series,
    telegram: series,
    gitlab_cloud: series,
    git_repo: series,
    google_docs: series,
  }),
  errors: ['range_invalid'],
});

/** Patterns to choose from in a chart, those with the most events first. */
export const MAX_CHART_PATTERNS = 1_000;

export const chartInfo = defineRoute({
  method: 'GET',
  path: '/api/tasks/{id}/chart_info/',
  service: 'reports',
  access: 'user',
  changesState: false,
  summary: 'List the patterns of a task that have events, with the number of events',
  params: idParams,
  answer: z.object({ patterns: z.array(z.object({ pattern: z.string(), pattern_count: z.number().int() })) }),
  errors: [],
});

/** One step of a rebuild; each answer is the next step's body, until `done`. */
export const rebuildCharts = defineRoute({
  method: 'POST',
  path: '/api/control/charts/rebuild/',
  service: 'reports',
  access: 'staff',
  changesState: true,
  summary: 'Rebuild the charts from the events service, one page for each call; charts stay complete meanwhile',
  body: z.object({
    /** The rebuild to continue; null begins one. */
    rebuild: z.int32().nullable().default(null),
    after: z.uuid().nullable().default(null),
  }),
  answer: z.object({
    rebuild: z.number().int(),
    after: z.uuid().nullable(),
    /** Number of events of this step. */
    events: z.number().int(),
    done: z.boolean(),
  }),
  errors: ['rebuild_unknown'],
});
