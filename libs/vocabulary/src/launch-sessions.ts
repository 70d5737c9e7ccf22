/**
 * A launch session (docs/behaviour/tariffs.md). open: tasks run and others may join; timing_out: its end has passed, its
 * crawls are being cancelled and nothing starts; over: ended.
 */
export const LAUNCH_SESSION_STATES = ['open', 'timing_out', 'over'] as const;
export type LaunchSessionState = (typeof LAUNCH_SESSION_STATES)[number];

export const LAUNCH_SESSION_TRANSITIONS: Readonly<Record<LaunchSessionState, readonly LaunchSessionState[]>> = {
  open: ['timing_out', 'over'],
  timing_out: ['over'],
  over: [],
};
