import type { SessionState } from '@leakwatch/vocabulary';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A session as it is stored; `endTime` in Unix milliseconds. */
export interface StoredSession {
  readonly state: SessionState;
  readonly endTime: number;
}

/** What a session is now: its end is decided by the clock, whether or not anybody was there to write it down. */
export const sessionStateAt = (session: StoredSession, now: number): SessionState =>
  session.state === 'open' && now >= session.endTime ? 'timing_out' : session.state;

/** Whether a session that times out is over: only when nothing of it runs any more. */
export const afterTimeout = (
  session: StoredSession,
  now: number,
  running: { readonly tasks: number; readonly launches: number },
): SessionState => {
  const state = sessionStateAt(session, now);
  return state === 'timing_out' && running.tasks === 0 && running.launches === 0 ? 'over' : state;
};

/** When a session that begins now ends; `days` is the tariff's time_limit_per_launch. */
export const sessionEnd = (now: number, days: number): number => now + days * DAY_MS;
