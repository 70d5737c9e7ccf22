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
 * fixed. To be asked before the findings are kept.
 */
export async function comingBack(em: SqlEntityManager, findings: readonly FoundAgain[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    em,
    sql<{ id: string }>`select distinct e.id
      from unnest(${findings.map(({ id }) => id)}::uuid[], ${findings.map(({ version }) => version)}::text[],
        ${findings.map(({ foundAt }) => foundAt)}::timestamptz[]) as f (id, version, found_at)
      join events.event e on e.id = f.id
      where e.status = 'fixed' and hashtextextended(f.version, 0) <> all (${knownVersions})
        and f.found_at > (select max(c.at) from events.status_change c where c.event_id = e.id and c.to_status = 'fixed')`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Opens events that came back, unless they were changed meanwhile; their rows are locked. */
export async function reopen(em: SqlEntityManager, bus: Bus, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await setStatus(em, bus, sql`${chosenByIds(ids, 'open')} and e.status = 'fixed'`, LEAKWATCH, newId());
}
