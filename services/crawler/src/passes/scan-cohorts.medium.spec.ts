import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, sql } from '@leakwatch/platform';
import fc from 'fast-check';
import { deleteMirror } from '../repositories/mirrors/collect-mirrors.store.ts';
import { Superseded } from '../superseded.ts';
import { CrawlerStage } from '../testing/crawler-stage.fixture.ts';
import { readMarks } from './marks.fixture.ts';
import { moveCohorts, takeCohorts, type TakenMarks } from './scan-cohorts.store.ts';

const PATTERNS = Array.from({ length: 6 }, () => newId());
/** Two tasks of an organisation and one of another, with the patterns that they have at one time or another. */
const TASKS = [PATTERNS.slice(0, 3), PATTERNS.slice(3, 5), PATTERNS.slice(5)] as const;
const ORGANISATIONS = [0, 0, 1] as const;

const task = fc.constantFrom(0, 1, 2);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take' as const), task, without: fc.subarray([0, 1], { maxLength: 2 }) }) },
  // Of any scan that was ever begun: most are of workers that were paused meanwhile.
  { weight: 5, arbitrary: fc.record({ do: fc.constant('commit' as const), scan: fc.nat(), documents: fc.bigInt(0n, 3n) }) },
);

interface ModelScan {
  readonly patterns: readonly string[];
  taken: TakenMarks;
  position: bigint;
  superseded: boolean;
}

describe('marks of cohorts', () => {
  let stage: CrawlerStage;
  beforeAll(async () => {
    stage = await CrawlerStage.open();
  });
  afterAll(() => stage.close());

  const take = (mirror: string, organisation: string, patterns: readonly string[]) =>
    stage.inScope((em) => takeCohorts(em, mirror, new Map([[organisation, patterns]])));
  const move = (taken: TakenMarks, to: bigint) =>
    stage.inScope((em) => moveCohorts(em, taken.cohorts, { ordinal: to, documents: Number(to) }));
  const cohortsOf = (mirror: string) =>
    stage.rows(
      sql<{ ordinal: string; size: number }>`
        select ordinal, (select count(*)::int from crawler.cohort_pattern p where p.cohort_id = c.id) as size
        from crawler.scan_cohort c where mirror_id = ${mirror} order by ordinal`,
    );

  it('are those of a plain map, whatever scans begin, are paused and commit late', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const organisations = [newId(), newId()];
        const mirror = await stage.newMirror();
        const plain = new Map(PATTERNS.map((pattern) => [pattern, 0n]));
        const scans: ModelScan[] = [];
        for (const one of steps) {
          if (one.do === 'take') {
            const patterns = TASKS[one.task]?.filter((_, at) => !one.without.includes(at)) ?? [];
            if (patterns.length === 0) continue;
            const taken = await take(mirror, organisations[ORGANISATIONS[one.task] ?? 0] ?? '', patterns);
            expect(taken.marks).toEqual(new Map(patterns.map((pattern) => [pattern, plain.get(pattern)])));
            for (const scan of scans) scan.superseded ||= scan.patterns.some((pattern) => patterns.includes(pattern));
            const position = [...taken.marks.values()].reduce((least, mark) => (mark < least ? mark : least));
            scans.push({ patterns, taken, position, superseded: false });
          } else {
            const scan = scans[one.scan % Math.max(1, scans.length)];
            if (scan === undefined) continue;
            const to = scan.position + one.documents;
            const moved = move(scan.taken, to);
            if (scan.superseded) {
              await expect(moved).rejects.toThrow(Superseded);
            } else {
              scan.taken = { ...scan.taken, cohorts: await moved };
              scan.position = to;
              for (const pattern of scan.patterns) if ((plain.get(pattern) ?? 0n) < to) plain.set(pattern, to);
              // Those that met are one.
              expect(scan.taken.cohorts.filter(({ ordinal }) => ordinal <= to)).toHaveLength(1);
              expect(scan.taken.cohorts.reduce((sum, { size }) => sum + size, 0)).toBe(scan.patterns.length);
            }
          }
          expect(await readMarks(stage.database, mirror, PATTERNS)).toEqual(plain);
          for (const { size } of await cohortsOf(mirror)) expect(size).toBeGreaterThan(0);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('of scans that begin at once: one of a task can commit, and those of other tasks all can', async () => {
    const organisation = newId();
    const [same, other] = [[newId(), newId()], [newId()]];
    const mirror = await stage.newMirror();
    const begun = await Promise.all([same, same, other, same].map((patterns) => take(mirror, organisation, patterns)));
    const outcomes = await Promise.allSettled(begun.map((taken) => move(taken, 7n)));
    const ended = outcomes.map(({ status }) => status);
    expect(ended[2]).toBe('fulfilled');
    expect(ended.filter((status) => status === 'fulfilled')).toHaveLength(2);
    expect([...(await readMarks(stage.database, mirror, [...same, ...other])).values()]).toEqual([7n, 7n, 7n]);
  });

  it('are written once for all patterns, and deleted with the mirror', async () => {
    const organisation = newId();
    const patterns = Array.from({ length: 300 }, () => newId());
    const mirror = await stage.newMirror();
    let { cohorts } = await take(mirror, organisation, patterns);
    for (const to of [500n, 1_000n]) cohorts = await move({ marks: new Map(), cohorts }, to);
    expect(await cohortsOf(mirror)).toEqual([{ ordinal: '1000', size: 300 }]);
    // A pattern that is added begins alone, and joins the others where they are.
    const added = newId();
    const { cohorts: two } = await take(mirror, organisation, [...patterns, added]);
    expect(await cohortsOf(mirror)).toEqual([
      { ordinal: '0', size: 1 },
      { ordinal: '1000', size: 300 },
    ]);
    const ahead = await move({ marks: new Map(), cohorts: two }, 500n);
    expect(await cohortsOf(mirror)).toEqual([
      { ordinal: '500', size: 1 },
      { ordinal: '1000', size: 300 },
    ]);
    await move({ marks: new Map(), cohorts: ahead }, 1_000n);
    expect(await cohortsOf(mirror)).toEqual([{ ordinal: '1000', size: 301 }]);
    await stage.inScope((em) => deleteMirror(em, mirror, 10));
    expect(await cohortsOf(mirror)).toEqual([]);
    expect(await readMarks(stage.database, mirror, [added])).toEqual(new Map([[added, 0n]]));
    await expect(take(mirror, organisation, patterns)).rejects.toThrow(Superseded);
  });
});
