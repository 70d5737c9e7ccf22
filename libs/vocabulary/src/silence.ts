import type { SourceType } from './sources.ts';

interface SilencePolicy {
  /** Seconds without anything new after which a source may count as silent, however lively it was. */
  readonly leastSeconds: number;
  /** How much longer than its habit. Of random intervals one in a million is longer than four times the longest of late. */
  readonly factor: number;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** When a source that answers counts as silent. Streams of everything never rest; queries for a customer's words may for days. null: never. */
export const SILENCE_POLICIES: Readonly<Record<SourceType, SilencePolicy | null>> = {
  pastebin: { leastSeconds: HOUR / 2, factor: 4 },
  gist: { leastSeconds: HOUR, factor: 4 },
  telegram: { leastSeconds: DAY, factor: 4 },
  github: { leastSeconds: 2 * DAY, factor: 4 },
  gitlab_cloud: { leastSeconds: 2 * DAY, factor: 4 },
  google_docs: { leastSeconds: 7 * DAY, factor: 4 },
  // A repository without commits is an ordinary one, and one that cannot be read is an error.
  git_repo: null,
};

/** Intervals between news after which a habit is known. */
export const HABIT_INTERVALS = 5;
/** What each interval leaves of a habit that was longer, so that a source that becomes livelier is expected to stay so. */
export const HABIT_DECAY = 0.95;
/** Time between two readings that counts at most: silence of a source that was not read means nothing. */
export const SILENCE_STEP_SECONDS = 6 * HOUR;
