import { afterAll, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import fc from 'fast-check';
import { compilePatterns, describeDocument, MatchingPool } from '@leakwatch/matching';
import type { Pattern } from '@leakwatch/vocabulary';
import { type MatchedDocument, matchInThreads } from './match-in-threads.ts';
import type { DueFor } from './due-patterns.ts';
import type { SourceDocument } from './source-document.ts';

const PATTERNS: readonly Pattern[] = [
  { id: 'word', kind: 'deep', text: 'word' },
  { id: 'number', kind: 'regex', text: '[0-9]{3}' },
];
const pool = new MatchingPool({ threads: 2 });
afterAll(() => pool.close());

interface Made {
  readonly text: string | null;
  readonly repeat: number;
  readonly due: 'all' | 'one' | 'none';
}

const DUE = { all: undefined, one: new Set(['word']), none: new Set<string>() };
const bytesOf = ({ text, repeat }: Made) => (text === null ? undefined : Buffer.from(`${text} `.repeat(repeat)));
const documentOf = (position: number, bytes: Uint8Array | undefined): SourceDocument => ({
  position: BigInt(position),
  bytes,
  ...(bytes === undefined && { unread: 'oversize' }),
  path: `src/${position}.ts`,
  onlyByFileName: false,
  version: String(position),
  commit: null,
});

/** Of a content, which is compared much faster than megabytes of it. */
const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes);

/** Every document in the same memory, which the next one overwrites: as the reader of a mirror does. */
async function* overwritten(made: readonly Made[]): AsyncGenerator<SourceDocument, void, undefined> {
  const memory = Buffer.alloc(2_000_000);
  for (const [at, one] of made.entries()) {
    const bytes = bytesOf(one);
    bytes?.copy(memory);
    yield documentOf(at, bytes && memory.subarray(0, bytes.length));
    memory.fill('0');
  }
}

const made: fc.Arbitrary<Made> = fc.record({
  text: fc.option(fc.constantFrom('a WORD', 'word 123', 'nothing', '12 34', ''), { nil: null, freq: 8 }),
  repeat: fc.constantFrom(1, 2, 40, 100_000),
  due: fc.constantFrom('all', 'all', 'one', 'none'),
});

describe('documents that are matched in threads', () => {
  it('come in their order, each as if it had been matched alone', async () => {
    const compiled = compilePatterns(PATTERNS);
    const set = await pool.open('property', PATTERNS);
    await fc.assert(
      fc.asyncProperty(fc.array(made, { maxLength: 60 }), async (all) => {
        const matched: (Omit<MatchedDocument, 'content'> & { readonly content: string | undefined })[] = [];
        const dueFor: DueFor = ({ position }) => DUE[all[Number(position)]?.due ?? 'none'];
        const { signal } = new AbortController();
        for await (const some of matchInThreads({ documents: overwritten(all), set, dueFor, signal }))
          matched.push(...some.map((one) => ({ ...one, content: one.content && digestOf(one.content) })));
        expect(matched).toEqual(
          all
            .map((one, at) => {
              const bytes = bytesOf(one);
              const alone =
                bytes === undefined || one.due === 'none'
                  ? undefined
                  : describeDocument(compiled, { bytes, fileNames: [`src/${at}.ts`] }, { only: DUE[one.due] });
              const hasMatches = alone?.outcome === 'examined' && alone.matches.length > 0;
              return {
                document: documentOf(at, undefined === bytes ? undefined : bytes),
                bytes: bytes?.length ?? 0,
                content: hasMatches && bytes !== undefined ? digestOf(bytes) : undefined,
                result: alone,
              };
            })
            .map((one) => ({ ...one, document: { ...one.document, bytes: undefined } })),
        );
      }),
      { numRuns: 40 },
    );
    set.close();
  });

  it('are all matched when thousands of matches fill several answers', async () => {
    const set = await pool.open('many', PATTERNS);
    const all = Array.from({ length: 1_500 }, (): Made => ({ text: 'word 123', repeat: 1, due: 'all' }));
    let found = 0;
    const matched = matchInThreads({ documents: overwritten(all), set, dueFor: () => undefined, signal: new AbortController().signal });
    for await (const some of matched) for (const { result } of some) found += result?.outcome === 'examined' ? result.matches.length : 0;
    expect(found).toBe(2 * all.length);
    set.close();
  });

  it('stop in the middle of one that takes minutes', async () => {
    const expensive: Pattern[] = Array.from({ length: 50 }, (_, at) => ({ id: String(at), kind: 'regex', text: `a[ab]{${200 - at}}\\bc` }));
    const set = await pool.open('expensive', expensive);
    const stop = new AbortController();
    const all: Made[] = [{ text: `${'ab'.repeat(500_000)}${Array.from({ length: 50 }, () => 'bc').join('')}`, repeat: 1, due: 'all' }];
    const scan = async () => {
      for await (const some of matchInThreads({ documents: overwritten(all), set, dueFor: () => undefined, signal: stop.signal }))
        void some;
    };
    // The timer runs on the event loop, which the document does not hold.
    setTimeout(() => stop.abort(new Error('the task was stopped')), 300);
    await expect(scan()).rejects.toThrow('the task was stopped');
    set.close();
  });
});
