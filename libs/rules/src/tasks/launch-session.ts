import type { LaunchSessionState } from '@leakwatch/vocabulary';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A launch session as it is stored; `endTime` in Unix milliseconds. */
export interface StoredLaunchSession {
  readonly state: LaunchSessionState;
  readonly endTime: number;
}

/** The state of a launch session at a time: after its end it is timing out, even when that is not stored yet. */
export const launchSessionStateAt = (session: StoredLaunchSession, now: number): LaunchSessionState =>
  session.state === 'open' && now >= session.endTime ? 'timing_out' : session.state;

/** The state of a launch session after its end: it is over when none of its launches runs any more. */
export const launchSessionAfterTimeout = (
  session: StoredLaunchSession,
  now: number,
  running: { readonly tasks: number; readonly launches: number },
): LaunchSessionState => {
  const state = launchSessionStateAt(session, now);
  return state === 'timing_out' && running.tasks === 0 && running.launches === 0 ? 'over' : state;
};

/** The end of a launch session that begins now; `days` is the tariff's time_limit_per_launch. */
export const launchSessionEnd = (now: number, days: number): number => now + days * DAY_MS;
