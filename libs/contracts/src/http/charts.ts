import { SERIES_NAMES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { idParams } from '../paging.ts';
import { defineRoute } from '../route.ts';

const series = z.object({ data: z.array(z.number().int()) });

/** Days asked for at once, as the screen's picker allows. */
export const MAX_CHART_DAYS = 366;

export const chartData = defineRoute({
  method: 'GET',
  path: '/api/tasks/{id}/chart_data/',
  service: 'reports',
  access: 'user',
  changesState: false,
  summary: 'New events of a task for each UTC day and source',
  params: idParams,
  query: z.object({
    start: z.iso.datetime({ offset: true }),
    end: z.iso.datetime({ offset: true }),
    pattern: z.string().max(300).optional(),
  }),
  answer: z.object({ labels: z.array(z.string()) }).extend(Object.fromEntries(Object.values(SERIES_NAMES).map((name) => [name, series]))),
  errors: ['range_invalid'],
});
