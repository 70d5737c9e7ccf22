import { type BenchContext, type Contestant, documentsOf, figure, interleave, ratioOf, seeded, sourceText, table } from '@leakwatch/bench';
import { compilePatterns } from '@leakwatch/matching';
import { RE2JS } from 're2js';
import { benchExpressions as makeExpressions } from './expression-kinds.ts';
import { asPatterns, DOCUMENT_BYTES, type Found, matchAll } from './found.ts';

const SIZES = { full: { count: 200, bytes: 600_000 }, tiny: { count: 16, bytes: 40_000 } };

/** Whether an expression is in a document, in the form that its engine reads fastest. */
type Test<Text> = (text: Text) => boolean;

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
const asString = (bytes: Uint8Array): string => asBuffer(bytes).toString();

function eachOverText<Text>(tests: readonly Test<Text>[], documents: readonly Uint8Array[], read: (bytes: Uint8Array) => Text): Found {
  let [pairs, sum] = [0, 0];
  for (const bytes of documents) {
    const text = read(bytes);
    for (const [at, test] of tests.entries()) {
      if (!test(text)) continue;
      pairs += 1;
      sum += at;
    }
  }
  return { pairs, sum };
}

function regExp(expression: string): Test<string> {
  const ignoresCase = expression.startsWith('(?i)');
  const compiled = new RegExp(ignoresCase ? expression.slice('(?i)'.length) : expression, ignoresCase ? 'i' : '');
  return (text) => compiled.test(text);
}

function linear(expression: string): Test<Uint8Array> {
  const compiled = RE2JS.compile(expression);
  return (bytes) => compiled.test(bytes);
}

interface NativeRe2 {
  test(text: Buffer): boolean;
}

/** Native re2 where it is installed (`npm install --no-save re2`); the project itself uses no native code. */
async function nativeRe2(): Promise<((expression: string) => Test<Buffer>) | undefined> {
  const name = process.env['LEAKWATCH_BENCH_RE2'] ?? 're2';
  try {
    const loaded: { default: new (expression: string, flags: string) => NativeRe2 } = await import(name);
    return (expression) => {
      const compiled = new loaded.default(expression, 'u');
      return (text) => compiled.test(text);
    };
  } catch {
    return undefined;
  }
}

/** 200 expressions of all manners, beside each one over the whole text by itself. */
export async function benchExpressions({ size, print }: BenchContext): Promise<void> {
  const { count, bytes } = SIZES[size];
  const made = makeExpressions(seeded(7), count);
  const expressions = made.map(({ expression }) => expression);
  const text = sourceText(bytes, { planted: made.map(({ sample }) => sample) });
  const documents = documentsOf(text, DOCUMENT_BYTES);
  const compiled = compilePatterns(asPatterns('regex', expressions));
  const [regExps, linearOnes, native] = [expressions.map(regExp), expressions.map(linear), await nativeRe2()];
  const nativeOnes = native === undefined ? undefined : expressions.map(native);
  const contestants: readonly Contestant<Found>[] = [
    { name: 'Leakwatch', run: () => matchAll(compiled, documents) },
    { name: 'RegExp, each over the text (no bound on its time)', run: () => eachOverText(regExps, documents, asString) },
    { name: 're2js, each over the text', run: () => eachOverText(linearOnes, documents, (bytes) => bytes) },
    ...(nativeOnes === undefined
      ? []
      : [{ name: 're2 (native), each over the text', run: () => eachOverText(nativeOnes, documents, asBuffer) }]),
  ];
  const measured = await interleave(contestants);
  const [ours] = measured;
  if (ours === undefined) return;
  print(`\n${count} expressions\n`);
  print(
    table(
      ['contestant', 'MB/s', 'Leakwatch is times as fast', 'found'],
      measured.map((one) => [one.name, figure(text.length / 1e6 / one.median), figure(ratioOf(one, ours)), String(one.found.pairs)]),
    ),
  );
  if (nativeOnes === undefined) print('\nre2 is not installed and was left out.');
}
