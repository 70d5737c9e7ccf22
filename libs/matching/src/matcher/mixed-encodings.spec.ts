import { isUtf8 } from 'node:buffer';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { ENCODINGS, type Encoding, encode, markOf } from '../encodings.fixture.ts';
import { compilePatterns, excerptAround, normalisedMatchingLines } from '../index.ts';
import { referenceMatches } from '../reference.fixture.ts';

/** Words of at least three letters: that of a shorter one may be in another reading by chance. */
const WORDS = ['секрет', 'Пароль', 'ключ доступа', 'ЁЖИК', 'password', 'Key_1', 'corp.com', 'база.рф'];
const word = fc.constantFrom(...WORDS);
const filler = fc.constantFrom('text', 'строка кода', 'x = 1;', 'ещё', 'Ёлка', 'log line 17', '// комментарий', '"', 'я', 'Отчёт за июнь');
const space = fc.constantFrom(' ', '\n', '\r\n', '\t', ' = ');
/** A stretch that begins and ends with white space, so that its words are its own. */
const stretch = fc
  .tuple(fc.array(fc.tuple(fc.oneof(word, filler), space), { minLength: 1, maxLength: 5 }), fc.constantFrom(...ENCODINGS), fc.boolean())
  .map(([parts, encoding, upper]) => {
    const text = `  ${parts.flat().join('')}  `;
    return { text: upper ? text.toUpperCase() : text, encoding };
  });
const mark = fc.option(fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const), { nil: null });
const document = fc.tuple(mark, fc.array(stretch, { minLength: 1, maxLength: 6 }));

const PATTERNS: readonly Pattern[] = [
  ...WORDS.map((text, at): Pattern => ({ id: `word ${at}`, kind: 'deep', text })),
  { id: 'two', kind: 'deep', text: 'секрет password' },
  { id: 'three', kind: 'deep', text: 'пароль key_1 ёжик' },
  { id: 'domain', kind: 'internal_domain', text: 'corp.com' },
  { id: 'domain in Russian', kind: 'internal_domain', text: 'база.рф' },
  { id: 'domain and word', kind: 'public_domain', text: 'corp.com секрет' },
  { id: 'expression', kind: 'regex', text: '(?i)парол[а-я]' },
  { id: 'expression of a set', kind: 'regex', text: '(?i)[к-м]люч\\s+дост' },
  { id: 'expression in ASCII', kind: 'regex', text: '(?i)key_[0-9]' },
];

type Stretch = { readonly text: string; readonly encoding: Encoding };
const isSingleByte = (encoding: Encoding) => encoding === 'windows-1251' || encoding === 'koi8-r' || encoding === 'ibm866';

function bytesOf([marked, stretches]: readonly [Parameters<typeof markOf>[0] | null, readonly Stretch[]]): Buffer {
  return Buffer.concat([...(marked === null ? [] : [markOf(marked)]), ...stretches.map(({ text, encoding }) => encode(text, encoding))]);
}

/** What a reader finds who knows where each encoding begins. A document that is UTF-8 as a whole is read as nothing else. */
function foundByReference(bytes: Buffer, stretches: readonly Stretch[]): string[] {
  const whole = isUtf8(bytes);
  const text = stretches
    .map((one) => (whole && isSingleByte(one.encoding) ? encode(one.text, one.encoding).toString('utf8') : one.text))
    .join('');
  return referenceMatches(PATTERNS, { text });
}

