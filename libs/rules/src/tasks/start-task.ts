import { type StoredLaunchSession, launchSessionStateAt } from './launch-session.ts';

/** The launches of a count_launch tariff. Times are Unix milliseconds. */
export interface LaunchAllowance {
  readonly limit: number;
  readonly used: number;
  /** When the tariff's months end; null when it has no term. */
  readonly timeLimitAt: number | null;
  /** The launch session that is open or timing out, if there is one. */
  readonly session: StoredLaunchSession | null;
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
  /** Whether a source of the task is active and approved. */
  readonly hasSource: boolean;
}

const launchesOf = (s: StartSituation) => s.tariff?.launches ?? null;

/** The state of the launch session at the start; a session that is over counts as none. */
export function launchSessionAt(session: StoredLaunchSession | null, now: number): 'none' | 'open' | 'timing_out' {
  if (session === null) return 'none';
  const state = launchSessionStateAt(session, now);
  return state === 'over' ? 'none' : state;
}

const sessionOf = (s: StartSituation) => launchSessionAt(launchesOf(s)?.session ?? null, s.now);

/** Why a start is refused. START_REFUSAL_ORDER is the order of the checks (docs/behaviour/tasks.md). */
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
  source_missing: (s: StartSituation) => !s.hasSource,
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
  'source_missing',
] as const satisfies readonly StartRefusal[];

/** The first reason to refuse a start, or null when the task may start. */
export const refuseStart = (situation: StartSituation): StartRefusal | null =>
  START_REFUSAL_ORDER.find((reason) => START_REFUSALS[reason](situation)) ?? null;

/**
 * The first reason to refuse an edit or another launch of a running task, or null. Its place is taken already, and its patterns are too:
 * where a limit was lowered below what is in use, only patterns more than `patternsBefore` are refused.
 */
export const refuseContinuation = (situation: StartSituation, patternsBefore: number): StartRefusal | null =>
  START_REFUSAL_ORDER.find((reason) => {
    if (reason === 'task_limit_reached') return false;
    if (reason === 'pattern_limit_reached' && situation.patterns <= patternsBefore) return false;
    return START_REFUSALS[reason](situation);
  }) ?? null;

/** Whether a start that is not refused opens a launch session, and so uses a launch. */
export const opensLaunchSession = (situation: StartSituation): boolean => launchesOf(situation) !== null && sessionOf(situation) === 'none';
