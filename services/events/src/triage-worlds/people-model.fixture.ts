import { type CloseReason, mayChangeStatus, reasonsFor, reasonSuits, type TriageStatus } from '@leakwatch/vocabulary';
import { takeFindings } from './intake-model.fixture.ts';
import { type Happening, OWNERS, PEOPLE } from './triage-happenings.fixture.ts';
import {
  actorOf,
  isOfPaste,
  isStaff,
  matches,
  mayChange,
  type Model,
  type ModelEvent,
  organisationOf,
  sameFile,
  seenBy,
  sees,
  setStatus,
  setTriage,
  similar,
  undo,
} from './triage-model.fixture.ts';

/** What the numbers of a happening name, as it was before the step. */
export interface Named {
  /** The number of the happening. */
  readonly serial: number;
  readonly keys: readonly string[];
  readonly batch?: { readonly serial: number; readonly by: number } | undefined;
  readonly rule?: { readonly organisation: number; readonly owner: string } | undefined;
}

export const keyAt = (keys: readonly string[], pick: number): string => keys[pick % Math.max(1, keys.length)] ?? '';
export const reasonOf = (status: TriageStatus, nth: number): CloseReason | null => reasonsFor(status)[nth] ?? null;

/** Lets it happen to the model. Returns how many events a change of a person changed; undefined where nothing is counted. */
export function happen(model: Model, what: Happening, named: Named): number | undefined {
  const { serial, keys } = named;
  const chosen = (by: number, picks: readonly number[]) =>
    [...new Set(picks.map((pick) => model.events[keyAt(keys, pick)]))].filter((event) => sees(model, by, event));
  const close = (by: number, events: readonly ModelEvent[], status: TriageStatus, reason: number) => {
    const changing = events.filter((event) => mayChange(model, by, event) && mayChangeStatus('user', event.status, status));
    for (const event of changing) setStatus(model, event, status, reasonOf(status, reason), { by: actorOf(by), batch: serial });
    return changing.length;
  };
  const change = (by: number, picks: readonly number[], does: (event: ModelEvent) => boolean) =>
    chosen(by, picks).filter((event) => mayChange(model, by, event) && does(event)).length;
  switch (what.do) {
    case 'find':
      takeFindings(model, what.findings);
      return;
    case 'one': {
      const [event] = chosen(what.by, [what.event]);
      if (event === undefined) return 0;
      const others = [...(what.sameFile ? sameFile(model, what.by, event) : []), ...(what.similar ? similar(model, what.by, event) : [])];
      return close(what.by, [...new Set([event, ...others])], what.status, what.reason);
    }
    case 'many':
      return close(what.by, chosen(what.by, what.events), what.status, what.reason);
    case 'matching': {
      // Staff name the first organisation.
      const found = seenBy(model, what.by).filter((event) => (!isStaff(what.by) || event.task !== 2) && matches(event, what.filters));
      return close(what.by, found, what.status, what.reason);
    }
    case 'send again':
      // It was made when it was sent first.
      return;
    case 'undo': {
      const { batch } = named;
      const by = what.by ?? batch?.by;
      if (batch === undefined || by !== batch.by) return 0;
      return seenBy(model, by).filter((event) => mayChange(model, by, event) && undo(model, event, batch.serial, actorOf(by))).length;
    }
    case 'assign': {
      const { to, by } = what;
      const organisation = to === null ? null : PEOPLE[to];
      if (to !== null && (model.present[to] === false || !(isStaff(by) || PEOPLE[by] === organisation))) return 0;
      return change(
        by,
        what.events,
        (event) =>
          (to === null || organisation === organisationOf(event)) &&
          setTriage(event, 'assignee', to === null ? null : String(to), { by: actorOf(by), batch: serial }),
      );
    }
    case 'date':
      return change(what.by, what.events, (event) => setTriage(event, 'due_date', what.due, { by: actorOf(what.by), batch: serial }));
    case 'reason':
      return change(
        what.by,
        what.events,
        (event) =>
          reasonSuits(what.reason, event.status) && setTriage(event, 'reason', what.reason, { by: actorOf(what.by), batch: serial }),
      );
    case 'replay': {
      const { rule } = named;
      if (rule === undefined || !(isStaff(what.by) || PEOPLE[what.by] === rule.organisation)) return 0;
      const met = seenBy(model, what.by).filter(
        (event) =>
          organisationOf(event) === rule.organisation &&
          !isOfPaste(event.place) &&
          OWNERS[event.place] === rule.owner &&
          event.status !== 'blacklist' &&
          mayChange(model, what.by, event),
      );
      for (const event of met) setStatus(model, event, 'blacklist', null, { by: `rule ${what.by}`, batch: serial });
      return met.length;
    }
    case 'comment':
      change(what.by, [what.event], (event) => comment(event, what.by, what.text, null));
      return;
    case 'comment on many':
      return change(what.by, what.events, (event) => comment(event, what.by, what.text, serial));
    case 'edit':
    case 'remove comment':
      change(what.by, [what.event], (event) => {
        const own = event.comments.findLast(({ by }) => by === what.by);
        if (what.do === 'edit' && own !== undefined) Object.assign(own, { text: `text ${what.text}`, edited: true });
        if (what.do === 'remove comment') event.comments = event.comments.filter((one) => one !== own);
        return true;
      });
      return;
    default:
      settle(model, what, named);
      return;
  }
}

/** One that the same person sends again is not added twice. */
function comment(event: ModelEvent, by: number, nth: number, batch: number | null): boolean {
  const text = `text ${nth}`;
  const last = event.comments.at(-1);
  if (last?.by !== by || last.text !== text) event.comments.push({ by, text, batch, edited: false });
  else if (last.batch !== null && batch !== null) last.batch = batch;
  return true;
}

/** What others than triaging people do. */
function settle(model: Model, what: Happening, { rule }: Named): void {
  if (what.do === 'rule' && model.rules[what.organisation]?.includes(what.owner) === false)
    model.rules[what.organisation]?.push(what.owner);
  if (what.do === 'no rule' && rule !== undefined) {
    const rules = model.rules[rule.organisation] ?? [];
    rules.splice(rules.indexOf(rule.owner), 1);
  }
  if (what.do === 'keywords' && model.deleted[what.task] === false) model.filtered[what.task] = what.on;
  if (what.do === 'active') model.active[what.organisation] = what.on;
  if (what.do === 'member') {
    model.present[what.who] = what.on;
    for (const event of Object.values(model.events))
      if (!what.on && event.assignee === what.who) setTriage(event, 'assignee', null, { by: 'system', batch: null });
  }
  if (what.do === 'delete task') model.deleted[what.task] = true;
  if (what.do !== 'purge') return;
  for (const [key, { task }] of Object.entries(model.events)) if (model.deleted[task] === true) delete model.events[key];
  for (const [task, deleted] of model.deleted.entries()) if (deleted) model.filtered[task] = false;
}
