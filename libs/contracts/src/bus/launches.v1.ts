import { REPOSITORY_STATUSES, SOURCE_TYPES } from '@leakwatch/vocabulary';
import { z } from 'zod';
import { defineMessage } from './envelope.ts';

const launch = {
  launch_id: z.uuid(),
  task_id: z.uuid(),
  organisation_id: z.uuid(),
  source_type: z.enum(SOURCE_TYPES),
};

const repositoryProgress = z.object({
  id: z.uuid(),
  status: z.enum(REPOSITORY_STATUSES),
  error_code: z.string().nullable(),
  last_indexed: z.iso.datetime().nullable(),
  blobs_total: z.number().int(),
  blobs_scanned: z.number().int(),
  blobs_unread: z.number().int(),
  /** Files for which an expression was too expensive. A message of an earlier version does not have it. */
  blobs_unchecked: z.number().int().default(0),
});
export type RepositoryProgress = z.output<typeof repositoryProgress>;

export const launchProgressV1 = defineMessage({
  topic: 'launch-progress.v1',
  keyOf: (progress) => progress.launch_id,
  schema: z.object({
    ...launch,
    progress: z.number().int().min(0).max(100),
    activity_at: z.iso.datetime(),
    repositories: z.array(repositoryProgress),
  }),
});
export type LaunchProgress = z.output<typeof launchProgressV1.schema>;

/** cancelled: the task was stopped; failed: nothing could be read, error_code says why. */
export const launchFinishedV1 = defineMessage({
  topic: 'launch-finished.v1',
  keyOf: (finished) => finished.launch_id,
  schema: z.object({
    ...launch,
    outcome: z.enum(['done', 'failed', 'cancelled']),
    error_code: z.string().nullable(),
    finished_at: z.iso.datetime(),
    /** The final state of each repository, because the two topics are not ordered against each other. */
    repositories: z.array(repositoryProgress),
  }),
});
export type LaunchFinished = z.output<typeof launchFinishedV1.schema>;
