import { LAUNCH_TRIGGERS, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';

/** The queue of a source, so that the workers of each source can be scaled separately. */
export const crawlQueue = (source: string) => `crawl-${source}`;

/** Ids only: jobs are stored in clear text. */
export const crawlJob = z.object({
  launch_id: z.uuid(),
  task_id: z.uuid(),
  organisation_id: z.uuid(),
  source_type: z.enum(SOURCE_TYPES),
  trigger: z.enum(LAUNCH_TRIGGERS),
  /** The lowest version of the task that the launch needs; the crawler waits for it. */
  task_version: z.number().int(),
});
export type CrawlJob = z.output<typeof crawlJob>;
