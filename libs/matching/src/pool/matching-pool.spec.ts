import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { anyExpression, anyText } from '../expressions/expressions.fixture.ts';
import {
  compilePatterns,
  describeDocument,
  DocumentBatch,
  type DocumentResult,
  type ExamineBatchOptions,
  MatchingPool,
  type PatternSet,
  PoolClosed,
  ThreadFailed,
} from '../index.ts';

/** Minutes of work for one expression on one document. */
const EXPENSIVE: readonly Pattern[] = [{ id: 'expensive', kind: 'regex', text: 'a[ab]{200}\\bc' }];
const EXPENSIVE_LIMITS = { expression: Number.MAX_SAFE_INTEGER, document: Number.MAX_SAFE_INTEGER };
const expensiveBytes = Buffer.from(`${'ab'.repeat(16 * 1024 * 1024)}bc`);

function batchOf(bytes: readonly Uint8Array[], filter = -1): DocumentBatch {
  const batch = new DocumentBatch();
  for (const one of bytes) batch.add(one, ['src/.env'], filter);
  return batch;
}

/** All results of a batch: an answer may end before. */
async function examineAll(set: PatternSet, batch: DocumentBatch, options: ExamineBatchOptions = {}): Promise<readonly DocumentResult[]> {
  const results: DocumentResult[] = [];
  while (results.length < batch.documents.length) results.push(...(await set.examine(batch, { ...options, from: results.length })));
  return results;
}

const words: readonly Pattern[] = [{ id: 'word', kind: 'deep', text: 'word' }];

describe('a pool of matching threads', () => {
  let pool: MatchingPool;
  beforeAll(() => {
    pool = new MatchingPool({ threads: 2 });
  });
  afterAll(() => pool.close());

  it('refuses jobs that its program does not have, and works on', async () => {
    const set = await pool.open('jobs', words);
    await expect(set.work({ type: 'unknown' }, { lane: 1 })).rejects.toThrow(ThreadFailed);
    expect(await examineAll(set, batchOf([Buffer.from('a word')]))).toMatchObject([
      { outcome: 'examined', matches: [{ patternId: 'word' }] },
    ]);
    set.close();
  });

  it('matches a large set in every thread: its table is in memory of WebAssembly, which they share', async () => {
    const many = Array.from({ length: 4000 }, (_, at): Pattern => ({ id: String(at), kind: 'deep', text: `word-${at * 7919}` }));
    const set = await pool.open('many', many);
    const bytes = Buffer.from(`${'text '.repeat(2000)}Word-${17 * 7919} слово word-${3999 * 7919}`.repeat(3));
    // Both threads have something to do.
    const results = (await Promise.all(Array.from({ length: 6 }, () => examineAll(set, batchOf([bytes]))))).flat();
    expect(results.map((result) => result.outcome === 'examined' && result.matches.map(({ patternId }) => patternId))).toEqual(
      Array.from({ length: 6 }, () => ['17', '3999']),
    );
    set.close();
  });

  it('gives exactly what the synchronous matcher gives, however documents are split, ordered and filtered', async () => {
    const text = fc.tuple(anyText, anyText).map(([left, right]) => `${left} word ${right}`);
    let [found, unchecked] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyExpression, { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(text, fc.nat(5), fc.boolean()), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom(undefined, { expression: 600, document: 1500 }),
        async (made, documents, together, limits) => {
          const patterns: Pattern[] = [
            ...made.map(({ expression }, at) => ({ id: String(at), kind: 'regex' as const, text: expression })),
            ...words,
            { id: 'file', kind: 'keyword', text: 'filename:.env word' },
          ];
          const only = new Set(['0', 'word']);
          const all = documents.map(([content, at, filtered]) => ({
            bytes: Buffer.from(`${content}${made[at % made.length]?.sample ?? ''} WORD`),
            filtered,
          }));
          const compiled = compilePatterns(patterns);
          const wanted = all.map(({ bytes, filtered }) =>
            describeDocument(compiled, { bytes, fileNames: ['src/.env'] }, { limits, only: filtered ? only : undefined }),
          );
          const set = await pool.open({}, patterns);
          const batches: DocumentBatch[] = [];
          for (let from = 0; from < all.length; from += together) {
            const batch = new DocumentBatch();
            for (const { bytes, filtered } of all.slice(from, from + together))
              batch.add(bytes, ['src/.env'], filtered ? set.filter(only) : -1);
            batches.push(batch);
          }
          const results = (await Promise.all(batches.map((batch) => examineAll(set, batch, { limits })))).flat();
          set.close();
          expect(results).toEqual(wanted);
          for (const result of results) {
            if (result.outcome !== 'examined') continue;
            found += result.matches.length;
            unchecked += result.unchecked.length;
          }
        },
      ),
      { numRuns: 60 },
    );
    // Both kinds of results came up; how many is chance.
    expect(Math.min(found, unchecked)).toBeGreaterThan(0);
  });

  it('obeys a stop in the middle of an expression, and matches again afterwards', async () => {
    const set = await pool.open('stopped', EXPENSIVE);
    const stop = new AbortController();
    const examined = set.examine(batchOf([expensiveBytes]), { limits: EXPENSIVE_LIMITS, signal: stop.signal });
    // The event loop turns while the thread is inside the expression.
    setTimeout(() => stop.abort(new Error('the task was stopped')), 200);
    await expect(examined).rejects.toThrow('the task was stopped');
    expect(await set.examine(batchOf([Buffer.from('ab')]))).toEqual([{ outcome: 'examined', matches: [], unchecked: [] }]);
    set.close();
  });

  it("lets one owner's documents pass while another's are expensive, however many wait", async () => {
    const stop = new AbortController();
    const expensive = await pool.open('expensive', EXPENSIVE);
    const cheap = await pool.open('cheap', words);
    const waiting = Array.from({ length: 5 }, () =>
      expensive.examine(batchOf([expensiveBytes]), { limits: EXPENSIVE_LIMITS, signal: stop.signal }).catch(() => 'stopped'),
    );
    for (let at = 0; at < 3; at++) {
      const [result] = await cheap.examine(batchOf([Buffer.from('a word')]));
      expect(result).toMatchObject({ outcome: 'examined', matches: [{ patternId: 'word', line: 1, matchingLines: 'a word' }] });
    }
    stop.abort(new Error('stop'));
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => 'stopped'));
  });

  it('checks expressions', async () => {
    const verdicts = await pool.check('anybody', ['BILL-[0-9]+', '(a']);
    expect(verdicts).toMatchObject([
      { check: { ok: true }, queries: [['BILL-']] },
      { check: { ok: false, code: 'expression_syntax' }, queries: [] },
    ]);
  });
});

it('a closed pool refuses what waits and what runs', async () => {
  const pool = new MatchingPool({ threads: 1 });
  const set = await pool.open('a', EXPENSIVE);
  const work = [
    set.examine(batchOf([expensiveBytes]), { limits: EXPENSIVE_LIMITS }),
    set.examine(batchOf([Buffer.from('a')])),
    pool.open('b', words),
  ].map((one) => one.catch((error: unknown) => error));
  await pool.close();
  // No document counts as one that cannot be matched.
  for (const refused of await Promise.all(work)) expect(refused).toBeInstanceOf(PoolClosed);
  await expect(pool.open('a', words)).rejects.toThrow('closed');
});
