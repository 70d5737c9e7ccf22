import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { checkHeld, type HeldCohort } from './held-cohorts.store.ts';
import { Superseded } from '../superseded.ts';
import { type FoundCohort, largest, planTaking, type TakenCohort, type TakingPlan } from './cohorts.domain.ts';

/** What is scanned for whom. */
export interface ScanPlace {
  readonly mirror: string;
  readonly organisation: string;
}

/** Patterns by their organisations: a cohort has those of one organisation only. */
export type PatternsByOrganisation = ReadonlyMap<string, readonly string[]>;

export interface TakenMarks {
  /** By pattern, the ordinal up to which it was matched; 0 for a new pattern. */
  readonly marks: ReadonlyMap<string, bigint>;
  readonly cohorts: readonly HeldCohort[];
}

/**
 * Takes the cohorts of a scan's patterns: from now on a scan that took one of these patterns before cannot commit. Patterns that others of
 * their cohort left, or that were added, get a cohort of their own.
 * Throws Superseded when the mirror was deleted.
 */
export async function takeCohorts(em: SqlEntityManager, mirror: string, patterns: PatternsByOrganisation): Promise<TakenMarks> {
  await lockMirror(em, mirror);
  await lockCohorts(em, mirror, [...patterns.keys()]);
  const found = await findCohorts(em, mirror, patterns);
  const taken: (TakenCohort & { readonly organisation: string })[] = [];
  const left: string[] = [];
  for (const [organisation, own] of patterns) {
    const plan = planTaking(
      found.filter((cohort) => cohort.organisation === organisation),
      own,
      newId,
    );
    await carryOut(em, { mirror, organisation }, plan);
    for (const cohort of plan.cohorts) taken.push({ ...cohort, organisation });
    left.push(...plan.left);
  }
  const epochs = await raiseEpochs(em, [...taken.map(({ id }) => id), ...left]);
  const marks = new Map([...patterns.values()].flat().map((pattern) => [pattern, 0n]));
  for (const { ordinal, patterns: some } of found) for (const pattern of some) marks.set(pattern, ordinal);
  return {
    marks,
    cohorts: taken.map(({ id, organisation, ordinal, documents, size }) => ({
      ...{ id, organisation, ordinal, documents, size },
      epoch: epochs.get(id) ?? '0',
    })),
  };
}

async function raiseEpochs(em: SqlEntityManager, cohorts: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const raised = await tables(em)
    .updateTable('crawler.scan_cohort')
    .set({ epoch: sql`epoch + 1` })
    .where('id', 'in', [...cohorts])
    .returning(['id', 'epoch'])
    .execute();
  return new Map(raised.map(({ id, epoch }) => [id, epoch]));
}

/** Scans that begin wait for each other, and for a deletion of the mirror. Throws Superseded when it was deleted. */
export async function lockMirror(em: SqlEntityManager, mirror: string): Promise<void> {
  const found = await tables(em).selectFrom('crawler.mirror').select('id').where('id', '=', mirror).forNoKeyUpdate().executeTakeFirst();
  if (found === undefined) throw new Superseded();
}

/**
 * Locks all cohorts of organisations in a mirror, because a scan that commits may be merging them. They are locked by their ids and not
 * one organisation after the other, as commits lock them, so that a scan that begins and one that commits do not deadlock.
 */
export async function lockCohorts(em: SqlEntityManager, mirror: string, organisations: readonly string[]): Promise<void> {
  await tables(em)
    .selectFrom('crawler.scan_cohort')
    .select('id')
    .where('mirror_id', '=', mirror)
    .where('organisation_id', 'in', [...organisations])
    .orderBy('id')
    .forUpdate()
    .execute();
}

type OrganisedCohort = FoundCohort & { readonly organisation: string };

