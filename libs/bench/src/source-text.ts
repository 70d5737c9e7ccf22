import { ENGLISH, NAME_PARTS, RUSSIAN } from './vocabulary.ts';
import { type Seeded, seeded } from './seeded.ts';

const HEX = '0123456789abcdef';
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

function camel(random: Seeded): string {
  return `${random.pick(ENGLISH)}${capital(random.pick(ENGLISH))}${random.once(3) ? capital(random.pick(ENGLISH)) : ''}`;
}

function phrase(random: Seeded, words: readonly [string, ...string[]], length: number): string {
  return Array.from({ length }, () => random.pick(words)).join(' ');
}

/** Lines as in source code, settings and notes. */
const LINES: readonly [(random: Seeded) => string, ...((random: Seeded) => string)[]] = [
  (random) =>
    `  const ${camel(random)} = await this.${camel(random)}.${camel(random)}(request.${random.pick(ENGLISH)}, { retry: ${random.below(9)} });`,
  (random) => `    if (${camel(random)} !== undefined && ${camel(random)}.length > ${random.below(1000)}) return null;`,
  (random) => `  // ${phrase(random, ENGLISH, 6)}, ${phrase(random, ENGLISH, 3)}.`,
  (random) =>
    `  "${camel(random)}": "https://${random.pick(NAME_PARTS)}${random.pick(ENGLISH)}.example.org/${random.pick(ENGLISH)}?q=${random.letters(HEX, 8)}",`,
  (random) => `export function ${camel(random)}(${random.pick(ENGLISH)}: string, ${random.pick(ENGLISH)}: number): Promise<void> {`,
  (random) => `${random.pick(ENGLISH).toUpperCase()}_${random.pick(ENGLISH).toUpperCase()}=${random.letters(BASE64, 24)}`,
  (random) => `${random.pick(ENGLISH)}.${random.pick(ENGLISH)}: ${random.below(100_000)}`,
  (random) =>
    `      self.${random.pick(ENGLISH)}_${random.pick(ENGLISH)} = ${random.pick(ENGLISH)}['${random.pick(ENGLISH)}'][${random.below(64)}]`,
  (random) =>
    `2026-${10 + random.below(3)}-${10 + random.below(19)}T12:00:00Z INFO ${phrase(random, ENGLISH, 4)} commit=${random.letters(HEX, 40)}`,
  () => '}',
  () => '',
];

function sourceLine(random: Seeded): string {
  return random.once(20) ? `  # ${phrase(random, RUSSIAN, 5)}` : random.pick(LINES)(random);
}

function russianLine(random: Seeded): string {
  return `${capital(phrase(random, RUSSIAN, 4 + random.below(8)))}${random.once(4) ? ` (${camel(random)})` : '.'}`;
}

export interface TextOptions {
  readonly seed?: number;
  /** `source`: program text with a Russian comment now and then; `russian`: prose. */
  readonly kind?: 'source' | 'russian';
  /** The words to find: one of them in about `plantedOneIn` lines. */
  readonly planted?: readonly string[];
  readonly plantedOneIn?: number;
}

const PLANTED_ONE_IN = 100;

/** At least `bytes` bytes of UTF-8 text in lines. */
export function sourceText(bytes: number, options: TextOptions = {}): Buffer {
  const random = seeded(options.seed ?? 1);
  const line = options.kind === 'russian' ? russianLine : sourceLine;
  const [first, ...others] = options.planted ?? [];
  const times = options.plantedOneIn ?? PLANTED_ONE_IN;
  const lines: string[] = [];
  for (let size = 0; size < bytes; ) {
    const secret = first !== undefined && random.once(times) ? ` = "${random.pick([first, ...others])}"` : '';
    const next = line(random) + secret;
    lines.push(next);
    size += Buffer.byteLength(next) + 1;
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** Cuts a text into documents of at most `bytes` bytes, at line ends where there are any. */
export function documentsOf(text: Uint8Array, bytes: number): readonly Uint8Array[] {
  const documents: Uint8Array[] = [];
  for (let from = 0; from < text.length; ) {
    const limit = Math.min(text.length, from + bytes);
    const newline = limit === text.length ? limit : text.subarray(from, limit).lastIndexOf(0x0a) + from + 1;
    const to = newline > from ? newline : limit;
    documents.push(text.subarray(from, to));
    from = to;
  }
  return documents;
}
