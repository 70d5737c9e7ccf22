import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineRoute } from '../route.ts';

const number = z.number().int();

/** spec/2-tasks section 4: what is left is the limit less what running tasks use. */
export const currentLimits = defineRoute({
  method: 'GET',
  path: '/api/control/tariffs/{type}/current_limits/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: "What the organisation's tariff allows, with what of it is used and left; staff may name a company",
  params: z.object({ type: z.enum(TARIFF_TYPES) }),
  query: z.object({ company: z.uuid().optional() }),
  answer: z.object({
    task_limit: number,
    tasks_used: number,
    tasks_left: number,
    pattern_limit: number,
    patterns_used: number,
    patterns_left: number,
    patterns_per_task_limit: number,
  }),
  errors: ['not_in_organisation', 'tariff_missing'],
});
