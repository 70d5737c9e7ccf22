import type { SourceType } from './sources.ts';

export const EVENT_STATUSES = ['open', 'in_progress', 'fixed', 'false', 'blacklist', 'auto_filtered'] as const;
/** `false` is a string here (false positive), never a boolean. */
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const STATUS_ACTORS = ['user', 'staff', 'rule', 'system'] as const;
export type StatusActor = (typeof STATUS_ACTORS)[number];

/** Statuses that a person may set. */
export const TRIAGE_STATUSES = ['open', 'in_progress', 'fixed', 'false'] as const satisfies readonly EventStatus[];
export type TriageStatus = (typeof TRIAGE_STATUSES)[number];

/** The list filter's group `closed`. */
export const CLOSED_STATUSES = ['fixed', 'false', 'blacklist'] as const satisfies readonly EventStatus[];

/**
 * Who may change an event to a status, from any other status (docs/behaviour/events.md).
 */
export const STATUS_TRANSITIONS: Readonly<Record<EventStatus, readonly StatusActor[]>> = {
  open: ['user', 'staff', 'system'],
  in_progress: ['user', 'staff'],
  fixed: ['user', 'staff'],
  false: ['user', 'staff'],
  blacklist: ['rule', 'staff'],
  auto_filtered: ['system'],
};

/** Whether `actor` may change an event from one status to another. The same status is no change. */
export function mayChangeStatus(actor: StatusActor, from: EventStatus, to: EventStatus): boolean {
  return from !== to && STATUS_TRANSITIONS[to].includes(actor);
}

/** Statuses in which an event still needs work: only these can be overdue. */
export const UNSOLVED_STATUSES = ['open', 'in_progress'] as const satisfies readonly EventStatus[];

/** Why a person closed an event, with the statuses that the reason goes with. An accepted risk stays closed when it is found again, as `false` does. */
export const CLOSE_REASONS = {
  revoked: ['fixed'],
  removed: ['fixed'],
  false_positive: ['false'],
  test_data: ['false'],
  public_data: ['false'],
  accepted_risk: ['false'],
} as const satisfies Readonly<Record<string, readonly TriageStatus[]>>;
export type CloseReason = keyof typeof CLOSE_REASONS;
export const CLOSE_REASON_CODES = [
  'revoked',
  'removed',
  'false_positive',
  'test_data',
  'public_data',
  'accepted_risk',
] as const satisfies readonly CloseReason[];

/** Whether an event with this status may have the reason. */
export const reasonSuits = (reason: CloseReason, status: EventStatus): boolean => {
  const statuses: readonly EventStatus[] = CLOSE_REASONS[reason];
  return statuses.includes(status);
};

/** The reasons that a person may give for a status; none for one that does not close an event. */
export const reasonsFor = (status: EventStatus): readonly CloseReason[] =>
  CLOSE_REASON_CODES.filter((reason) => reasonSuits(reason, status));

export const BLOCK_TYPES = ['owner', 'repository', 'owner_and_repo'] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

/** Sources whose owners and repositories can be excluded (docs/behaviour/blacklist.md). */
export const BLACKLIST_SOURCES = ['github', 'gist'] as const satisfies readonly SourceType[];
export type BlacklistSource = (typeof BLACKLIST_SOURCES)[number];

/** Whether blacklist rules can be created for the source. */
export const hasBlacklist = (source: SourceType): source is BlacklistSource => BLACKLIST_SOURCES.some((one) => one === source);

/**
 * How old open events are, in whole UTC days since the day on which they were found; each age begins behind the one before. People look at new
 * leaks daily, at others weekly and monthly; what is older than a quarter is overdue.
 */
export const EVENT_AGES = [
  { age: 'days_1', upTo: 1 },
  { age: 'days_7', upTo: 7 },
  { age: 'days_30', upTo: 30 },
  { age: 'days_90', upTo: 90 },
  { age: 'older', upTo: null },
] as const;
export type EventAge = (typeof EVENT_AGES)[number]['age'];

/** Periods of the overview, in days. */
export const OVERVIEW_DAYS = [7, 30, 90, 365] as const;
