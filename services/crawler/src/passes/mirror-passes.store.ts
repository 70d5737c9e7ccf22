import { newId, row, rows, type SqlEntityManager, sql } from '@leakwatch/platform';
import { tables } from '../entities.ts';
import { patternsOfPass } from './pass-patterns.domain.ts';
import { checkHeld, type HeldCohort } from './held-cohorts.store.ts';
import {
  lockCohorts,
  lockMirror,
  type PatternsByOrganisation,
  type ScanPlace,
  takeCohorts,
  type TakenMarks,
  wantedPatterns,
} from './scan-cohorts.store.ts';

/** A worker that dies loses its pass within this time; a live one renews it three times within it. */
export const PASS_SECONDS = 30;
const PASS_END = sql<Date>`now() + make_interval(secs => ${PASS_SECONDS})`;

/** Of the launch that scans. */
export interface PassOwner extends ScanPlace {
  readonly launch: string;
  /** Its task's patterns; at least one. */
  readonly own: readonly string[];
}

export interface BegunPass extends TakenMarks {
  readonly id: string;
}

/** How far the patterns of a launch are. */
export interface Standing {
  /** All of them have met every document and name of the ledger. */
  readonly haveMetAll: boolean;
  /** A pass of another launch holds one of them. The next try of a launch does not wait for the last one. */
  readonly isHeld: boolean;
}

export async function standingOf(em: SqlEntityManager, { mirror, launch, own }: PassOwner): Promise<Standing> {
  const found = await row(
    em,
    sql<{ met: boolean; is_held: boolean }>`
      select p.is_held, not exists (select from crawler.blob b where b.mirror_id = ${mirror} and b.ordinal > p.least) as met
      from (
        select case when sum(m.patterns) = ${own.length}::int then min(c.ordinal) else 0 end as least,
          coalesce(bool_or(s.id is not null), false) as is_held
        from (
          select cohort_id, count(*) as patterns from crawler.cohort_pattern
          where mirror_id = ${mirror} and pattern_id = any (${[...own]}::uuid[]) group by cohort_id
        ) as m join crawler.scan_cohort c on c.id = m.cohort_id
          left join crawler.mirror_pass s on s.id = c.pass_id and s.leased_until > now() and s.launch_id <> ${launch}
      ) as p`,
  );
  return { haveMetAll: found?.met ?? false, isHeld: found?.is_held ?? false };
}

/**
 * Begins a pass for the patterns of a launch and those `others` that it can take along (`patternsOfPass`), and takes their cohorts.
 * undefined while another launch holds a pattern of this one. Throws Superseded when the mirror was deleted.
 */
export async function beginPass(em: SqlEntityManager, owner: PassOwner, others: PatternsByOrganisation): Promise<BegunPass | undefined> {
  const { mirror, organisation, launch, own } = owner;
  await lockMirror(em, mirror);
  const all = new Map([...others, [organisation, [...own, ...(others.get(organisation) ?? [])]]]);
  const taking =
    others.size === 0 ? await ownIfFree(em, owner) : patternsOfPass(await placesOf(em, owner, all), own, [...others.values()].flat());
  if (taking === undefined) return undefined;
  await rows(em, sql`delete from crawler.mirror_pass where mirror_id = ${mirror} and (launch_id = ${launch} or leased_until < now())`);
  const id = newId();
  await tables(em)
    .insertInto('crawler.mirror_pass')
    .values({ id, mirror_id: mirror, organisation_id: organisation, launch_id: launch, leased_until: PASS_END })
    .execute();
  const taken = await takeCohorts(em, mirror, those(all, new Set(taking)));
  await hold(em, id, taken.cohorts);
  return { id, ...taken };
}

/** Without other tasks it does not matter how far each pattern is. */
async function ownIfFree(em: SqlEntityManager, owner: PassOwner): Promise<readonly string[] | undefined> {
  return (await standingOf(em, owner)).isHeld ? undefined : owner.own;
}

