import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId, sql } from '@leakwatch/platform';
import fc from 'fast-check';
import { Superseded } from '../superseded.ts';
import { CrawlerStage } from '../testing/crawler-stage.fixture.ts';
import { readMarks } from './marks.fixture.ts';
import { type BegunPass, beginPass, documentsMet, endPass, keepInPass, renewPass, standingOf } from './mirror-passes.store.ts';
import { type HeldCohort } from './held-cohorts.store.ts';
import { moveCohorts } from './scan-cohorts.store.ts';

const PATTERNS = Array.from({ length: 11 }, () => newId());
/** Three tasks of an organisation, two of another and one of a third, with the patterns that they have at one time or another. */
const TASKS = [
  PATTERNS.slice(0, 3),
  PATTERNS.slice(3, 5),
  PATTERNS.slice(5, 6),
  PATTERNS.slice(6, 8),
  PATTERNS.slice(8, 9),
  PATTERNS.slice(9),
] as const;
const ORGANISATIONS = [0, 0, 0, 1, 1, 2] as const;

const task = fc.constantFrom(0, 1, 2, 3, 4, 5);
const pass = fc.nat();
const step = fc.oneof(
  {
    weight: 4,
    // A further try of the launch of a pass, or a launch of its own.
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      task,
      again: fc.option(fc.nat()),
      // Whether anybody may read the mirror, and which organisation was not admitted to it.
      isPublic: fc.boolean(),
      refused: fc.option(fc.constantFrom(0, 1, 2)),
      without: fc.subarray([0, 1], { maxLength: 2 }),
    }),
  },
  // Of any pass that was ever begun: most are of workers that were paused meanwhile.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('commit' as const),
      pass,
      documents: fc.bigInt(0n, 3n),
      leave: fc.subarray([0, 1, 2, 3, 4, 5]),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), pass }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), pass }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('renew' as const), pass }) },
);

type Begin = Extract<typeof step extends fc.Arbitrary<infer Step> ? Step : never, { readonly do: 'begin' }>;

interface ModelPass {
  readonly task: number;
  readonly launch: string;
  readonly begun: BegunPass;
  patterns: readonly string[];
  held: readonly HeldCohort[];
  position: bigint;
  /** Whether its patterns are its own: it was neither ended, nor has it expired, nor was it begun again. */
  state: 'live' | 'expired' | 'gone';
  /** Another pass has taken a pattern of it: it may write nothing more. */
  superseded: boolean;
}

