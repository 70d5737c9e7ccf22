import { LAUNCH_ERROR_CODES, REPOSITORY_STATUSES, SOURCE_TYPES } from '@leakwatch/vocabulary';
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

/** Since when a launch has made no progress, and for what it waits; null where it waits for its turn. */
export const stalledState = z.object({ since: z.iso.datetime(), error_code: z.enum(LAUNCH_ERROR_CODES).nullable() });

/** Counts of a launch over a source that is read in units: sums over the queries, streams and lists that the task needs. */
export const unitSums = z.object({
  units: z.number().int(),
  failed: z.number().int(),
  /** Results that the upstream says it has; null where it gives no number. */
  total: z.number().int().nullable(),
  /** Documents that its answers named. */
  returned: z.number().int(),
  read: z.number().int(),
  unread: z.number().int(),
  unchecked: z.number().int(),
  /** Units of which the upstream does not give every result, and units whose answers were incomplete. */
  capped: z.number().int(),
  incomplete: z.number().int(),
  /** Every unit was read to its end at this time or later. */
  last_full_pass: z.iso.datetime().nullable(),
  /** Units that answer and have had nothing new for longer than their habit. A message of an earlier version does not have the next two. */
  silent: z.number().int().default(0),
  /** Since when the first of them. */
  silent_since: z.iso.datetime().nullable().default(null),
  /** Since when the first of those fails that fail. A message of an earlier version does not have it. */
  failing_since: z.iso.datetime().nullable().default(null),
  /** Why a unit waits or fails. */
  error_code: z.enum(LAUNCH_ERROR_CODES).nullable(),
  /** Set while the launch makes no progress, and has made none for long. A message of an earlier version does not have it. */
  stalled: stalledState.nullable().default(null),
});
export type UnitSums = z.output<typeof unitSums>;

export const launchProgressV1 = defineMessage({
  topic: 'launch-progress.v1',
  keyOf: (progress) => progress.launch_id,
  schema: z.object({
    ...launch,
    progress: z.number().int().min(0).max(100),
    activity_at: z.iso.datetime(),
    /** Those that changed since the last message of the launch; all of them in the first message of a try. */
    repositories: z.array(repositoryProgress),
    /** null for git repositories; a message of an earlier version does not have it. */
    units: unitSums.nullable().default(null),
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
    /** null for git repositories; a message of an earlier version does not have it. */
    units: unitSums.nullable().default(null),
  }),
});
export type LaunchFinished = z.output<typeof launchFinishedV1.schema>;