/** Those of the patterns that are in a set. */
function those(patterns: PatternsByOrganisation, wanted: ReadonlySet<string>): PatternsByOrganisation {
  const left = [...patterns].map(([organisation, own]) => [organisation, own.filter((pattern) => wanted.has(pattern))] as const);
  return new Map(left.filter(([, own]) => own.length > 0));
}

/**
 * Gives up the patterns that are not among these, which others can take at once. Returns what the pass holds then. Throws Superseded when
 * another one has taken a cohort of it.
 */
export async function keepInPass(
  em: SqlEntityManager,
  place: { readonly mirror: string; readonly pass: string },
  held: readonly HeldCohort[],
  patterns: PatternsByOrganisation,
): Promise<readonly HeldCohort[]> {
  await lockMirror(em, place.mirror);
  // All of them at once: a late commit of another pass locks some of these in the order of their ids.
  await lockCohorts(em, place.mirror, [...new Set(held.map(({ organisation }) => organisation))]);
  await checkHeld(em, held);
  const { cohorts } = await takeCohorts(em, place.mirror, patterns);
  await hold(em, place.pass, cohorts);
  return cohorts;
}

/** Makes the cohorts of a pass these. */
async function hold(em: SqlEntityManager, pass: string, cohorts: readonly HeldCohort[]): Promise<void> {
  const ids = cohorts.map(({ id }) => id);
  await tables(em)
    .updateTable('crawler.scan_cohort')
    .set({ pass_id: null })
    .where('pass_id', '=', pass)
    .where('id', 'not in', ids)
    .execute();
  await tables(em).updateTable('crawler.scan_cohort').set({ pass_id: pass }).where('id', 'in', ids).execute();
}

async function placesOf(em: SqlEntityManager, { mirror, launch }: PassOwner, patterns: PatternsByOrganisation) {
  const found = await rows(
    em,
    sql<{ ordinal: string; is_held: boolean; patterns: string[] }>`
      select c.ordinal, s.id is not null as is_held, m.patterns
      from (
        select p.cohort_id, array_agg(p.pattern_id::text) as patterns
        from crawler.cohort_pattern p join ${wantedPatterns(patterns)} on w.pattern_id = p.pattern_id and w.organisation_id = p.organisation_id
        where p.mirror_id = ${mirror} group by p.cohort_id
      ) as m join crawler.scan_cohort c on c.id = m.cohort_id
        left join crawler.mirror_pass s on s.id = c.pass_id and s.leased_until > now() and s.launch_id <> ${launch}`,
  );
  return found.map(({ ordinal, is_held: held, patterns: some }) => ({ ordinal: BigInt(ordinal), isHeld: held, patterns: some }));
}

/** Returns false when another one has begun since the pass was lost: then its worker ends. */
export async function renewPass(em: SqlEntityManager, pass: string): Promise<boolean> {
  const renewed = await tables(em)
    .updateTable('crawler.mirror_pass')
    .set({ leased_until: PASS_END })
    .where('id', '=', pass)
    .returning('id')
    .execute();
  return renewed.length === 1;
}

/** Its cohorts are free from then on. */
export async function endPass(em: SqlEntityManager, pass: string): Promise<void> {
  await tables(em).deleteFrom('crawler.mirror_pass').where('id', '=', pass).execute();
}

/** Number of documents that all of these patterns have met. */
export async function documentsMet(em: SqlEntityManager, mirror: string, patterns: readonly string[]): Promise<number> {
  const found = await row(
    em,
    sql<{ known: number; documents: number | null }>`
      select count(*)::int as known, min(c.documents) as documents
      from crawler.cohort_pattern p join crawler.scan_cohort c on c.id = p.cohort_id
      where p.mirror_id = ${mirror} and p.pattern_id = any (${[...patterns]}::uuid[])`,
  );
  return found === undefined || found.known < patterns.length ? 0 : (found.documents ?? 0);
}
