import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { type CompiledPatterns, compilePatterns, CopiedRanges, type LiteralPlaces, RevisionMatcher } from '../index.ts';
import { readPattern } from '../patterns/read-pattern.ts';

/** What a revision is made of: parts of its base, by place and length in proportion to it, and new bytes. */
type Part = { readonly from: number; readonly length: number } | Uint8Array;

/** Words that share beginnings and ends, long ones among them, so that edits make one of another. */
export const WORDS = [
  'ab1',
  'ab1.b-aa',
  'b-aaЯр',
  'яёряё',
  'ряё密',
  '密密b',
  'a_b1a_b1a_b1a',
  'b1a_b1x',
  '1x1',
  'БяёрЯё1x1x1яёряё',
  'zz.q',
];
const word = fc.constantFrom(...WORDS);
const longWord = fc.tuple(word, word).map((both) => both.join(''));
const letters = fc.constantFrom('a', 'B', 'я', 'Ё', '1', '-', '密', 'е', '\u0308', '\u00ad', '\u200b');
const domain = fc.constantFrom('a.b', 'b.a', 'ab.я', 'a-b.b', '@a.b', 'яр.р', 'a.b/');
const EXPRESSIONS = [
  'ab[.]b',
  'a{3}b?',
  '(?i)aba+',
  '\\baba\\b',
  '[^ab]aab',
  'a.*b',
  '^ab',
  'b$',
  'яр[а-я]{1,2}',
  '[aя]{2,5}.aaa',
  '(?s)aba.{0,5}bab',
  '\\b[bя]{2}\\b',
  '[a-c]{2}1[^a]{1,4}b',
  '(?s)[b1].{3}я',
  '^[aя]b|1я$',
];
/** As tokens are: no literal, no letter beyond ASCII, no line end. */
const TOKENS = ['[ab1_]{9,13}', '\\b[ab][1_b][ab1_]{6,20}b1x', '[ab_]{1,5}1[ab_]{3,8}1[ab_]\\b', '[1x]{3,9}[ab1_]{2,9}$'];
const token = fc.constantFrom(...TOKENS).map((text): Omit<Pattern, 'id'> => ({ kind: 'regex', text }));
const pattern: fc.Arbitrary<Omit<Pattern, 'id'>> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.oneof(word, longWord), { minLength: 1, maxLength: 3 })
      .map((words) => ({ kind: 'deep' as const, text: words.join(' ') })),
  },
  { weight: 2, arbitrary: domain.map((text) => ({ kind: 'internal_domain' as const, text })) },
  { weight: 2, arbitrary: fc.tuple(domain, word).map((parts) => ({ kind: 'public_domain' as const, text: parts.join(' ') })) },
  fc
    .tuple(fc.constantFrom('.env', 'a.b'), fc.option(word, { nil: '' }))
    .map(([name, text]) => ({ kind: 'keyword' as const, text: `filename:${name} ${text}` })),
  { weight: 2, arbitrary: fc.constantFrom(...EXPRESSIONS).map((text) => ({ kind: 'regex' as const, text })) },
);
export const numbered = (all: readonly Omit<Pattern, 'id'>[]): Pattern[] => all.map((one, at) => ({ ...one, id: String(at) }));
export const patterns = fc.array(pattern, { minLength: 1, maxLength: 8 }).map(numbered);
export const tokensAndWords = fc
  .tuple(
    token,
    fc.array(
      fc.oneof(
        token,
        word.map((one) => ({ kind: 'deep' as const, text: `${one}zz` })),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([first, others]) => numbered([first, ...others]));

/** Encoded words, of which edits make others; with what may stand before and between them. */
const encoded = fc.oneof(
  fc
    .tuple(longWord, fc.constantFrom('base64', 'base64url'))
    .map(([content, coding]) => Buffer.from(`${content} ${content}`).toString(coding === 'base64' ? 'base64' : 'base64url')),
  longWord.map((content) => encodeURIComponent(` ${content}`)),
  longWord.map((content) => [...content].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')),
  longWord.map((content) => [...content].map((letter) => `&#${letter.charCodeAt(0)};`).join('')),
  longWord.map((content) => [...content].map((letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`).join('')),
  longWord.map((content) => [...Buffer.from(content)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')),
  longWord.map((content) => content.normalize('NFD')),
  fc.tuple(longWord, fc.constantFrom('\u00ad', '\u200b', '\u2060\ufeff')).map(([content, between]) => [...content].join(between)),
  longWord.map((content) =>
    Buffer.from(`${content} ${content}`, 'utf16le')
      .toString('base64')
      .replace(/(.{16})/g, '$1\n  '),
  ),
  fc.constantFrom('\r\n', '\n  ', '\\n', '\\r\\n', '/', 'n', 'word'),
);
/** Tags between parts of words, of a page whose beginning an edit may take away. */
const markup = fc.constantFrom('<b>', '</b>', '<p>', '<!--', '-->', '<td>', '<script>', '</script>', '&#97;', '<a b="');
const pageText = fc
  .array(fc.oneof(longWord, letters, domain, markup, markup, fc.constant('1')), { minLength: 2, maxLength: 10 })
  .map((parts) => Buffer.from(parts.join('')));
const pageStart = fc.constantFrom('<!doctype html>', '<p>', '<html>\n', '<').map((tag) => Buffer.from(tag));
const filler = fc.constantFrom(' ', '\n', '='.repeat(40), `${'z'.repeat(400)}\n`);
const text = fc
  .array(fc.oneof(word, longWord, letters, domain, filler, filler, encoded, encoded), { maxLength: 8 })
  .map((parts) => Buffer.from(parts.join('')));
/** Single bytes that are no UTF-8, make a file binary, or begin a file of UTF-16. */
const odd = fc
  .constantFrom([0], [0xff, 0xfe], [0xef, 0xbb, 0xbf], [0xd1], [0x8f], [0xe5, 0xaf], [0xcf, 0xe0, 0xf0, 0xee, 0xeb, 0xfc])
  .map((bytes) => Buffer.from(bytes));
const SINGLE_BYTES = ['windows-1251', 'koi8-r', 'ibm866', 'windows-1252'].map((label) =>
  Array.from({ length: 256 }, (_, byte) => new TextDecoder(label).decode(Uint8Array.of(byte))),
);
/** A word in an encoding of single bytes, of which letters may be escaped; what the encoding does not have is left out. */
const inSingleBytes = fc.tuple(longWord, fc.constantFrom(...SINGLE_BYTES), fc.boolean()).map(([content, characters, escapes]) => {
  const written = [...content].map((letter, at) => {
    const escaped = `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    const byte = characters.indexOf(letter);
    return escapes && at % 2 === 0 ? Buffer.from(escaped) : Buffer.from(byte === -1 ? [0xe9] : [byte]);
  });
  return Buffer.concat(written);
});
/** Few such words in much ASCII, which is where they are looked for alone. */
const sparse = fc
  .array(fc.oneof(inSingleBytes, text), { minLength: 1, maxLength: 4 })
  .map((parts) => Buffer.concat(parts.flatMap((one) => [Buffer.from(`\n${'z'.repeat(700)}\n`), one])));
export const bytes = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: inSingleBytes },
  { weight: 3, arbitrary: sparse },
  odd,
  fc.tuple(odd, text).map((both) => Buffer.concat(both)),
  { weight: 4, arbitrary: fc.tuple(pageStart, fc.oneof(text, inSingleBytes), pageText).map((parts) => Buffer.concat(parts)) },
);
const share = fc.double({ min: 0, max: 1, noNaN: true });
const part: fc.Arbitrary<Part> = fc.oneof(fc.record({ from: share, length: share }), bytes);
/** Most of the base, with something in between. */
const edit: fc.Arbitrary<readonly Part[]> = fc
  .tuple(
    share,
    fc.oneof(
      bytes,
      letters.map((letter) => Buffer.from(letter)),
    ),
  )
  .map(([at, inserted]) => [{ from: 0, length: at }, inserted, { from: at, length: 1 }]);
const cut: fc.Arbitrary<readonly Part[]> = fc.tuple(share, share).map(([at, length]) => [
  { from: 0, length: at },
  { from: at + length / 10, length: 1 },
]);
export const revision = fc.oneof({ weight: 3, arbitrary: edit }, { weight: 2, arbitrary: cut }, fc.array(part, { maxLength: 6 }));

export const Z = 0x7a;
/** Places of a document that are not inside of a long run of fillers: where cuts are interesting. */
function placesToCut(base: Uint8Array): readonly number[] {
  const places = [...base.keys()].filter((at) => base[at] !== Z || base[at - 1] !== Z);
  return [...places, base.length];
}

/** Makes a revision, and records what it has in common with its base. */
export function revise(base: Uint8Array, parts: readonly Part[], copies: CopiedRanges): Buffer {
  copies.clear();
  const made: Uint8Array[] = [];
  const cuts = placesToCut(base);
  const placeAt = (proportion: number) => cuts[Math.min(cuts.length - 1, Math.floor(proportion * cuts.length))] ?? 0;
  let at = 0;
  for (const one of parts) {
    let piece: Uint8Array;
    if ('from' in one) {
      const from = placeAt(one.from);
      piece = base.subarray(from, Math.max(from, placeAt(Math.min(1, one.from + one.length))));
      if (piece.length > 0) copies.add(at, from, piece.length);
    } else piece = one;
    made.push(piece);
    at += piece.length;
  }
  return Buffer.concat(made);
}

const asksForName = ({ kind, text: wanted }: Pattern) => {
  const read = readPattern(kind, wanted);
  return read.shape === 'terms' && read.fileNames.length > 0;
};

export function isConcerned(compiled: CompiledPatterns, document: Uint8Array, fileNames: readonly string[]): boolean {
  const { matches, unchecked } = compiled.examine({ bytes: document, fileNames });
  return matches.length + unchecked.length > 0;
}

export function checkChain(all: readonly Pattern[], first: Uint8Array, revisions: readonly (readonly Part[])[]): void {
  const compiled = compilePatterns(all);
  const unnamed = compilePatterns(all.filter((one) => !asksForName(one)));
  const withWords = compilePatterns(all.filter(({ kind, text: wanted }) => !(kind === 'keyword' && wanted.trim().split(' ').length === 1)));
  const matcher = new RevisionMatcher(compiled);
  const copies = new CopiedRanges();
  let places: LiteralPlaces | undefined = matcher.examine(first, undefined).places;
  let document: Uint8Array = first;
  for (const parts of revisions) {
    document = revise(document, parts, copies);
    const result = matcher.examine(document, places && { places, copies });
    // Nothing is missed under any name; where no pattern asks for one, nothing more is said either.
    if (isConcerned(unnamed, document, []) || isConcerned(withWords, document, ['x/.env', 'A.b'])) expect(result.concerns).toBe(true);
    if (unnamed.patternCount === compiled.patternCount) expect(result.concerns).toBe(isConcerned(compiled, document, []));
    places = result.places;
  }
}
