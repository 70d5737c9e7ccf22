import { soughtOf } from '@leakwatch/matching';
import { rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import type { StoredText } from './link-texts.store.ts';

type Key = Pick<StoredText, 'organisation' | 'id'>;

const table = (keys: readonly Key[], name: string) => sql`
  unnest(${keys.map(({ organisation }) => organisation)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) as ${sql.raw(name)} (organisation_id, id)`;

/**
 * Looks at texts to which perhaps no event refers, and removes those to which none does, with their fingerprints and links. Returns how many
 * were looked at. A text that the intake has locked is left to it: an event refers to it, or it is listed again.
 */
export async function removeUnusedTexts(em: SqlEntityManager, limit: number): Promise<number> {
  const reviewed = await rows(
    em,
    sql<Key>`delete from events.text_review where (organisation_id, text_id) in (
        select organisation_id, text_id from events.text_review limit ${limit} for update skip locked)
      returning organisation_id as organisation, text_id as id`,
  );
  if (reviewed.length === 0) return 0;
  const locked = await rows(
    em,
    sql<Key>`select t.organisation_id as organisation, t.id from ${table(reviewed, 'w')} join events.similar_text t using (organisation_id, id)
      order by t.organisation_id, t.id for update of t skip locked`,
  );
  // A statement of its own: it sees every event that was committed before the rows were locked.
  const removed = await rows(
    em,
    sql<StoredText>`delete from events.similar_text t using ${table(locked, 'l')}
      where t.organisation_id = l.organisation_id and t.id = l.id
        and not exists (select from events.event e where e.organisation_id = t.organisation_id and e.text_id = t.id)
      returning t.organisation_id as organisation, t.id, to_jsonb(t.fingerprints) as fingerprints, to_jsonb(t.secrets) as secrets`,
  );
  if (removed.length > 0) await removeTraces(em, removed);
  return reviewed.length;
}

async function removeTraces(em: SqlEntityManager, texts: readonly StoredText[]): Promise<void> {
  const sought = texts.flatMap(({ organisation, id, fingerprints }) =>
    [...soughtOf(Int32Array.from(fingerprints))].map((fingerprint) => ({ organisation, id, fingerprint })),
  );
  await rows(
    em,
    sql`delete from events.text_fingerprint f
        using unnest(${sought.map(({ organisation }) => organisation)}::uuid[], ${sought.map(({ fingerprint }) => fingerprint)}::int[],
          ${sought.map(({ id }) => id)}::uuid[]) as s (organisation_id, fingerprint, text_id)
        where f.organisation_id = s.organisation_id and f.fingerprint = s.fingerprint and f.text_id = s.text_id`,
  );
  // Two statements, each with an index: a link may stand in one direction only.
  await rows(
    em,
    sql`delete from events.text_link k using ${table(texts, 'l')} where k.organisation_id = l.organisation_id and k.text_id = l.id`,
  );
  await rows(
    em,
    sql`delete from events.text_link k using ${table(texts, 'l')} where k.organisation_id = l.organisation_id and k.other_id = l.id`,
  );
}
