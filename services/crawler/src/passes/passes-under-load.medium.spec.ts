import { expect, it } from '@jest/globals';
import { newId, sql } from '@leakwatch/platform';
import { Superseded } from '../superseded.ts';
import { CrawlerStage } from '../testing/crawler-stage.fixture.ts';
import { readMarks } from './marks.fixture.ts';
import { beginPass, type BegunPass, endPass, keepInPass } from './mirror-passes.store.ts';
import { type HeldCohort } from './held-cohorts.store.ts';
import { moveCohorts } from './scan-cohorts.store.ts';

const WORKERS = 8;
const ROUNDS = 60;
const COMMITS = 12n;
const END = 1_000n;

interface Task {
  readonly organisation: string;
  readonly patterns: readonly string[];
}

const byOrganisation = (tasks: readonly Task[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    [...new Set(tasks.map(({ organisation }) => organisation))].map((organisation) => [
      organisation,
      tasks.flatMap((task) => (task.organisation === organisation ? task.patterns : [])),
    ]),
  );

/** The same numbers each time, whatever the order in which workers ask. */
function numbersOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it('passes of three organisations begin, move, lose tasks, die and come back late at once, without a deadlock, and no cohort is of two', async () => {
  const stage = await CrawlerStage.open();
  const mirror = await stage.newMirror();
  const organisations = Array.from({ length: 3 }, () => newId());
  const tasks: Task[] = organisations.flatMap((organisation) =>
    Array.from({ length: 3 }, () => ({ organisation, patterns: Array.from({ length: 4 }, () => newId()) })),
  );
  const late: { readonly pass: BegunPass; readonly task: Task; readonly held: readonly HeldCohort[] }[] = [];
  let [begun, superseded] = [0, 0];

  const commit = (pass: BegunPass, held: readonly HeldCohort[], to: bigint, stay: readonly Task[] | undefined) =>
    stage.inScope(async (em) => {
      const known = new Set(pass.marks.keys());
      const patterns = byOrganisation(
        (stay ?? []).map((task) => ({ ...task, patterns: task.patterns.filter((pattern) => known.has(pattern)) })),
      );
      const left = new Map([...patterns].filter(([, own]) => own.length > 0));
      const kept = stay === undefined ? held : await keepInPass(em, { mirror, pass: pass.id }, held, left);
      return moveCohorts(em, kept, { ordinal: to, documents: Number(to) });
    });
  const run = async (task: Task, number: (below: number) => number, whole: boolean) => {
    const owner = { mirror, organisation: task.organisation, launch: newId(), own: task.patterns };
    const others = byOrganisation(tasks.filter((other) => other !== task && (whole || number(2) > 0)));
    const pass = await stage.inScope((em) => beginPass(em, owner, others));
    if (pass === undefined) return;
    begun += 1;
    const start = [...pass.marks.values()].reduce((least, mark) => (mark < least ? mark : least));
    let held = pass.cohorts;
    for (let step = 1n; step <= COMMITS; step += 1n) {
      const stays = step === 4n && !whole ? [task, ...tasks.filter((other) => other !== task && number(3) > 0)] : undefined;
      held = await commit(pass, held, whole ? END : start + step, stays);
    }
    if (whole || number(4) > 0) return await stage.inScope((em) => endPass(em, pass.id));
    // Its worker died; what it has still to write comes late.
    await stage.rows(sql`update crawler.mirror_pass set leased_until = now() - interval '1 second' where id = ${pass.id}`);
    late.push({ pass, task, held });
  };
  const work = async (seed: number) => {
    const number = numbersOf(seed);
    for (let round = 0; round < ROUNDS; round += 1) {
      const task = tasks[number(tasks.length)];
      if (task !== undefined) await run(task, number, false);
      const paused = number(3) === 0 ? late.shift() : undefined;
      if (paused === undefined) continue;
      await commit(paused.pass, paused.held, 0n, number(2) === 0 ? [paused.task] : undefined).catch((error: unknown) => {
        if (!(error instanceof Superseded)) throw error;
        superseded += 1;
      });
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, (_, at) => work(at + 1)));
  expect(begun).toBeGreaterThan(ROUNDS);
  expect(superseded).toBeGreaterThan(0);
  for (const task of tasks) await run(task, numbersOf(1), true);
  const ids = tasks.flatMap(({ patterns }) => patterns);
  expect(new Set((await readMarks(stage.database, mirror, ids)).values())).toEqual(new Set([END]));
  const cohorts = await stage.rows(
    sql<{ organisation: string; owners: number }>`
      select c.organisation_id as organisation, count(distinct p.organisation_id)::int as owners
      from crawler.scan_cohort c join crawler.cohort_pattern p on p.cohort_id = c.id and p.mirror_id = c.mirror_id
      where c.mirror_id = ${mirror} group by c.id`,
  );
  expect(cohorts.every(({ owners }) => owners === 1)).toBe(true);
  expect(new Set(cohorts.map(({ organisation }) => organisation))).toEqual(new Set(organisations));
  expect(await stage.close()).toBe(0);
});
