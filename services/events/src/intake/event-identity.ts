import type { Finding } from '@leakwatch/contracts';
import { meaningOfPattern, splitInside } from '@leakwatch/matching';
import { nameId, type SqlEntityManager } from '@leakwatch/platform';
import { begunEvents, type BegunEvent, maySayMore } from './continued-events.store.ts';
import { knownEvents } from './intake.store.ts';
import { type KnownPart, KnownParts } from './known-parts.ts';
import { partWithoutNumbers } from './numbered-parts.ts';
import { eventsWithText } from './numbered-parts.store.ts';
import { hiddenBehind, versionsMovedIn } from './part-readings.store.ts';
import { TITLED } from './titled-sources.ts';

/** The namespace of event ids; fixed for ever, since ids are computed again at every redelivery. */
const EVENTS = '6f1a4a60-6f0e-5d0c-9a5e-2f6c1f0d8e11';

/**
 * The same leak is the same event: organisation, task, pattern, source, container, path and the normalised lines
 * (docs/behaviour/events.md). The pattern counts by what it matches, not by its id: one that was removed and added again, or
 * whose letter case was changed, finds its events.
 */
export const eventId = (finding: Finding): string => idWith(finding, meaningOf(finding), lastingPath(finding));

/** Under which events of earlier versions may be stored: the pattern counted by its text as it was written, and titles counted. */
const formerIds = (finding: Finding): readonly string[] => [
  idWith(finding, meaningOf(finding), finding.path),
  idWith(finding, finding.pattern.text, finding.path),
];

const meaningOf = ({ pattern }: Finding): string => meaningOfPattern(pattern.kind, pattern.text);

const lastingPath = ({ source_type: source, path }: Finding): string => (TITLED.has(source) ? splitInside(path).inner : path);

const idWith = (finding: Finding, pattern: string, path: string): string =>
  nameId(EVENTS, [
    finding.organisation_id,
    finding.task_id,
    finding.pattern.kind,
    pattern,
    finding.source_type,
    finding.container.key,
    path,
    finding.lines_hash,
  ]);

/** Which event a finding belongs to. */
export interface Identity {
  readonly id: string;
  /** Its own id, where the event began with less of the document and goes on with this finding; null otherwise. */
  readonly continuedAs: string | null;
  /** How its event is known; null for what is in no numbered part. */
  readonly part: KnownPart['known'] | null;
}

/** Sources that may give a text cut. */
const MAY_BE_CUT: ReadonlySet<Finding['source_type']> = new Set(['pastebin']);

/** The events of findings, in their order. A stored event keeps the id that it has. */
export async function identify(em: SqlEntityManager, findings: readonly Finding[]): Promise<readonly Identity[]> {
  const ids = findings.map((finding) => ({ finding, id: eventId(finding), former: formerIds(finding) }));
  const former = ids.flatMap(({ id, former: others }) => others.filter((other) => other !== id));
  const stored = former.length === 0 ? new Set<string>() : await knownEvents(em, former);
  const cut = await Beginnings.of(em, findings);
  const inParts = ids.filter(({ finding }) => !MAY_BE_CUT.has(finding.source_type) && partWithoutNumbers(finding) !== null);
  const shown = await eventsWithText(
    em,
    inParts.map(({ finding }) => finding),
  );
  const parts = new KnownParts(
    inParts,
    shown,
    await versionsMovedIn(
      em,
      inParts.map(({ id }) => id),
    ),
  );
  return ids.map(({ finding, id, former: others }) => {
    const known = others.find((other) => stored.has(other));
    if (known !== undefined) return { id: known, continuedAs: null, part: null };
    const part = MAY_BE_CUT.has(finding.source_type) ? null : parts.identify(finding, id);
    return part === null ? cut.identify(finding, id) : { id: part.id, continuedAs: null, part: part.known };
  });
}

/** As `identify`, with what earlier batches took for a part of the same version that, as these findings show, has another number now. */
export async function identifyWithHidden(
  em: SqlEntityManager,
  found: readonly Finding[],
): Promise<{ readonly findings: readonly Finding[]; readonly ids: readonly Identity[] }> {
  const ids = await identify(em, found);
  const moved = found.flatMap((finding, at) => (ids[at]?.part === 'moved' ? [{ id: ids[at].id, finding }] : []));
  const hidden = await hiddenBehind(em, moved);
  if (hidden.length === 0) return { findings: found, ids };
  const findings = [...found, ...hidden];
  return { findings, ids: await identify(em, findings) };
}

/** Events that may have begun with a text that was cut; findings of one batch may begin one and go on with it. */
class Beginnings {
  private readonly events = new Map<string, Pick<BegunEvent, 'id' | 'status' | 'fixed_at'>>();

  static async of(em: SqlEntityManager, findings: readonly Finding[]): Promise<Beginnings> {
    const cut = new Beginnings();
    const ids = findings.filter(({ source_type: source }) => MAY_BE_CUT.has(source)).flatMap((one) => [eventId(one), ...beginningId(one)]);
    if (ids.length === 0) return cut;
    for (const event of await begunEvents(em, ids)) for (const id of [event.id, ...event.known_as]) cut.events.set(id, event);
    return cut;
  }

  identify(finding: Finding, id: string): Identity {
    const known = this.events.get(id);
    if (known !== undefined) return { id: known.id, continuedAs: null, part: null };
    const [begun] = beginningId(finding).flatMap((one) => this.events.get(one) ?? []);
    const goesOn = begun !== undefined && maySayMore(begun, finding);
    if (MAY_BE_CUT.has(finding.source_type)) this.events.set(id, goesOn ? begun : { id, status: 'open', fixed_at: null });
    return goesOn ? { id: begun.id, continuedAs: id, part: null } : { id, continuedAs: null, part: null };
  }
}

const beginningId = (finding: Finding): readonly string[] =>
  finding.continues === null ? [] : [eventId({ ...finding, lines_hash: finding.continues })];
