import type { EventStatus } from '@leakwatch/vocabulary';
import { isOfPaste, type Model, type ModelEvent, organisationOf, setStatus, tell } from './triage-model.fixture.ts';
import { type ModelFinding, OWNERS } from './triage-happenings.fixture.ts';

export const keyOf = ({ task, place, lines }: Pick<ModelFinding, 'task' | 'place' | 'lines'>): string => `${task}/${place}/${lines}`;
/** The text that each kind of lines has: a secret, or a word by which a task filters, or the beginning of a paste. */
export const secretOf = ({ place, lines }: Pick<ModelFinding, 'place' | 'lines'>): number | null =>
  isOfPaste(place) ? (lines === 1 ? 0 : null) : lines === 0 ? place % 2 : null;

function firstStatus(model: Model, finding: ModelFinding): { readonly status: EventStatus; readonly by: string } {
  if (isOfPaste(finding.place)) return { status: 'open', by: 'system' };
  if (model.rules[organisationOf(finding)]?.includes(OWNERS[finding.place] ?? '') === true) return { status: 'blacklist', by: 'rule' };
  const filtered = model.filtered[finding.task] === true && finding.lines === 1;
  return { status: filtered ? 'auto_filtered' : 'open', by: 'system' };
}

const maySayMore = ({ status }: ModelEvent, { late }: ModelFinding): boolean =>
  status === 'open' || status === 'in_progress' || (status === 'fixed' && !late);

const findKnown = (model: Model, key: string): ModelEvent | undefined =>
  model.events[key] ?? Object.values(model.events).find(({ knownAs }) => knownAs.includes(key));

/** Findings of one batch become events. */
export function takeFindings(model: Model, findings: readonly ModelFinding[]): void {
  const back = new Set<ModelEvent>();
  const before = new Map(Object.values(model.events).map((event) => [event, [...event.seen]]));
  for (const finding of findings) {
    const key = keyOf(finding);
    const event = findKnown(model, key) ?? begun(model, finding) ?? create(model, finding);
    const seen = before.get(event);
    const isNew = seen !== undefined && !seen.includes(finding.version);
    if (event.status === 'fixed' && isNew && !finding.late && firstStatus(model, finding).status === 'open') back.add(event);
    if (!event.seen.includes(finding.version)) event.seen.push(finding.version);
  }
  for (const event of back) {
    setStatus(model, event, 'open', null, { by: 'system', batch: null });
    model.waiting[event.key] = true;
  }
}

/** The event that began with the paste as it was read before, which goes on with this finding. */
function begun(model: Model, finding: ModelFinding): ModelEvent | undefined {
  if (!isOfPaste(finding.place) || finding.lines === 0) return undefined;
  const event = findKnown(model, keyOf({ ...finding, lines: 0 }));
  if (event === undefined || !maySayMore(event, finding)) return undefined;
  event.knownAs.push(keyOf(finding));
  event.secret = secretOf(finding);
  return event;
}

function create(model: Model, finding: ModelFinding): ModelEvent {
  const { status, by } = firstStatus(model, finding);
  const event: ModelEvent = {
    key: keyOf(finding),
    task: finding.task,
    place: finding.place,
    secret: secretOf(finding),
    status,
    reason: null,
    fixed: null,
    assignee: null,
    due: null,
    seen: [],
    knownAs: [],
    history: [{ from: null, to: status, by, reasons: [null, null], batch: null, fixedBefore: null }],
    triage: [],
    comments: [],
  };
  model.events[event.key] = event;
  tell(model, event, null, status);
  if (status === 'open') model.waiting[event.key] = true;
  return event;
}
