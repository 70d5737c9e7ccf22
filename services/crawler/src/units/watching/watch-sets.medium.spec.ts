import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type TaskChange, taskChangesV1 } from '@leakwatch/contracts';
import { MatchingPool } from '@leakwatch/matching';
import { type Foundation, newId, openFoundation, SCHEDULER } from '@leakwatch/platform';
import { createTestEnvironment, type TestEnvironment } from '@leakwatch/testing';
import { matchDocuments } from '../../scanning/match-documents.ts';
import { crawlerService } from '../../service.ts';
import { keepWatched } from './watched-patterns.store.ts';
import { WatchSets } from './watch-sets.ts';

let environment: TestEnvironment;
let foundation: Foundation;
let pool: MatchingPool;
let sets: WatchSets;
beforeAll(async () => {
  environment = await createTestEnvironment();
  foundation = await openFoundation(crawlerService, environment.env);
  pool = new MatchingPool({ threads: 1 });
  sets = new WatchSets(foundation.database, pool);
});
afterAll(async () => {
  sets.onApplicationShutdown();
  await pool.close();
  await foundation.close();
  await environment.drop();
});

async function watch(expressions: readonly string[]): Promise<TaskChange> {
  const task = taskChangesV1.schema.parse({
    task_id: newId(),
    organisation_id: newId(),
    version: 1,
    title: 't',
    running: true,
    archived: false,
    source_types: ['pastebin'],
    patterns: expressions.map((text) => ({ id: newId(), kind: 'regex', text })),
    filter_keywords: [],
    filter_mode: 'exclude',
    repositories: [],
  });
  await foundation.database.inScope(SCHEDULER, (em) => keepWatched(em, task, ['pastebin']));
  return task;
}

it('costly expressions of one organisation leave those of others enough steps, also where both have some in common', async () => {
  // Together they use up nearly all steps of a document; the other organisation's expression costs more than each of them, and would be the last.
  const costly = Array.from({ length: 8 }, (_, n) => `a[ab]{${200 - n}}\\bc`);
  const own = 'a[ab]{210}\\bc';
  await watch(costly);
  await watch([own, costly[0] ?? '']);
  const snapshot = await sets.snapshot({ source: 'pastebin', organisation: null });
  const bytes = Buffer.from(`${'ab'.repeat(300_000)}bc`);
  const [result] = await matchDocuments(snapshot.sets, [{ bytes, fileNames: [] }], new AbortController().signal);
  snapshot.release();
  expect(result?.unchecked.map((id) => snapshot.textOf(id)?.text)).toEqual([]);
});
