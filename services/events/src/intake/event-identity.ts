import type { Finding } from '@leakwatch/contracts';
import { meaningOfPattern, splitInside } from '@leakwatch/matching';
import { nameId, type SqlEntityManager } from '@leakwatch/platform';
import { knownEvents } from './intake.store.ts';

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

/** Sources whose containers are documents: the path is a title, which people change, and which Google's search shortens as it likes. */
const TITLED: ReadonlySet<Finding['source_type']> = new Set(['google_docs', 'pastebin']);

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

/** The ids of the events of findings, in their order. A stored event keeps the id that it has. */
export async function eventIds(em: SqlEntityManager, findings: readonly Finding[]): Promise<readonly string[]> {
  const ids = findings.map((finding) => ({ id: eventId(finding), former: formerIds(finding) }));
  const former = ids.flatMap(({ id, former: others }) => others.filter((other) => other !== id));
  const stored = former.length === 0 ? new Set<string>() : await knownEvents(em, former);
  return ids.map(({ id, former: others }) => others.find((other) => stored.has(other)) ?? id);
}