async function findCohorts(em: SqlEntityManager, mirror: string, patterns: PatternsByOrganisation): Promise<OrganisedCohort[]> {
  const found = await rows(
    em,
    sql<{ id: string; organisation: string; ordinal: string; documents: number; patterns: string[]; size: number }>`
      select c.id, c.organisation_id as organisation, c.ordinal, c.documents, m.patterns,
        (select count(*)::int from crawler.cohort_pattern s where s.cohort_id = c.id) as size
      from (
        select p.cohort_id, array_agg(p.pattern_id::text) as patterns
        from crawler.cohort_pattern p join ${wantedPatterns(patterns)} on w.pattern_id = p.pattern_id and w.organisation_id = p.organisation_id
        where p.mirror_id = ${mirror} group by p.cohort_id
      ) as m join crawler.scan_cohort c on c.id = m.cohort_id order by c.ordinal, c.id`,
  );
  return found.map((cohort) => ({ ...cohort, ordinal: BigInt(cohort.ordinal) }));
}

/** A table `w` of patterns with their organisations. */
export function wantedPatterns(patterns: PatternsByOrganisation) {
  const pairs = [...patterns].flatMap(([organisation, own]) => own.map((pattern) => ({ pattern, organisation })));
  return sql`unnest(${pairs.map(({ pattern }) => pattern)}::uuid[], ${pairs.map(({ organisation }) => organisation)}::uuid[])
    as w (pattern_id, organisation_id)`;
}

async function carryOut(em: SqlEntityManager, { mirror, organisation }: ScanPlace, { cohorts, emptied }: TakingPlan): Promise<void> {
  for (const { id, isNew, ordinal, documents, joining } of cohorts) {
    if (isNew)
      await tables(em)
        .insertInto('crawler.scan_cohort')
        .values({ id, mirror_id: mirror, organisation_id: organisation, ordinal: String(ordinal), documents })
        .execute();
    if (joining.length === 0) continue;
    await rows(
      em,
      sql`insert into crawler.cohort_pattern (mirror_id, pattern_id, organisation_id, cohort_id)
          select ${mirror}::uuid, pattern_id, ${organisation}::uuid, ${id}::uuid from unnest(${[...joining]}::uuid[]) as j (pattern_id)
          on conflict (mirror_id, pattern_id) do update set cohort_id = excluded.cohort_id`,
    );
  }
  await deleteCohorts(em, emptied);
}

/** A place in a ledger. */
export interface LedgerPlace {
  readonly ordinal: bigint;
  /** Number of documents up to the ordinal. */
  readonly documents: number;
}

/**
 * Moves the cohorts that are before `to` there, and makes one of those of an organisation that meet. Returns what the scan holds then. Throws
 * Superseded when another scan has taken one of them, so that a worker that was paused for long writes nothing.
 */
export async function moveCohorts(em: SqlEntityManager, held: readonly HeldCohort[], to: LedgerPlace): Promise<readonly HeldCohort[]> {
  await checkHeld(em, held);
  const reached = held.filter(({ ordinal }) => ordinal <= to.ordinal);
  if (reached.length === 0) return held;
  const joined: HeldCohort[] = [];
  for (const of of new Set(reached.map(({ organisation }) => organisation)))
    joined.push({
      ...(await joinCohorts(
        em,
        reached.filter(({ organisation }) => organisation === of),
      )),
      ...to,
    });
  await tables(em)
    .updateTable('crawler.scan_cohort')
    .set({ ordinal: String(to.ordinal), documents: to.documents })
    .where(
      'id',
      'in',
      joined.map(({ id }) => id),
    )
    .execute();
  return [...joined, ...held.filter(({ ordinal }) => ordinal > to.ordinal)];
}

/** Makes one of locked cohorts of an organisation. */
async function joinCohorts(em: SqlEntityManager, cohorts: readonly HeldCohort[]): Promise<HeldCohort> {
  const kept = largest(cohorts);
  if (kept === undefined) throw new Error('no cohort');
  const merged = cohorts.filter((cohort) => cohort !== kept).map(({ id }) => id);
  if (merged.length > 0) {
    await tables(em).updateTable('crawler.cohort_pattern').set({ cohort_id: kept.id }).where('cohort_id', 'in', merged).execute();
    await deleteCohorts(em, merged);
  }
  return { ...kept, size: cohorts.reduce((sum, cohort) => sum + cohort.size, 0) };
}

/** Deletes cohorts without patterns. */
async function deleteCohorts(em: SqlEntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tables(em)
      .deleteFrom('crawler.scan_cohort')
      .where('id', 'in', [...ids])
      .execute();
}