describe('a document of several encodings', () => {
  const compiled = compilePatterns(PATTERNS);

  it('matches what each of its stretches holds', () => {
    fc.assert(
      fc.property(document, (made) => {
        const bytes = bytesOf(made);
        const found = new Set(compiled.match({ bytes }).map(({ patternId }) => patternId));
        const missed = foundByReference(bytes, made[1]).filter((id) => !found.has(id));
        expect(missed).toEqual([]);
      }),
      { numRuns: 3000 },
    );
  });

  it('matches no word that none of its readings holds', () => {
    fc.assert(
      fc.property(document, (made) => {
        const bytes = bytesOf(made);
        for (const { patternId, spans } of compiled.match({ bytes })) {
          if (!patternId.startsWith('word')) continue;
          const wanted =
            PATTERNS.find(({ id }) => id === patternId)
              ?.text.toLowerCase()
              .split(' ') ?? [];
          const shown = spans.flatMap(({ start, end }) =>
            ENCODINGS.map((encoding) => new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes.subarray(start, end)).toLowerCase()),
          );
          expect(wanted.filter((one) => !shown.includes(one))).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('shows what it found in readable letters', () => {
    fc.assert(
      fc.property(document, (made) => {
        const bytes = bytesOf(made);
        for (const { patternId, spans } of compiled.match({ bytes })) {
          const wanted = PATTERNS.find(({ id }) => id === patternId);
          if (wanted?.kind !== 'deep') continue;
          const { text, highlights } = excerptAround(bytes, spans);
          const marked = highlights.map(({ start, end }) => text.slice(start, end).toLowerCase()).join('\0');
          const lines = normalisedMatchingLines(bytes, spans).toLowerCase();
          for (const one of wanted.text.toLowerCase().split(' ')) {
            expect(marked).toContain(one);
            expect(lines).toContain(one);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('found leaks of odd bytes', () => {
  const SECRET: readonly Pattern[] = [{ id: 'a', kind: 'deep', text: 'секрет' }];
  const ASCII: readonly Pattern[] = [{ id: 'a', kind: 'deep', text: 'prod_password' }];
  const code = `${'const value = compute(first, second);\n'.repeat(400)}`;
  const isFound = (patterns: readonly Pattern[], bytes: Uint8Array) => compilePatterns(patterns).match({ bytes }).length > 0;

  it.each<[string, readonly Pattern[], Buffer]>([
    [
      'windows-1251 in a long file of ASCII',
      SECRET,
      Buffer.concat([Buffer.from(code), encode('// секрет\n', 'windows-1251'), Buffer.from(code)]),
    ],
    [
      'windows-1251 in a long file of UTF-8',
      SECRET,
      Buffer.concat([Buffer.from('привет мир '.repeat(500)), encode(' секрет ', 'windows-1251')]),
    ],
    ['KOI8-R', SECRET, encode('это секрет фирмы', 'koi8-r')],
    ['CP866', SECRET, encode('это секрет фирмы', 'ibm866')],
    ['a file of DOS, which ends with a control character', SECRET, encode('ключ: секрет\r\n\u001a', 'ibm866')],
    ['KOI8-R beside a control character', SECRET, encode('a\u0001секрет\u0007', 'koi8-r')],
    [
      'UTF-8 beside a control character in windows-1251',
      SECRET,
      Buffer.concat([encode('строка за строкой\n'.repeat(20), 'windows-1251'), Buffer.from('\u0001секрет\u0001')]),
    ],
    ['a mark of UTF-16 before ASCII', ASCII, Buffer.concat([markOf('utf-16le'), Buffer.from('a=1\nprod_password=2\n')])],
    ['a mark of UTF-16 before UTF-8', SECRET, Buffer.concat([markOf('utf-16be'), Buffer.from('ключ: секрет\n')])],
    ['a mark of UTF-8 before windows-1251', SECRET, Buffer.concat([markOf('utf-8'), encode('ключ: секрет\n', 'windows-1251')])],
    [
      'UTF-16 that turns to ASCII',
      ASCII,
      Buffer.concat([markOf('utf-16le'), encode('first line\r\n', 'utf-16le'), Buffer.from('x prod_password=2\n')]),
    ],
    ['UTF-16 without a mark', SECRET, encode('it is секрет\n', 'utf-16le')],
    ['UTF-16 without a mark after ASCII', SECRET, Buffer.concat([Buffer.from('abc'), encode(' секрет ', 'utf-16be')])],
    [
      'nothing but one word of UTF-16 in ASCII',
      SECRET,
      Buffer.concat([Buffer.from('abc\n'), encode('секрет', 'utf-16le'), Buffer.from('\nabc')]),
    ],
    [
      'UTF-16 in a binary file',
      SECRET,
      Buffer.concat([Buffer.alloc(300, 0xfa), Buffer.alloc(9), encode('мой секрет', 'utf-16le'), Buffer.alloc(99)]),
    ],
  ])('%s', (_, patterns, bytes) => {
    expect(isFound(patterns, bytes)).toBe(true);
  });

  it('does not read windows-1251 in the noise of a binary file', () => {
    const bytes = Buffer.concat([Buffer.from([0, 1, 2, 3]), encode('секрет', 'windows-1251'), Buffer.from([0, 5, 6, 7])]);
    expect(isFound(SECRET, bytes)).toBe(false);
  });
});
