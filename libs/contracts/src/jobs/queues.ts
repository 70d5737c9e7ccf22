import { SOURCE_TYPES } from '@leakwatch/vocabulary';
import type { z } from 'zod';
import { POOL_CHECKS_QUEUE, poolCheckJob } from './check-pool.ts';
import { crawlJob, crawlQueue } from './crawl.ts';
import { deliverWebhooksJob, WEBHOOKS_QUEUE } from './deliver-webhooks.ts';
import { makeReportJob, REPORTS_QUEUE } from './make-report.ts';

/** Every queue, with what its jobs hold: ids, and never a secret. */
export const QUEUE_JOBS: ReadonlyMap<string, z.ZodType<Readonly<Record<string, string | number>>>> = new Map<
  string,
  typeof crawlJob | typeof makeReportJob | typeof deliverWebhooksJob | typeof poolCheckJob
>([
  ...SOURCE_TYPES.map((source) => [crawlQueue(source), crawlJob] as const),
  [REPORTS_QUEUE, makeReportJob],
  [WEBHOOKS_QUEUE, deliverWebhooksJob],
  [POOL_CHECKS_QUEUE, poolCheckJob],
]);
export const QUEUES: readonly string[] = [...QUEUE_JOBS.keys()];
