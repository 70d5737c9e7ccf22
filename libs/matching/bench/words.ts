import {
  type BenchContext,
  type Contestant,
  documentsOf,
  figure,
  goal,
  interleave,
  keywords,
  ratioOf,
  sourceText,
  table,
} from '@leakwatch/bench';
import { compilePatterns } from '@leakwatch/matching';
import { AhoCorasick } from '@monyone/aho-corasick/fast';
import { asPatterns, DOCUMENT_BYTES, type Found, matchAll } from './found.ts';

const SIZES = { full: { counts: [1_000, 10_000, 50_000], bytes: 4_000_000 }, tiny: { counts: [10, 50, 100], bytes: 60_000 } };

/** The usual use of the package: decode, convert to lower case, and record which words occurred. */
function npmContestant(words: readonly string[], documents: readonly Uint8Array[]): () => Found {
  const lower = words.map((word) => word.toLowerCase());
  const numbers = new Map(lower.map((word, at) => [word, at]));
  const automaton = new AhoCorasick(lower);
  return () => {
    let [pairs, sum] = [0, 0];
    for (const bytes of documents) {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString().toLowerCase();
      const found = new Set(automaton.matchInText(text).map(({ keyword }) => keyword));
      for (const keyword of found) {
        pairs += 1;
        sum += numbers.get(keyword) ?? Number.NaN;
      }
    }
    return { pairs, sum };
  };
}

interface Built {
  readonly count: number;
  readonly kind: string;
  readonly bytes: number;
  readonly ours: Contestant<Found>;
  readonly theirs: Contestant<Found>;
  readonly note: string;
}

function build(words: readonly string[], bytes: number, kind: 'source' | 'russian'): Built {
  const text = sourceText(bytes, { planted: words, kind });
  const documents = documentsOf(text, DOCUMENT_BYTES);
  const started = performance.now();
  const compiled = compilePatterns(asPatterns('deep', words));
  const ours = performance.now() - started;
  const run = npmContestant(words, documents);
  const theirs = performance.now() - started - ours;
  const group = `${words.length} ${kind}`;
  return {
    count: words.length,
    kind,
    bytes: text.length,
    ours: { name: 'Leakwatch', group, run: () => matchAll(compiled, documents) },
    theirs: { name: '@monyone/aho-corasick/fast', group, run },
    note: `${(compiled.memoryBytes / 1e6).toFixed(1)} MB, ${(ours / 1000).toFixed(2)} s / ${(theirs / 1000).toFixed(2)} s`,
  };
}

/** MB/s for growing numbers of words, all sizes in the same rounds. */
export async function benchWords({ size, print }: BenchContext): Promise<void> {
  const { counts, bytes } = SIZES[size];
  const all = keywords(counts.at(-1) ?? 0);
  const built = counts.flatMap((count) => [build(all.slice(0, count), bytes, 'source'), build(all.slice(0, count), bytes, 'russian')]);
  const measured = await interleave(built.flatMap(({ ours, theirs }) => [ours, theirs]));
  const results = built.flatMap((one, at) => {
    const [ours, theirs] = [measured[2 * at], measured[2 * at + 1]];
    return ours === undefined || theirs === undefined ? [] : [{ ...one, ours, theirs, times: ratioOf(theirs, ours) }];
  });
  print('\nWords, letter case ignored (table; built ours / theirs)\n');
  print(
    table(
      ['words', 'text', 'Leakwatch MB/s', '@monyone/aho-corasick/fast MB/s', 'times as fast', 'found by both', 'table; built in'],
      results.map(({ count, kind, bytes: read, ours, theirs, times, note }) => [
        String(count),
        kind,
        figure(read / 1e6 / ours.median),
        figure(read / 1e6 / theirs.median),
        figure(times),
        String(ours.found.pairs),
        note,
      ]),
    ),
  );
  const source = results.filter(({ kind }) => kind === 'source');
  const [few, many] = [source[0], source.at(-1)];
  if (few === undefined || many === undefined) return;
  print('');
  print(goal(`throughput kept from ${few.count} to ${many.count} words`, ratioOf(few.ours, many.ours), { least: 0.65 }));
  print(goal(`times the best npm package at ${many.count} words`, many.times, { least: 4 }));
}
