import type { SourceType } from './sources.ts';

export const EVENT_STATUSES = ['open', 'in_progress', 'fixed', 'false', 'blacklist', 'auto_filtered'] as const;
/** `false` is a word here (false positive), never a boolean. */
export type EventStatus = (typeof EVENT_STATUSES)[number];

export const STATUS_ACTORS = ['user', 'staff', 'rule', 'system'] as const;
export type StatusActor = (typeof STATUS_ACTORS)[number];

/** Statuses that a person triages with. */
export const TRIAGE_STATUSES = ['open', 'in_progress', 'fixed', 'false'] as const satisfies readonly EventStatus[];
export type TriageStatus = (typeof TRIAGE_STATUSES)[number];

/** The list filter's group `closed` (spec/1-console section 4). */
export const CLOSED_STATUSES = ['fixed', 'false', 'blacklist'] as const satisfies readonly EventStatus[];

/**
 * Who may move an event to a status. From any *other* status; to the same status is no change.
 * spec/1-console section 4 and the decisions under 'Events'.
 */
export const STATUS_TRANSITIONS: Readonly<Record<EventStatus, readonly StatusActor[]>> = {
  open: ['user', 'staff', 'system'],
  in_progress: ['user', 'staff'],
  fixed: ['user', 'staff'],
  false: ['user', 'staff'],
  blacklist: ['rule', 'staff'],
  auto_filtered: ['system'],
};

/** True when `actor` may move an event from one status to another. */
export function mayChangeStatus(actor: StatusActor, from: EventStatus, to: EventStatus): boolean {
  return from !== to && STATUS_TRANSITIONS[to].includes(actor);
}

export const BLOCK_TYPES = ['owner', 'repository', 'owner_and_repo'] as const;
export type BlockType = (typeof BLOCK_TYPES)[number];

/** Sources of which owners and repositories can be excluded (spec/1-console section 5). */
export const BLACKLIST_SOURCES = ['github', 'gist'] as const satisfies readonly SourceType[];
export type BlacklistSource = (typeof BLACKLIST_SOURCES)[number];

/** True where a blacklist rule can be made. */
export const hasBlacklist = (source: SourceType): source is BlacklistSource => BLACKLIST_SOURCES.some((one) => one === source);