describe('passes of a mirror', () => {
  let stage: CrawlerStage;
  beforeAll(async () => {
    stage = await CrawlerStage.open();
  });
  afterAll(() => stage.close());

  const expire = (id: string) =>
    stage.rows(sql`update crawler.mirror_pass set leased_until = now() - interval '1 second' where id = ${id}`);

  /** By pattern: whose its cohort is. */
  const cohortOwners = (mirror: string) =>
    stage.rows(
      sql<{ pattern: string; organisation: string }>`select p.pattern_id as pattern, c.organisation_id as organisation
        from crawler.cohort_pattern p join crawler.scan_cohort c on c.id = p.cohort_id where p.mirror_id = ${mirror}`,
    );
  const byOrganisation = (patterns: readonly string[], organisationOf: (task: number) => string) => {
    const found = new Map<string, string[]>();
    for (const [at, own] of TASKS.entries()) {
      const wanted = own.filter((pattern) => patterns.includes(pattern));
      if (wanted.length > 0) found.set(organisationOf(at), [...(found.get(organisationOf(at)) ?? []), ...wanted]);
    }
    return found;
  };

  it('move the marks of a plain map, whatever begins, waits, is paused, expires, ends, leaves and commits late', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const organisations = [newId(), newId(), newId()];
        const organisationOf = (at: number) => organisations[ORGANISATIONS[at] ?? 0] ?? '';
        const mirror = await stage.newMirror();
        const plain = new Map(PATTERNS.map((pattern) => [pattern, 0n]));
        const markOf = (pattern: string) => plain.get(pattern) ?? 0n;
        const passes: ModelPass[] = [];
        const chosen = (number: number) => passes[number % Math.max(1, passes.length)];
        const holds = (one: ModelPass, launch: string) => one.state === 'live' && one.launch !== launch;

        const begin = async ({ task: of, without, again, isPublic, refused }: Begin) => {
          const own = TASKS[of]?.filter((_, at) => !without.includes(at)) ?? [];
          if (own.length === 0) return;
          const before = again === null ? undefined : chosen(again);
          const launch = before?.task === of ? before.launch : newId();
          const takesPart = (at: number) =>
            at !== of && (ORGANISATIONS[at] === ORGANISATIONS[of] || (isPublic && ORGANISATIONS[at] !== refused));
          const others = TASKS.flatMap((patterns, at) => (takesPart(at) ? patterns : []));
          const owner = { mirror, organisation: organisationOf(of), launch, own };
          const waits = passes.some((one) => holds(one, launch) && one.patterns.some((pattern) => own.includes(pattern)));
          expect(await stage.inScope((em) => standingOf(em, owner))).toMatchObject({ isHeld: waits });
          const begun = await stage.inScope((em) => beginPass(em, owner, byOrganisation(others, organisationOf)));
          expect(begun === undefined).toBe(waits);
          if (begun === undefined) return;
          const start = own.map(markOf).reduce((least, mark) => (mark < least ? mark : least));
          const taken = [
            ...own,
            ...others.filter(
              (pattern) => markOf(pattern) >= start && !passes.some((one) => holds(one, launch) && one.patterns.includes(pattern)),
            ),
          ];
          expect(begun.marks).toEqual(new Map(taken.map((pattern) => [pattern, markOf(pattern)])));
          expect(begun.cohorts.reduce((sum, { size }) => sum + size, 0)).toBe(taken.length);
          for (const one of passes) {
            one.superseded ||= one.patterns.some((pattern) => taken.includes(pattern));
            if (one.launch === launch || one.state === 'expired') one.state = 'gone';
          }
          passes.push({
            ...{ task: of, launch, begun, patterns: taken, held: begun.cohorts },
            ...{ position: start, state: 'live', superseded: false },
          });
        };

        const commit = async (one: ModelPass, documents: bigint, leave: readonly number[]) => {
          const place = { mirror, pass: one.begun.id };
          const leaving = leave.flatMap((at) => (at === one.task ? [] : (TASKS[at] ?? [])));
          const kept = one.patterns.filter((pattern) => !leaving.includes(pattern));
          const to = one.position + documents;
          const moved = stage.inScope(async (em) => {
            const held =
              kept.length === one.patterns.length ? one.held : await keepInPass(em, place, one.held, byOrganisation(kept, organisationOf));
            return moveCohorts(em, held, { ordinal: to, documents: Number(to) });
          });
          if (one.superseded) return await expect(moved).rejects.toThrow(Superseded);
          one.held = await moved;
          one.position = to;
          one.patterns = kept;
          for (const pattern of kept) if (markOf(pattern) < to) plain.set(pattern, to);
          expect(one.held.reduce((sum, { size }) => sum + size, 0)).toBe(kept.length);
        };

        for (const action of steps) {
          const one = action.do === 'begin' ? undefined : chosen(action.pass);
          if (action.do === 'begin') await begin(action);
          else if (one === undefined) continue;
          else if (action.do === 'commit') await commit(one, action.documents, action.leave);
          else if (action.do === 'end') {
            await stage.inScope((em) => endPass(em, one.begun.id));
            one.state = 'gone';
          } else if (action.do === 'expire') {
            await expire(one.begun.id);
            if (one.state === 'live') one.state = 'expired';
          } else {
            expect(await stage.inScope((em) => renewPass(em, one.begun.id))).toBe(one.state !== 'gone');
            if (one.state === 'expired') one.state = 'live';
          }
          expect(await readMarks(stage.database, mirror, PATTERNS)).toEqual(plain);
          // A cohort has patterns of one organisation.
          for (const { pattern, organisation } of await cohortOwners(mirror))
            expect(organisation).toBe(organisationOf(TASKS.findIndex((patterns) => patterns.includes(pattern))));
          for (const patterns of TASKS) {
            const least = patterns.map(markOf).reduce((lower, mark) => (mark < lower ? mark : lower));
            const met = await stage.inScope((em) => documentsMet(em, mirror, patterns));
            expect(met).toBe(Number(least));
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('that begin at once share no pattern: one has them, and the others wait', async () => {
    const organisation = newId();
    const tasks = [[newId(), newId()], [newId()], [newId()]];
    const mirror = await stage.newMirror();
    const begun = await Promise.all(
      tasks.map((own) =>
        stage.inScope((em) =>
          beginPass(
            em,
            { mirror, organisation, launch: newId(), own },
            new Map([[organisation, tasks.filter((other) => other !== own).flat()]]),
          ),
        ),
      ),
    );
    const [first, ...more] = begun.filter((one) => one !== undefined);
    expect(more).toEqual([]);
    expect([...(first?.marks.keys() ?? [])].toSorted()).toEqual(tasks.flat().toSorted());
  });
});
