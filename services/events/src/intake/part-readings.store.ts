import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { rows, type SqlEntityManager, sql, storableJson, storableText } from '@leakwatch/platform';
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

/**
 * Stored events, whose rows are locked, name their parts as the newest version of the document does. Under the number that a part had before there may
 * be another one, and events with one path count as events of one file.
 */
export async function followParts(em: SqlEntityManager, parts: readonly PartFinding[]): Promise<void> {
  if (parts.length === 0) return;
  const column = (of: (finding: Finding) => string) => parts.map(({ finding }) => storableText(of(finding)));
  await rows(
    em,
    sql`update events.event e set path = n.paths[1], file_url = n.urls[1]
        from (select id, version, array_agg(path order by at) as paths, array_agg(url order by at) as urls
          from unnest(${parts.map(({ id }) => id)}::uuid[], ${column(({ document }) => document.version)}::text[], ${column(({ path }) => path)}::text[],
            ${column((finding) => finding.file_url)}::text[]) with ordinality as f (id, version, path, url, at) group by id, version) n
        where e.id = n.id and e.document_version = n.version and e.path <> all (n.paths)`,
  );
}
