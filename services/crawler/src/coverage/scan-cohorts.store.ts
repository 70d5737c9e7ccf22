import { newId, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { Superseded } from '../superseded.ts';
import { type FoundCohort, largest, planTaking, type TakingPlan } from './cohorts.domain.ts';

/** What is scanned for whom. */
export interface ScanPlace {
  readonly mirror: string;
  readonly organisation: string;
}

/** A cohort in the hands of a scan. */
export interface HeldCohort {
  readonly id: string;
  readonly epoch: string;
  readonly ordinal: bigint;
  /** Number of documents up to the ordinal. */
  readonly documents: number;
  /** Number of its patterns. */
  readonly size: number;
}

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
export async function takeCohorts(em: SqlEntityManager, place: ScanPlace, patterns: readonly string[]): Promise<TakenMarks> {
  await lockMirror(em, place.mirror);
  const found = await findCohorts(em, place, patterns);
  const plan = planTaking(found, patterns, newId);
  await carryOut(em, place, plan);
  const epochs = new Map(
    (
      await tables(em)
        .updateTable('crawler.scan_cohort')
        .set({ epoch: sql`epoch + 1` })
        .where('id', 'in', [...plan.cohorts.map(({ id }) => id), ...plan.left])
        .returning(['id', 'epoch'])
        .execute()
    ).map(({ id, epoch }) => [id, epoch]),
  );
  const marks = new Map(patterns.map((pattern) => [pattern, 0n]));
  for (const { ordinal, patterns: some } of found) for (const pattern of some) marks.set(pattern, ordinal);
  return {
    marks,
    cohorts: plan.cohorts.map(({ id, ordinal, documents, size }) => ({ id, ordinal, documents, size, epoch: epochs.get(id) ?? '0' })),
  };
}

/** Scans that are begun wait for each other, and for a deletion of the mirror. Throws Superseded when it was deleted. */
export async function lockMirror(em: SqlEntityManager, mirror: string): Promise<void> {
  const found = await tables(em).selectFrom('crawler.mirror').select('id').where('id', '=', mirror).forNoKeyUpdate().executeTakeFirst();
  if (found === undefined) throw new Superseded();
}

/** All cohorts of the organisation are locked, because a scan that commits may be merging them. */
async function findCohorts(em: SqlEntityManager, { mirror, organisation }: ScanPlace, patterns: readonly string[]): Promise<FoundCohort[]> {
  await tables(em)
    .selectFrom('crawler.scan_cohort')
    .select('id')
    .where('mirror_id', '=', mirror)
    .where('organisation_id', '=', organisation)
    .orderBy('id')
    .forUpdate()
    .execute();
  const found = await rows(
    em,
    sql<{ id: string; ordinal: string; documents: number; patterns: string[]; size: number }>`
      select c.id, c.ordinal, c.documents, m.patterns, (select count(*)::int from crawler.cohort_pattern s where s.cohort_id = c.id) as size
      from (
        select cohort_id, array_agg(pattern_id::text) as patterns from crawler.cohort_pattern
        where mirror_id = ${mirror} and organisation_id = ${organisation} and pattern_id = any (${[...patterns]}::uuid[]) group by cohort_id
      ) as m join crawler.scan_cohort c on c.id = m.cohort_id order by c.ordinal, c.id`,
  );
  return found.map((cohort) => ({ ...cohort, ordinal: BigInt(cohort.ordinal) }));
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
 * Moves the cohorts that are before `to` there, and makes one of those that meet. Returns what the scan holds then. Throws Superseded when another
 * scan has taken one of them, so that a worker that was paused for long writes nothing.
 */
export async function moveCohorts(em: SqlEntityManager, held: readonly HeldCohort[], to: LedgerPlace): Promise<readonly HeldCohort[]> {
  await checkHeld(em, held);
  const reached = held.filter(({ ordinal }) => ordinal <= to.ordinal);
  const kept = largest(reached);
  if (kept === undefined) return held;
  const merged = reached.filter((cohort) => cohort !== kept).map(({ id }) => id);
  if (merged.length > 0) {
    await tables(em).updateTable('crawler.cohort_pattern').set({ cohort_id: kept.id }).where('cohort_id', 'in', merged).execute();
    await deleteCohorts(em, merged);
  }
  await tables(em)
    .updateTable('crawler.scan_cohort')
    .set({ ordinal: String(to.ordinal), documents: to.documents })
    .where('id', '=', kept.id)
    .execute();
  const size = reached.reduce((sum, cohort) => sum + cohort.size, 0);
  return [{ ...kept, ...to, size }, ...held.filter(({ ordinal }) => ordinal > to.ordinal)];
}

/** Locks cohorts. Throws Superseded when another scan has taken one of them. */
export async function checkHeld(em: SqlEntityManager, held: readonly HeldCohort[]): Promise<void> {
  const locked = await tables(em)
    .selectFrom('crawler.scan_cohort')
    .select(['id', 'epoch'])
    .where('id', 'in', [...held.map(({ id }) => id)])
    .orderBy('id')
    .forUpdate()
    .execute();
  const epochs = new Map(locked.map(({ id, epoch }) => [id, epoch]));
  if (held.some(({ id, epoch }) => epochs.get(id) !== epoch)) throw new Superseded();
}

/** Deletes cohorts without patterns. */
async function deleteCohorts(em: SqlEntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tables(em)
      .deleteFrom('crawler.scan_cohort')
      .where('id', 'in', [...ids])
      .execute();
}
