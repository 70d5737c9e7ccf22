import { type CloseReason, type EventStatus, reasonSuits, UNSOLVED_STATUSES } from '@leakwatch/vocabulary';
import { type ModelFilters, ORGANISATION_OF, OWNERS, PASTE, PEOPLE } from './triage-happenings.fixture.ts';

/** One entry of an event's history. */
export interface StatusEntry {
  readonly from: EventStatus | null;
  readonly to: EventStatus;
  readonly by: string;
  readonly reasons: readonly [CloseReason | null, CloseReason | null];
  /** The number of the call that a person made; null for what nobody can undo. */
  readonly batch: number | null;
  readonly fixedBefore: number | null;
}
export type TriageField = 'assignee' | 'due_date' | 'reason';
export interface TriageEntry {
  readonly field: TriageField;
  readonly before: string | null;
  readonly after: string | null;
  readonly by: string;
  readonly batch: number | null;
  /** Entries of the status before it. */
  readonly behind: number;
}
export interface ModelComment {
  readonly by: number;
  text: string;
  batch: number | null;
  edited: boolean;
}

/** An event as the plain model has it. */
export interface ModelEvent {
  readonly key: string;
  readonly task: number;
  readonly place: number;
  /** Which of the secrets it holds. */
  secret: number | null;
  status: EventStatus;
  reason: CloseReason | null;
  /** While it is fixed: behind how many entries of its history it was. */
  fixed: number | null;
  assignee: number | null;
  due: string | null;
  readonly seen: number[];
  readonly knownAs: string[];
  readonly history: StatusEntry[];
  readonly triage: TriageEntry[];
  comments: ModelComment[];
}

/** All that stands; plain data, so that it is copied as a whole. */
export interface Model {
  readonly events: Record<string, ModelEvent>;
  /** What was told of each event, also of those that are gone. */
  readonly told: Record<string, string[]>;
  /** The events that wait for a digest. */
  readonly waiting: Record<string, boolean>;
  /** By organisation, the owners that its rules exclude. */
  readonly rules: readonly string[][];
  /** By task. */
  readonly filtered: boolean[];
  readonly deleted: boolean[];
  /** By organisation. */
  readonly active: boolean[];
  /** By person. */
  readonly present: boolean[];
}

export const newModel = (): Model => ({
  events: {},
  told: {},
  waiting: {},
  rules: [[], []],
  filtered: ORGANISATION_OF.map(() => false),
  deleted: ORGANISATION_OF.map(() => false),
  active: [true, true],
  present: PEOPLE.map((organisation) => organisation !== null),
});

export const organisationOf = ({ task }: Pick<ModelEvent, 'task'>): number => ORGANISATION_OF[task] ?? 0;
export const isStaff = (person: number): boolean => PEOPLE[person] === null;
export const actorOf = (person: number): string => `${isStaff(person) ? 'staff' : 'user'} ${person}`;

export const sees = (model: Model, person: number, event: ModelEvent | undefined): event is ModelEvent =>
  event !== undefined && model.deleted[event.task] === false && (isStaff(person) || PEOPLE[person] === organisationOf(event));
/** Whether a person may change an event that the person sees. */
export const mayChange = (model: Model, person: number, event: ModelEvent): boolean =>
  isStaff(person) || model.active[organisationOf(event)] === true;
export const seenBy = (model: Model, person: number): readonly ModelEvent[] =>
  Object.values(model.events).filter((event) => sees(model, person, event));

const fileOf = ({ task, place }: ModelEvent): string => `${organisationOf({ task })} ${place}`;
export const sameFile = (model: Model, person: number, event: ModelEvent): readonly ModelEvent[] =>
  seenBy(model, person).filter((other) => other.key !== event.key && fileOf(other) === fileOf(event));
export const similar = (model: Model, person: number, event: ModelEvent): readonly ModelEvent[] =>
  seenBy(model, person).filter(
    (other) =>
      event.secret !== null &&
      other.secret === event.secret &&
      organisationOf(other) === organisationOf(event) &&
      fileOf(other) !== fileOf(event),
  );

export const isOverdue = ({ due, status }: ModelEvent): boolean =>
  due !== null && due < '2026-01-01' && UNSOLVED_STATUSES.some((one) => one === status);
export const matches = (event: ModelEvent, { status, task, owner, assignee, reason, overdue }: ModelFilters): boolean =>
  status.includes(event.status) &&
  (task === undefined || task === event.task) &&
  (owner === undefined || owner === OWNERS[event.place]) &&
  (assignee === undefined || assignee === event.assignee) &&
  (reason === undefined || reason === (event.reason ?? 'none')) &&
  (overdue === undefined || isOverdue(event));

/** The one writer of statuses. */
export function setStatus(
  model: Model,
  event: ModelEvent,
  to: EventStatus,
  reason: CloseReason | null,
  by: Pick<StatusEntry, 'by' | 'batch'>,
  since: number | null = null,
): void {
  const fixed = to === 'fixed' ? (since ?? event.history.length) : null;
  event.history.push({ from: event.status, to, reasons: [event.reason, reason], fixedBefore: event.fixed, ...by });
  tell(model, event, event.status, to);
  Object.assign(event, { status: to, reason, fixed });
}

export function tell(model: Model, { key }: Pick<ModelEvent, 'key'>, from: EventStatus | null, to: EventStatus): void {
  model.told[key] = [...(model.told[key] ?? []), `${from ?? 'new'} ${to}`];
}

const valueOf = (event: ModelEvent, field: TriageField): string | null =>
  field === 'assignee' ? (event.assignee?.toString() ?? null) : field === 'due_date' ? event.due : event.reason;

/** The one writer of assignees, due dates and reasons. Returns whether anything changed. */
export function setTriage(
  event: ModelEvent,
  field: TriageField,
  after: string | null,
  { by, batch }: Pick<StatusEntry, 'by' | 'batch'>,
): boolean {
  const before = valueOf(event, field);
  if (before === after) return false;
  event.triage.push({ field, before, after, by, batch, behind: event.history.length });
  if (field === 'assignee') event.assignee = after === null ? null : Number(after);
  else if (field === 'due_date') event.due = after;
  else event.reason = after as CloseReason | null;
  return true;
}

/** Takes back what a call did to an event and nobody has changed since. */
export function undo(model: Model, event: ModelEvent, batch: number, by: string): boolean {
  const last = event.history.at(-1);
  if (last?.batch === batch && last.from !== null) {
    setStatus(model, event, last.from, last.reasons[0], { by, batch: null }, last.fixedBefore);
    return true;
  }
  const at = event.triage.findLastIndex((entry) => entry.batch === batch);
  const entry = event.triage[at];
  if (entry !== undefined) {
    const { field, before, after, behind } = entry;
    if (event.triage.slice(at + 1).some((later) => later.field === field) || valueOf(event, field) !== after) return false;
    if (field === 'assignee' && before !== null && model.present[Number(before)] === false) return false;
    if (field === 'reason' && (event.history.length > behind || !suits(before, event.status))) return false;
    return setTriage(event, field, before, { by, batch: null });
  }
  const kept = event.comments.filter((comment) => comment.batch !== batch || comment.edited);
  const taken = kept.length < event.comments.length;
  event.comments = kept;
  return taken;
}

const suits = (reason: string | null, status: EventStatus): boolean => reason === null || reasonSuits(reason as CloseReason, status);

export const isOfPaste = (place: number): boolean => place === PASTE;
