/**
 * Throughput of the matcher on source-like text:
 * `node --conditions=source libs/matching/src/matching.bench.ts [words|expressions]`.
 * Seeded, so that two runs read the same. Machines are noisy: beside the median stands the best round, and ratios are
 * what to trust. The words are made of the very syllables of the text, which is harder than customers' names are.
 */
import type { Pattern } from '@leakwatch/vocabulary';
import { compilePatterns } from './index.ts';

/** Short rounds, many of them: where a container's processor time is rationed, a pause spoils few. */
const TEXT_BYTES = 2_000_000;
const NAIVE_TEXT_BYTES = 100_000;
const ROUNDS = 25;
const NAIVE_ROUNDS = 3;
const DOCUMENT_BYTES = 20_000;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

const random = seeded(20261120);

function pick<T>(items: readonly T[], fallback: T): T {
  return items[Math.floor(random() * items.length)] ?? fallback;
}

const SYLLABLES =
  'con fig ser ver data base cli ent pro duct key to ken auth log in mon itor que ue wor ker api ad min us er re port pay ment no de'.split(
    ' ',
  );
const CYRILLIC = 'па роль до ступ сер вер ба за клю чи дан ные вход от чет за каз'.split(' ');

function word(syllables: readonly string[], length: number): string {
  let made = '';
  while (made.length < length) made += pick(syllables, 'x');
  return made;
}

function sourceLine(): string {
  const name = `${word(SYLLABLES, 6)}${Math.floor(random() * 100)}`;
  switch (Math.floor(random() * 6)) {
    case 0:
      return `  const ${name} = await this.${word(SYLLABLES, 8)}.${word(SYLLABLES, 5)}(request.params.${word(SYLLABLES, 3)}, { retry: ${Math.floor(random() * 9)} });`;
    case 1:
      return `// ${word(SYLLABLES, 7)} ${word(SYLLABLES, 4)} the ${word(SYLLABLES, 6)} of a ${word(SYLLABLES, 5)} before it is used`;
    case 2:
      return `if (${name} !== undefined && ${name}.length > ${Math.floor(random() * 1000)}) return null;`;
    case 3:
      return `  "${name}": "https://${word(SYLLABLES, 8)}.example.org/${word(SYLLABLES, 5)}?q=${Math.floor(random() * 1e9).toString(36)}",`;
    case 4:
      return `export function ${name}(${word(SYLLABLES, 4)}: string): Promise<void> {`;
    default:
      return '}';
  }
}

function text(bytes: number, line: () => string): Uint8Array {
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    const next = line();
    lines.push(next);
    size += Buffer.byteLength(next) + 1;
  }
  return Buffer.from(lines.join('\n'));
}

function words(count: number): Pattern[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(at),
    kind: 'deep',
    text:
      at % 10 === 0
        ? `${word(CYRILLIC, 8)}${Math.floor(random() * 1e6).toString(36)}`
        : `${word(SYLLABLES, 9)}${pick(['-', '_', '.'], '-')}${Math.floor(random() * 2 ** 30).toString(36)}`,
  }));
}

function expressions(count: number): Pattern[] {
  const made = [
    () => `${word(SYLLABLES, 5).slice(0, 5)}_[0-9a-zA-Z]{${20 + Math.floor(random() * 20)}}`,
    () => `\\b${word(SYLLABLES, 6)}\\s*[=:]\\s*"[^"]{8,64}"`,
    () => `[a-z0-9._-]{1,64}@${word(SYLLABLES, 8)}\\.(com|ru)`,
    () => `(?i)${word(SYLLABLES, 6)}[_-]?(key|token)[ =:]{1,3}[0-9a-f]{32}`,
  ];
  return Array.from({ length: count }, (_, at) => ({ id: `e${at}`, kind: 'regex', text: (made[at % made.length] ?? made[0])?.() ?? '' }));
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

interface Speed {
  readonly median: string;
  readonly best: string;
}

function megabytesPerSecond(bytes: number, rounds: number, run: () => void): Speed {
  run();
  const seconds = Array.from({ length: rounds }, () => {
    const start = process.hrtime.bigint();
    run();
    return Number(process.hrtime.bigint() - start) / 1e9;
  });
  const speed = (time: number): string => (bytes / 1e6 / time).toPrecision(3);
  return { median: speed(median(seconds)), best: speed(Math.min(...seconds)) };
}

function documents(whole: Uint8Array): Uint8Array[] {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < whole.length; at += DOCUMENT_BYTES) parts.push(whole.subarray(at, at + DOCUMENT_BYTES));
  return parts;
}

function measure(label: string, patterns: readonly Pattern[], whole: Uint8Array): void {
  const start = process.hrtime.bigint();
  const compiled = compilePatterns(patterns);
  const build = Number(process.hrtime.bigint() - start) / 1e9;
  const parts = documents(whole);
  let matches = 0;
  const speed = megabytesPerSecond(whole.length, ROUNDS, () => {
    matches = 0;
    for (const bytes of parts) matches += compiled.match({ bytes }).length;
  });
  const table = (compiled.memoryBytes / 1e6).toFixed(1);
  console.log(`${label}: ${speed.median} MB/s (best ${speed.best}), built in ${build.toFixed(2)} s, table ${table} MB, ${matches} matches`);
}

function measureNaive(patterns: readonly Pattern[], whole: Uint8Array): void {
  const part = whole.subarray(0, NAIVE_TEXT_BYTES).toString().toLowerCase();
  const lower = patterns.map((pattern) => pattern.text.toLowerCase());
  let found = 0;
  const speed = megabytesPerSecond(NAIVE_TEXT_BYTES, NAIVE_ROUNDS, () => {
    found = 0;
    for (const wanted of lower) if (part.includes(wanted)) found++;
  });
  console.log(`  String.prototype.includes, ${patterns.length} words: ${speed.median} MB/s (best ${speed.best}), ${found} found`);
}

const source = text(TEXT_BYTES, sourceLine);
const russian = text(TEXT_BYTES, () => Array.from({ length: 9 }, () => word(CYRILLIC, 6)).join(' '));

function benchWords(): void {
  for (const count of [1_000, 10_000, 50_000]) {
    const patterns = words(count);
    measure(`${count} words, source text`, patterns, source);
    measure(`${count} words, Russian text`, patterns, russian);
    if (count <= 10_000) measureNaive(patterns, source);
  }
}

function benchExpressions(): void {
  measure('200 expressions, source text', expressions(200), source);
  measure('10000 words and 200 expressions, source text', [...words(10_000), ...expressions(200)], source);
}

const wanted = process.argv[2];
if (wanted !== 'expressions') benchWords();
if (wanted !== 'words') benchExpressions();
