import { evidenceKey, type Finding } from '@leakwatch/contracts';
import { rows, scheduleDeletions, type SqlEntityManager, sql, storableText } from '@leakwatch/platform';
import { OBJECT_DELETIONS } from './objects.ts';

interface Taken {
  readonly organisation: string;
  readonly hash: string;
  readonly object: string;
  readonly bytes: number;
  readonly kept_bytes: number;
  readonly key_version: number;
  readonly part_start: number | null;
  readonly first_line: number;
  readonly captured_at: string;
  readonly address: string;
}

function contentsOf({ organisation_id: organisation, content, found_at: captured_at, file_url }: Finding): readonly Taken[] {
  if (content === null) return [];
  const { object, hash, bytes, kept_bytes, key_version, part, original } = content;
  const base = { organisation, captured_at, address: storableText(file_url), key_version };
  return [
    { ...base, object, hash, bytes, kept_bytes, part_start: part?.start ?? null, first_line: part?.line ?? 1 },
    ...(original === null ? [] : [{ ...base, ...original, kept_bytes: original.bytes, part_start: null, first_line: 1 }]),
  ];
}

const idOf = ({ organisation, hash }: Pick<Taken, 'organisation' | 'hash'>) => `${organisation} ${hash}`;

/**
 * Takes the content of findings over, before the events that will refer to it are written: the locks on the rows keep the sweep away until
 * then. Of content that the organisation has already, the object that came with the finding is deleted, and the time of what is kept begins
 * again.
 */
export async function takeContents(em: SqlEntityManager, findings: readonly Finding[]): Promise<void> {
  const all = findings.flatMap(contentsOf);
  if (all.length === 0) return;
  const once = [...new Map(all.toReversed().map((one) => [idOf(one), one])).values()];
  const column = <K extends keyof Taken>(key: K) => once.map((one) => one[key]);
  const kept = await rows(
    em,
    sql<{ organisation_id: string; hash: string; object_id: string }>`
      insert into events.evidence as e (organisation_id, hash, object_id, bytes, kept_bytes, part_start, first_line, captured_at, address,
        key_version)
      select * from unnest(${column('organisation')}::uuid[], ${column('hash')}::text[], ${column('object')}::uuid[], ${column('bytes')}::int[],
        ${column('kept_bytes')}::int[], ${column('part_start')}::int[], ${column('first_line')}::int[], ${column('captured_at')}::timestamptz[],
        ${column('address')}::text[], ${column('key_version')}::int[]) as n (organisation_id, hash) order by organisation_id, hash
      on conflict (organisation_id, hash) do update set kept_at = now()
      returning organisation_id, hash, object_id`,
  );
  const objects = new Map(kept.map(({ organisation_id: organisation, hash, object_id }) => [idOf({ organisation, hash }), object_id]));
  const spare = all.filter((one) => objects.get(idOf(one)) !== one.object).map((one) => evidenceKey(one.organisation, one));
  await scheduleDeletions(em, OBJECT_DELETIONS, spare, 0);
}

/** Holds content that is kept already, as `takeContents` does. Returns whether the content of a finding is there. */
export async function heldContents(em: SqlEntityManager, findings: readonly Finding[]): Promise<(finding: Finding) => boolean> {
  const wanted = hashesOf(findings);
  const held = await rows(
    em,
    sql<Pick<Taken, 'hash'> & { readonly organisation_id: string }>`select e.organisation_id, e.hash from events.evidence e
      where (e.organisation_id, e.hash) in (select * from unnest(${wanted.map(({ organisation }) => organisation)}::uuid[],
        ${wanted.map(({ hash }) => hash)}::text[]))
      order by e.organisation_id, e.hash for share`,
  );
  const ids = new Set(held.map(({ organisation_id: organisation, hash }) => idOf({ organisation, hash })));
  return ({ organisation_id: organisation, content }) => content !== null && ids.has(idOf({ organisation, hash: content.hash }));
}

/** Lists content for which no event may be left: a sweep deletes it unless there is one. It waits for no lock of a sweep. */
export async function reviewContents(
  em: SqlEntityManager,
  contents: readonly { readonly organisation: string; readonly hash: string }[],
): Promise<void> {
  if (contents.length === 0) return;
  await rows(
    em,
    sql`insert into events.evidence_review (organisation_id, hash)
        select * from unnest(${contents.map(({ organisation }) => organisation)}::uuid[], ${contents.map(({ hash }) => hash)}::text[])
          as n (organisation_id, hash) order by organisation_id, hash
        on conflict do nothing`,
  );
}

/** The content of findings that made no new event, for `reviewContents`. */
export const hashesOf = (findings: readonly Finding[]) =>
  findings.flatMap(contentsOf).map(({ organisation, hash }) => ({ organisation, hash }));
