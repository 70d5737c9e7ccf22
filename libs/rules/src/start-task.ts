import { type StoredSession, sessionStateAt } from './session.ts';

/** What a count_launch tariff adds. Times are Unix milliseconds. */
export interface LaunchAllowance {
  readonly limit: number;
  readonly used: number;
  /** When the tariff's months are over; null when it names none. */
  readonly timeLimitAt: number | null;
  /** The session that is open or times out, if there is one. */
  readonly session: StoredSession | null;
}

/** Everything that decides whether a task may start. Times are Unix milliseconds. */
export interface StartSituation {
  readonly now: number;
  readonly organisation: {
    readonly active: boolean;
    readonly trusted: boolean;
    readonly startsAt: number;
    readonly expiresAt: number;
  };
  readonly tariff: {
    readonly taskLimit: number;
    readonly patternLimit: number;
    /** null for all_inclusive, which counts no launches. */
    readonly launches: LaunchAllowance | null;
  } | null;
  readonly confirmed: boolean;
  /** Running tasks of the organisation and their patterns, without this task. */
  readonly running: { readonly tasks: number; readonly patterns: number };
  readonly patterns: number;
  readonly crawled: boolean;
}

const launchesOf = (s: StartSituation) => s.tariff?.launches ?? null;

/** What the session is at the moment of the start; a session that is over is none. */
export function sessionAt(session: StoredSession | null, now: number): 'none' | 'open' | 'timing_out' {
  if (session === null) return 'none';
  const state = sessionStateAt(session, now);
  return state === 'over' ? 'none' : state;
}

const sessionOf = (s: StartSituation) => sessionAt(launchesOf(s)?.session ?? null, s.now);

/** Why a start is refused, in the order in which it is checked (decisions, 'Tasks, tariffs, sessions'). */
export const START_REFUSALS = {
  organisation_inactive: (s: StartSituation) => !s.organisation.active,
  organisation_expired: (s: StartSituation) => s.now < s.organisation.startsAt || s.now >= s.organisation.expiresAt,
  tariff_missing: (s: StartSituation) => s.tariff === null,
  task_not_confirmed: (s: StartSituation) => !s.confirmed && !s.organisation.trusted,
  task_limit_reached: (s: StartSituation) => s.tariff !== null && s.running.tasks + 1 > s.tariff.taskLimit,
  pattern_limit_reached: (s: StartSituation) => s.tariff !== null && s.running.patterns + s.patterns > s.tariff.patternLimit,
  session_timeout: (s: StartSituation) => sessionOf(s) === 'timing_out',
  time_limit_reached: (s: StartSituation) => s.now >= (launchesOf(s)?.timeLimitAt ?? Number.POSITIVE_INFINITY),
  launch_limit_reached: (s: StartSituation) => {
    const launches = launchesOf(s);
    return launches !== null && sessionOf(s) === 'none' && launches.used >= launches.limit;
  },
  source_not_crawled: (s: StartSituation) => !s.crawled,
} as const;
export type StartRefusal = keyof typeof START_REFUSALS;

export const START_REFUSAL_ORDER = [
  'organisation_inactive',
  'organisation_expired',
  'tariff_missing',
  'task_not_confirmed',
  'task_limit_reached',
  'pattern_limit_reached',
  'session_timeout',
  'time_limit_reached',
  'launch_limit_reached',
  'source_not_crawled',
] as const satisfies readonly StartRefusal[];

/** The first reason against a start, or null when the task may start. */
export const refuseStart = (situation: StartSituation): StartRefusal | null =>
  START_REFUSAL_ORDER.find((reason) => START_REFUSALS[reason](situation)) ?? null;

/** Whether a start that is not refused opens a session, and so consumes a launch. */
export const opensSession = (situation: StartSituation): boolean => launchesOf(situation) !== null && sessionOf(situation) === 'none';
