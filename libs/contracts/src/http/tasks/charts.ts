import type { SERIES_NAMES, SourceType } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { moment } from '../../moment.ts';
import { idParams } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

const series = z.object({ data: z.array(z.number().int()) });
/** The compiler asks for every source, by its name on the wire. */
const SERIES = {
  git: series,
  gist: series,
  pastebin: series,
  telegram: series,
  gitlab_cloud: series,
  git_repo: series,
  google_docs: series,
} satisfies Record<(typeof SERIES_NAMES)[SourceType], typeof series>;
/** One series for each source, with a number for each label. */
const chart = z.object({ labels: z.array(z.string()), ...SERIES });
export type Chart = z.output<typeof chart>;

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
  /** Labels are UTC days. */
  answer: chart,
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

/** The periods of the statistics of an organisation. */
export const STATISTICS_TEMPLATES = ['last_day', 'last_month'] as const;
export type StatisticsTemplate = (typeof STATISTICS_TEMPLATES)[number];

export const organisationStatistics = defineRoute({
  method: 'GET',
  path: '/api/statistic/{company}/events/',
  service: 'reports',
  access: 'staff',
  changesState: false,
  summary: 'Count new events of an organisation by source, by hour of the last day or by day of the last month (UTC)',
  params: z.object({ company: z.uuid() }),
  query: z.object({ template: z.enum(STATISTICS_TEMPLATES).default('last_day') }),
  /** Labels are UTC hours (`2026-11-02T13:00Z`) of the last day, and UTC days (`2026-11-02`) of the last month. */
  answer: chart,
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
