import { row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';

/** Held for the length of one page: of several events services one links, so that two new texts always find each other. */
const LINK_LOCK = 727_071;
/**
 * Texts that are looked at for one fingerprint. Of a fingerprint that more texts of an organisation have (the heading of a licence), the
 * others are found by their other fingerprints only.
 */
export const TEXTS_OF_FINGERPRINT_MAX = 50;
/** Texts that are compared with one text: those with the most fingerprints in common. */
export const CANDIDATES_MAX = 100;

/** A text with what it is compared by. Ids have the form of the database. */
export interface StoredText {
  readonly organisation: string;
  readonly id: string;
  readonly fingerprints: readonly number[];
  readonly secrets: readonly string[];
}

export interface Link {
  readonly organisation: string;
  readonly text: string;
  readonly other: string;
  /** From 0 to 1. */
  readonly resemblance: number;
}

/** Thousandths, as the column holds them. */
const THOUSANDTHS = 1_000;

const TEXT = sql.raw('t.organisation_id as organisation, t.id, to_jsonb(t.fingerprints) as fingerprints, to_jsonb(t.secrets) as secrets');

/** False while another process links. */
export async function lockLinking(em: SqlEntityManager): Promise<boolean> {
  const lock = await row(em, sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${LINK_LOCK}) as held`);
  return lock?.held === true;
}

/** Texts that were not linked yet, with their rows locked. What another transaction has locked comes later. */
export const textsToLink = (em: SqlEntityManager, limit: number): Promise<StoredText[]> =>
  rows(
    em,
    sql<StoredText>`select ${TEXT} from events.similar_text t where not t.linked order by t.organisation_id, t.id limit ${limit}
      for update skip locked`,
  );

export const textsByKey = (em: SqlEntityManager, keys: readonly Pick<StoredText, 'organisation' | 'id'>[]): Promise<StoredText[]> =>
  rows(
    em,
    sql<StoredText>`select ${TEXT} from unnest(${keys.map(({ organisation }) => organisation)}::uuid[], ${keys.map(({ id }) => id)}::uuid[])
      as k (organisation_id, id) join events.similar_text t using (organisation_id, id)`,
  );

/** A fingerprint by which a text is found. */
export interface Sought {
  readonly organisation: string;
  readonly text: string;
  readonly fingerprint: number;
}

const soughtTable = (sought: readonly Sought[]) => sql`
  unnest(${sought.map(({ organisation }) => organisation)}::uuid[], ${sought.map(({ fingerprint }) => fingerprint)}::int[],
    ${sought.map(({ text }) => text)}::uuid[]) as s (organisation_id, fingerprint, text_id)`;

export const keepFingerprints = (em: SqlEntityManager, sought: readonly Sought[]) =>
  rows(em, sql`insert into events.text_fingerprint select * from ${soughtTable(sought)} order by 1, 2, 3 on conflict do nothing`);

/** Pairs of the texts and of others that have a fingerprint in common, at most CANDIDATES_MAX for each text. */
export const candidatesOf = (em: SqlEntityManager, sought: readonly Sought[]) =>
  rows(
    em,
    sql<{ organisation: string; text: string; other: string }>`
      select organisation_id as organisation, text_id as text, other_id as other from (
        select s.organisation_id, s.text_id, f.text_id as other_id,
          row_number() over (partition by s.organisation_id, s.text_id order by count(*) desc, f.text_id) as place
        from ${soughtTable(sought)}
        cross join lateral (select f.text_id from events.text_fingerprint f
          where f.organisation_id = s.organisation_id and f.fingerprint = s.fingerprint limit ${TEXTS_OF_FINGERPRINT_MAX}) f
        where f.text_id <> s.text_id
        group by s.organisation_id, s.text_id, f.text_id
      ) found where place <= ${CANDIDATES_MAX}`,
  );

/** Keeps links, each in the direction that it has, and that the texts are linked. */
export async function keepLinks(em: SqlEntityManager, texts: readonly StoredText[], links: readonly Link[]): Promise<void> {
  await rows(
    em,
    sql`insert into events.text_link (organisation_id, text_id, other_id, resemblance)
        select distinct * from unnest(${links.map(({ organisation }) => organisation)}::uuid[], ${links.map(({ text }) => text)}::uuid[],
          ${links.map(({ other }) => other)}::uuid[], ${links.map(({ resemblance }) => Math.round(resemblance * THOUSANDTHS))}::smallint[])
          as n (organisation_id, text_id, other_id, resemblance) order by 1, 2, 3
        on conflict do nothing`,
  );
  await rows(
    em,
    sql`update events.similar_text t set linked = true
        from unnest(${texts.map(({ organisation }) => organisation)}::uuid[], ${texts.map(({ id }) => id)}::uuid[]) as n (organisation_id, id)
        where t.organisation_id = n.organisation_id and t.id = n.id`,
  );
}
