import { TARIFF_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineRoute } from '../../route.ts';

const number = z.number().int();

/** What is available is the limit less what running tasks use (docs/behaviour/tariffs.md). */
export const currentLimits = defineRoute({
  method: 'GET',
  path: '/api/control/tariffs/{type}/current_limits/',
  service: 'tasks',
  access: 'user',
  changesState: false,
  summary: "Get the limits of the organisation's tariff, used and available; staff may name a company",
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
    /** Running patterns and tasks. */
    pattern_count: number,
    task_count: number,
    /** Number of patterns of each task of the organisation, by the task's id. */
    patterns_per_task: z.record(z.uuid(), number),
    /** Launches that launch sessions used; 0 for a tariff that counts none. */
    launch_count: number,
    launch_limit: number.nullable(),
    launches_left: number.nullable(),
    /** In days. */
    time_limit_per_launch: number.nullable(),
    time_limit_at: z.iso.datetime().nullable(),
    /** count: 1 from the start of a launch session until it is over, its time-out included; nothing starts while `timeout` is true. */
    active_sessions: z.object({ count: number, end_time: z.iso.datetime().nullable(), timeout: z.boolean() }),
  }),
  errors: ['not_in_organisation', 'tariff_missing'],
});
