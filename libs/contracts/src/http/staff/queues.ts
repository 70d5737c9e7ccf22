import { JOB_STATES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { QUEUES } from '../../jobs/queues.ts';
import { done, page, pageQuery } from '../../paging.ts';
import { defineRoute } from '../../route.ts';

const number = z.number().int().nonnegative();
const queue = z.enum([...QUEUES]);
/** Ids of jobs are ids of rows. */
const JOB_ID_MAX = 200;
const jobParams = z.object({ queue, job: z.string().min(1).max(JOB_ID_MAX) });

const queueCounts = z.object({ queue: z.string(), waiting: number, active: number, delayed: number, failed: number });
export type QueueCounts = z.output<typeof queueCounts>;

export const listQueues = defineRoute({
  method: 'GET',
  path: '/api/control/queues/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List the queues with the numbers of their jobs',
  answer: z.object({ queues: z.array(queueCounts) }),
  errors: [],
});

const queueJob = z.object({
  id: z.string(),
  state: z.enum(JOB_STATES),
  /** The ids that the job holds, and of what kind it is; empty for a job of another shape. */
  data: z.record(z.string(), z.union([z.string(), z.number()])),
  /** How often a worker has begun it. */
  attempts: number,
  created: z.iso.datetime(),
  /** When a worker took it last. */
  started: z.iso.datetime().nullable(),
  /** The first line of why it failed. */
  reason: z.string().nullable(),
});
export type QueueJob = z.output<typeof queueJob>;

export const listJobs = defineRoute({
  method: 'GET',
  path: '/api/control/queues/{queue}/jobs/',
  service: 'admin',
  access: 'staff',
  changesState: false,
  summary: 'List the jobs of a queue that are in a state, the next one first, failed ones by the newest',
  params: z.object({ queue }),
  query: pageQuery.extend({ state: z.enum(JOB_STATES).default('waiting') }),
  answer: page(queueJob),
  errors: [],
});

export const retryJob = defineRoute({
  method: 'POST',
  path: '/api/control/queues/{queue}/jobs/{job}/retry/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'Put a failed job into its queue again',
  params: jobParams,
  answer: done,
  errors: ['job_moved'],
});

export const removeJob = defineRoute({
  method: 'DELETE',
  path: '/api/control/queues/{queue}/jobs/{job}/',
  service: 'admin',
  access: 'staff',
  sessionOnly: true,
  changesState: true,
  summary: 'Remove a job that no worker has; unfinished work is queued again from its row',
  params: jobParams,
  answer: done,
  errors: ['job_moved'],
});
