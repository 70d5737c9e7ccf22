/**
 * A session of a count_launch tariff. open: tasks run and others may join; timing_out: its end has come, running crawls
 * are being cancelled and nothing starts; over.
 */
export const SESSION_STATES = ['open', 'timing_out', 'over'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const SESSION_TRANSITIONS: Readonly<Record<SessionState, readonly SessionState[]>> = {
  open: ['timing_out', 'over'],
  timing_out: ['over'],
  over: [],
};
