import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Bench, type BenchContext, figure, goal, keywords, machineLine, median, seeded, sourceText, table } from '@leakwatch/bench';
import { MatchingPool } from '@leakwatch/matching';
import { newId } from '@leakwatch/platform';
import { withStack } from '@leakwatch/testing';
import type { Pattern } from '@leakwatch/vocabulary';
import { matchDocuments } from '../src/scanning/match-documents.ts';
import { scriptedSource, ScriptedUpstream } from '../src/units/testing/scripted-source.fixture.ts';
import { UnitStage, wordPattern } from '../src/units/testing/unit-stage.fixture.ts';
import { Turns } from '../src/units/turns.ts';
import { releaseUnit } from '../src/units/unit.store.ts';

const SIZES = {
  full: { organisations: 100, patternsEach: 100, pastes: 250, watched: 100_000, wanted: 10_000, leases: 1_000, rounds: 7 },
  tiny: { organisations: 4, patternsEach: 10, pastes: 10, watched: 400, wanted: 100, leases: 20, rounds: 1 },
} as const;
/** What one list of Pastebin names. */
const PASTE_BYTES = { least: 500, more: 8_000 };
const PATTERNS_A_TASK = 1_000;

const source = scriptedSource(new ScriptedUpstream(), { kind: 'pastebin', stream: true });
const audience = { source: 'pastebin', organisation: null } as const;
const never = new AbortController().signal;

async function pastes({ size, print }: BenchContext, stage: UnitStage): Promise<void> {
  const { organisations, patternsEach, pastes: count, rounds } = SIZES[size];
  const words = keywords(organisations * patternsEach);
  const text = sourceText(count * (PASTE_BYTES.least + PASTE_BYTES.more), { planted: words, plantedOneIn: 400 });
  const random = seeded(5);
  let from = 0;
  const documents = Array.from({ length: count }, (_, at) => {
    const bytes = text.subarray(from, (from += PASTE_BYTES.least + random.below(PASTE_BYTES.more)));
    return { fileNames: [`paste-${at}`], bytes };
  });
  const sets: Pattern[][] = [];
  for (let at = 0; at < organisations; at += 1) {
    const patterns = words.slice(at * patternsEach, (at + 1) * patternsEach).map((word) => wordPattern(word));
    sets.push(patterns);
    await stage.save(source, { task_id: newId(), organisation_id: newId(), patterns });
  }
  const pool = new MatchingPool({ threads: 1 });
  const each = await Promise.all(sets.map((patterns, at) => pool.open(at, patterns)));
  const snapshot = await stage.watchSets.snapshot(audience);
  const once: number[] = [];
  const taskByTask: number[] = [];
  let found = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    let began = performance.now();
    const together = await matchDocuments(snapshot.sets, documents, never);
    once.push(performance.now() - began);
    began = performance.now();
    let alone = 0;
    for (const set of each) for (const result of await matchDocuments([set], documents, never)) alone += result.matches.length;
    taskByTask.push(performance.now() - began);
    found = [together.reduce((sum, { matches }) => sum + matches.length, 0), alone];
  }
  snapshot.release();
  await pool.close();
  print(
    table(
      ['250 pastes against the patterns of 100 organisations', 'ms', 'found'],
      [
        ['all patterns at once', figure(median(once)), String(found[0])],
        ['a task at a time', figure(median(taskByTask)), String(found[1])],
      ],
    ),
  );
  if (found[0] !== found[1]) throw new Error('the two found different matches');
  print(goal('ms of matching 250 pastes against 10,000 patterns', median(once), { most: 300 }));
}

async function change({ size, print }: BenchContext, stage: UnitStage): Promise<void> {
  const { watched, rounds } = SIZES[size];
  await stage.empty();
  const words = keywords(watched);
  for (let at = 0; at < watched; at += PATTERNS_A_TASK)
    await stage.save(source, { task_id: newId(), patterns: words.slice(at, at + PATTERNS_A_TASK).map((word) => wordPattern(word)) });
  let began = performance.now();
  (await stage.watchSets.snapshot(audience)).release();
  const first = performance.now() - began;
  const task = newId();
  const inForce: number[] = [];
  const stalls: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    began = performance.now();
    await stage.save(source, { task_id: task, patterns: [wordPattern(`changed-word-${round}`)] });
    (await stage.watchSets.snapshot(audience)).release();
    inForce.push(performance.now() - began);
    delay.disable();
    stalls.push(delay.max / 1e6);
  }
  print(
    table(
      [`a change of one task beside ${watched} watched patterns`, 'ms'],
      [
        ['the whole set, compiled for the first time', figure(first)],
        ['until the change is in force, median', figure(median(inForce))],
        ['longest stall of the event loop meanwhile', figure(Math.max(...stalls))],
      ],
    ),
  );
  print(goal('ms until a change is in force', median(inForce), { most: 2_000 }));
  print(goal('ms of the longest stall', Math.max(...stalls), { most: 50 }));
}

/** Every tenth unit is needed by two organisations. */
async function leases({ size, print }: BenchContext, stage: UnitStage): Promise<void> {
  const { organisations, wanted, leases: count } = SIZES[size];
  await stage.empty();
  const { client } = stage;
  await client.query("select set_config('leakwatch.scope', 'scheduler', false)");
  await client.query(
    `insert into crawler.unit (id, source_type, key, request, wanted_at)
       select gen_random_uuid(), 'github', 'query ' || g, '{}', now() from generate_series(1, $1) g`,
    [wanted],
  );
  for (const [salt, oneIn] of [
    ['', 1],
    ['second', 10],
  ])
    await client.query(
      `insert into crawler.subscription (unit_id, task_id, organisation_id, source_type, pattern_ids, added)
         select id, gen_random_uuid(), md5((hashtext(key || $1) % $2)::text)::uuid, 'github', '{}', 1 from crawler.unit where hashtext(key) % $3 = 0`,
      [salt, organisations, oneIn],
    );
  await client.query('analyze crawler.unit, crawler.subscription');
  const times: number[] = [];
  const turns = new Turns(stage.foundation.database, { kind: 'github' });
  for (let lease = 0; lease < count; lease += 1) {
    const began = performance.now();
    const unit = await turns.lease();
    times.push(performance.now() - began);
    if (unit === undefined) throw new Error('no unit was due');
    await stage.inScope((em) => releaseUnit(em, unit));
  }
  print(
    table(
      [`leases of ${wanted} wanted units, ${organisations} organisations`, 'ms'],
      [
        ['median', figure(median(times))],
        ['mean, with the lists of turns', figure(times.reduce((sum, time) => sum + time, 0) / count)],
        ['longest, which lists turns', figure(Math.max(...times))],
      ],
    ),
  );
}

export const bench: Bench = {
  name: 'units',
  run: (context) =>
    withStack(async () => {
      context.print(machineLine());
      const stage = await UnitStage.open();
      try {
        await pastes(context, stage);
        await change(context, stage);
        await leases(context, stage);
      } finally {
        await stage.close();
      }
    }),
};
