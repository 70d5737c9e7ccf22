import type { Finding } from '@leakwatch/contracts';
import { meaningOfPattern } from '@leakwatch/matching';
import { nameId, type SqlEntityManager } from '@leakwatch/platform';
import { knownEvents } from './intake.store.ts';

/** The namespace of event ids; fixed for ever, since ids are computed again at every redelivery. */
const EVENTS = '6f1a4a60-6f0e-5d0c-9a5e-2f6c1f0d8e11';

/**
 * The same leak is the same event: organisation, task, pattern, source, container, path and the normalised lines
 * (docs/behaviour/events.md). The pattern counts by what it matches, not by its id: one that was removed and added again, or
 * whose letter case was changed, finds its events.
 */
export const eventId = (finding: Finding): string => idWith(finding, meaningOfPattern(finding.pattern.kind, finding.pattern.text));

/** Events of earlier versions: the pattern counted by its text as it was written. */
const formerId = (finding: Finding): string => idWith(finding, finding.pattern.text);

const idWith = (finding: Finding, pattern: string): string =>
  nameId(EVENTS, [
    finding.organisation_id,
    finding.task_id,
    finding.pattern.kind,
    pattern,
    finding.source_type,
    finding.container.key,
    finding.path,
    finding.lines_hash,
  ]);

/** The ids of the events of findings, in their order. A stored event keeps the id that it has. */
export async function eventIds(em: SqlEntityManager, findings: readonly Finding[]): Promise<readonly string[]> {
  const ids = findings.map((finding) => ({ id: eventId(finding), former: formerId(finding) }));
  const former = ids.filter(({ id, former: other }) => other !== id).map(({ former: other }) => other);
  const stored = former.length === 0 ? new Set<string>() : await knownEvents(em, former);
  return ids.map(({ id, former: other }) => (stored.has(other) ? other : id));
}
