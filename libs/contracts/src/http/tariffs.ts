import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineRoute } from '../route.ts';

/** Numbers of a tariff: at least 1, at most what PostgreSQL's integer holds. */
const limit = z.number().int().min(1).max(1_000_000_000);
const MAX_MONTHS = 1200;
/** Ten years, so that the end of a launch session is a date that PostgreSQL and browsers can represent. */
const MAX_DAYS = 3650;

const tariffBody = z.object({
  name: z.string().trim().min(1).max(200),
  task_limit: limit,
  pattern_limit: limit,
  patterns_per_task_limit: limit,
  time_limit_total_months: limit.max(MAX_MONTHS),
});

/** Days, as a number or as the console sends a duration: `3 00:00:00`. */
const days = z.preprocess(
  (sent) => (typeof sent === 'string' && /^\d{1,4}( 00:00:00)?$/.test(sent) ? Number.parseInt(sent, 10) : sent),
  limit.max(MAX_DAYS),
);

export const createTariff = defineRoute({
  method: 'POST',
  path: '/api/control/tariffs/all_inclusive/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Create an all-inclusive tariff',
  body: tariffBody,
  answer: z.object({ id: z.uuid() }),
  errors: ['tariff_exists'],
});

export const createCountLaunchTariff = defineRoute({
  method: 'POST',
  path: '/api/control/tariffs/count_launch/',
  service: 'admin',
  access: 'staff',
  changesState: true,
  summary: 'Create a tariff that counts launches',
  body: tariffBody.extend({ launch_limit: limit, time_limit_per_launch: days }),
  answer: createTariff.answer,
  errors: ['tariff_exists'],
});

export const getTariff = defineRoute({
  method: 'GET',
  path: '/api/control/tariffs/{type}/{id}/',
  service: 'admin',
  access: 'user',
  changesState: false,
  summary: 'Get a tariff; a customer only that of the own organisation',
  params: z.object({ type: z.enum(TARIFF_TYPES), id: z.uuid() }),
  answer: z.object({
    id: z.uuid(),
    name: z.string(),
    task_limit: z.number().int(),
    pattern_limit: z.number().int(),
    patterns_per_task_limit: z.number().int(),
    time_limit_total_months: z.number().int(),
    /** Only for count_launch. */
    launch_limit: z.number().int().nullable(),
    /** In days; only for count_launch. */
    time_limit_per_launch: z.number().int().nullable(),
  }),
  errors: [],
});
