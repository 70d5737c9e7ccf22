import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { Compared } from './compare-texts.ts';

/** An event with what it is compared by. */
export interface ComparedEvent {
  readonly id: string;
  readonly organisation: string;
  readonly compared: Compared;
}

interface TextKey {
  readonly organisation: string;
  readonly text: string;
}

/** Hexadecimal digits, as the ids of `Compared` are written. */
const PLAIN_ID = sql.raw(`replace(t.id::text, '-', '')`);

/**
 * Keeps the texts of events before the events that will refer to them are written: the locks on the rows keep the sweep away until then.
 * Returns the texts that were not there.
 */
export async function keepTexts(em: SqlEntityManager, events: readonly ComparedEvent[]): Promise<readonly TextKey[]> {
  const texts = new Map(
    events.flatMap(({ organisation, compared: { text, secrets } }) =>
      text === null ? [] : [[text.id, { organisation, ...text, secrets }] as const],
    ),
  );
  if (texts.size === 0) return [];
  const all = [...texts.values()];
  // Arrays of arrays have one length in PostgreSQL.
  const kept = await rows(
    em,
    sql<TextKey & { added: boolean }>`
      insert into events.similar_text as t (organisation_id, id, fingerprints, secrets)
      select organisation_id, id, string_to_array(fingerprints, ',')::int[], string_to_array(secrets, ',')::uuid[]
      from unnest(${all.map(({ organisation }) => organisation)}::uuid[], ${all.map(({ id }) => id)}::uuid[],
        ${all.map(({ fingerprints }) => fingerprints.join())}::text[], ${all.map(({ secrets }) => secrets.join())}::text[])
        as n (organisation_id, id, fingerprints, secrets)
      order by organisation_id, id
      on conflict (organisation_id, id) do update set linked = t.linked
      returning t.organisation_id as organisation, ${PLAIN_ID} as text, xmax = 0 as added`,
  );
  return kept.filter(({ added }) => added);
}

/** Keeps the hashes of the secrets of events, after the events were written. */
export async function keepSecrets(em: SqlEntityManager, events: readonly ComparedEvent[]): Promise<void> {
  const all = events.flatMap(({ id, organisation, compared }) => compared.secrets.map((hash) => ({ id, organisation, hash })));
  if (all.length === 0) return;
  await rows(
    em,
    sql`insert into events.event_secret (organisation_id, hash, event_id)
        select * from unnest(${all.map(({ organisation }) => organisation)}::uuid[], ${all.map(({ hash }) => hash)}::uuid[],
          ${all.map(({ id }) => id)}::uuid[]) as n (organisation_id, hash, event_id) order by 1, 2, 3
        on conflict do nothing`,
  );
}

/** Lists texts to which perhaps no event refers: the sweep looks. It waits for no lock of the sweep. */
export async function reviewTexts(em: SqlEntityManager, texts: readonly TextKey[]): Promise<void> {
  if (texts.length === 0) return;
  await rows(
    em,
    sql`insert into events.text_review (organisation_id, text_id)
        select * from unnest(${texts.map(({ organisation }) => organisation)}::uuid[], ${texts.map(({ text }) => text)}::uuid[])
          as n (organisation_id, text_id) order by 1, 2
        on conflict do nothing`,
  );
}

/** Writes what stored events, whose rows are locked and whose texts are kept, are compared by now. */
export async function compareAgain(em: SqlEntityManager, events: readonly ComparedEvent[]): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(({ id }) => id);
  const hashes = events.flatMap(({ id, compared }) => compared.secrets.map((hash) => [id, hash] as const));
  await rows(
    em,
    sql`delete from events.event_secret s where s.event_id = any (${ids}::uuid[]) and not exists (
          select from unnest(${hashes.map(([id]) => id)}::uuid[], ${hashes.map(([, hash]) => hash)}::uuid[]) as n (event_id, hash)
          where n.event_id = s.event_id and n.hash = s.hash)`,
  );
  await keepSecrets(em, events);
  const left = await rows(
    em,
    sql<TextKey & { left: boolean }>`update events.event e set text_id = n.text_id, secret_hash = n.secret_hash
        from unnest(${ids}::uuid[], ${events.map(({ compared }) => compared.text?.id ?? null)}::uuid[],
          ${events.map(({ compared }) => compared.leading)}::uuid[]) as n (id, text_id, secret_hash)
        join events.event before on before.id = n.id
        where e.id = n.id and (e.text_id, e.secret_hash) is distinct from (n.text_id, n.secret_hash)
        returning e.organisation_id as organisation, before.text_id as text, before.text_id is distinct from e.text_id as left`,
  );
  await reviewTexts(
    em,
    left.filter((one) => one.left && one.text !== null),
  );
}
