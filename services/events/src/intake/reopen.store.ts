import { type Bus, newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { type Actor, chosenByIds, setStatus } from '../leak-events/set-status.store.ts';
import { knownVersions } from './intake.store.ts';

const LEAKWATCH: Actor = { kind: 'system', id: null, name: 'system' };

/** A finding of an event that may be known. */
export interface FoundAgain {
  readonly id: string;
  readonly version: string;
  readonly foundAt: string;
}

/**
 * The fixed events that come back with these findings: in a version of the document in which they were not found before, after they were
 * fixed. To be asked before the findings are kept. The known events among `ids`, which has those of the findings, stay locked: a person who is just fixing one
 * has it fixed before this finding.
 */
export async function comingBack(
  em: SqlEntityManager,
  ids: readonly string[],
  findings: readonly FoundAgain[],
): Promise<ReadonlySet<string>> {
  const found = await rows(
    em,
    sql<{ id: string }>`
      with known as materialized (
        select e.id, e.status, e.fixed_at, ${knownVersions} as versions from events.event e where e.id = any (${[...ids]}::uuid[])
        order by e.id for no key update
      )
      select distinct e.id
      from unnest(${findings.map(({ id }) => id)}::uuid[], ${findings.map(({ version }) => version)}::text[],
        ${findings.map(({ foundAt }) => foundAt)}::timestamptz[]) as f (id, version, found_at)
      join known e on e.id = f.id
      where e.status = 'fixed' and hashtextextended(f.version, 0) <> all (e.versions)
        and f.found_at > e.fixed_at`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Opens events that came back, unless they were changed meanwhile; their rows are locked. */
export async function reopen(em: SqlEntityManager, bus: Bus, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await setStatus(em, bus, sql`${chosenByIds(ids, 'open')} and e.status = 'fixed'`, LEAKWATCH, newId());
}
