import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql, storableJson } from '@leakwatch/platform';
import type { KnownPart } from './known-parts.ts';
import { type PartFinding, readingsOf, versionOf } from './part-readings.ts';

/** The versions in which the texts of these events stood under other numbers. */
export async function versionsMovedIn(em: SqlEntityManager, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const moved = await rows(
    em,
    sql<{ id: string; version: string }>`select id, part_reading ->> 'version' as version from events.event
      where id = any (${[...ids]}::uuid[]) and (part_reading ->> 'moved')::boolean`,
  );
  return new Map(moved.map(({ id, version }) => [id, version]));
}

/** What earlier batches hid behind events whose texts have moved in the same version. */
export async function hiddenBehind(em: SqlEntityManager, moved: readonly PartFinding[]): Promise<readonly Finding[]> {
  if (moved.length === 0) return [];
  const stored = await rows(
    em,
    sql<{ hidden: unknown }>`select part_reading -> 'hidden' as hidden from events.event e
      join (select distinct * from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ finding }) => versionOf(finding))}::text[]))
        as n (id, version) on e.id = n.id and e.part_reading ->> 'version' = n.version
      where jsonb_typeof(part_reading -> 'hidden') = 'object' order by e.id`,
  );
  return stored.flatMap(({ hidden }) => findingsV1.schema.safeParse(hidden).data ?? []);
}

/** Keeps what findings say about stored events, whose rows are locked. */
export async function keepReadings(em: SqlEntityManager, parts: readonly (PartFinding & Pick<KnownPart, 'known'>)[]): Promise<void> {
  const readings = readingsOf(parts);
  if (readings.size === 0) return;
  await rows(
    em,
    sql`update events.event e set part_reading = to_jsonb(n) - 'id'
        from jsonb_to_recordset(${storableJson([...readings].map(([id, reading]) => ({ id, ...reading })))}::jsonb) as n (id uuid, version text, moved boolean, hidden jsonb)
        where e.id = n.id and (n.moved or e.excerpt ->> 'text' <> n.hidden #>> '{excerpt,text}')`,
  );
}
