/** Everything that decides whether a task may start. Times are Unix milliseconds. */
export interface StartSituation {
  readonly now: number;
  readonly organisation: {
    readonly active: boolean;
    readonly trusted: boolean;
    readonly startsAt: number;
    readonly expiresAt: number;
  };
  readonly tariff: { readonly taskLimit: number; readonly patternLimit: number } | null;
  readonly confirmed: boolean;
  /** Running tasks of the organisation and their patterns, without this task. */
  readonly running: { readonly tasks: number; readonly patterns: number };
  readonly patterns: number;
  readonly crawled: boolean;
}

/** Why a start is refused, in the order in which it is checked (decisions, 'Tasks, tariffs, sessions'). */
export const START_REFUSALS = {
  organisation_inactive: (s: StartSituation) => !s.organisation.active,
  organisation_expired: (s: StartSituation) => s.now < s.organisation.startsAt || s.now >= s.organisation.expiresAt,
  tariff_missing: (s: StartSituation) => s.tariff === null,
  task_not_confirmed: (s: StartSituation) => !s.confirmed && !s.organisation.trusted,
  task_limit_reached: (s: StartSituation) => s.tariff !== null && s.running.tasks + 1 > s.tariff.taskLimit,
  pattern_limit_reached: (s: StartSituation) => s.tariff !== null && s.running.patterns + s.patterns > s.tariff.patternLimit,
  source_not_crawled: (s: StartSituation) => !s.crawled,
} as const;
export type StartRefusal = keyof typeof START_REFUSALS;

const ORDER = [
  'organisation_inactive',
  'organisation_expired',
  'tariff_missing',
  'task_not_confirmed',
  'task_limit_reached',
  'pattern_limit_reached',
  'source_not_crawled',
] as const satisfies readonly StartRefusal[];

/** The first reason against a start, or null when the task may start. */
export const refuseStart = (situation: StartSituation): StartRefusal | null =>
  ORDER.find((reason) => START_REFUSALS[reason](situation)) ?? null;
