/** Why a task runs over one of its sources. */
export const LAUNCH_TRIGGERS = ['schedule', 'start', 'staff'] as const;
export type LaunchTrigger = (typeof LAUNCH_TRIGGERS)[number];

/**
 * waiting: in PostgreSQL, not yet queued; released: in the queue or in work; cancelling: its task was stopped, and a worker
 * may still run it; done, failed, cancelled: ended.
 */
export const LAUNCH_STATES = ['waiting', 'released', 'cancelling', 'done', 'failed', 'cancelled'] as const;
export type LaunchState = (typeof LAUNCH_STATES)[number];

/** States of a launch that has not ended. */
export const OPEN_LAUNCH_STATES = ['waiting', 'released', 'cancelling'] as const satisfies readonly LaunchState[];

export const LAUNCH_TRANSITIONS: Readonly<Record<LaunchState, readonly LaunchState[]>> = {
  waiting: ['released', 'cancelled'],
  released: ['done', 'failed', 'cancelling', 'waiting'],
  cancelling: ['cancelled'],
  done: [],
  failed: [],
  cancelled: [],
};

/** Why a launch waits, failed, or left something out, that no error of a repository explains. `SEARCH_FAULTS_RU` and `SEARCH_FAULTS_EN` have a text for each. */
export const LAUNCH_ERROR_CODES = [
  'attempts_exhausted',
  'upstream_limited',
  'no_account',
  'accounts_refused',
  'proxies_failed',
  'query_refused',
  'channel_not_found',
  'no_member',
  'invite_expired',
  'invite_invalid',
  'upstream_unavailable',
  'upstream_broken_answer',
  'search_failed',
  'crawler_away',
] as const;
export type LaunchErrorCode = (typeof LAUNCH_ERROR_CODES)[number];
