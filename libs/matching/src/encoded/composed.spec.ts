import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { compilePatterns, describeDocument } from '../index.ts';
import { composedAt, composedWord } from './composed.ts';

const deep = (text: string, id = 'a'): Pattern => ({ id, kind: 'deep', text });
const describeOne = (content: string | Uint8Array, ...patterns: readonly Pattern[]) => {
  const result = describeDocument(compilePatterns(patterns), { bytes: Buffer.from(content) });
  return result.outcome === 'examined' ? result.matches : [];
};
const SOFT_HYPHEN = '\u00ad';
const ZERO_WIDTH = '\u200b';

describe('letters that are written as several characters', () => {
  it.each(['йод-ёлка@corp.example', 'ЙЁ', 'Việt-Nam', 'naïve-Ångström', 'Київ'])('%s is found', (word) => {
    const decomposed = word.normalize('NFD');
    expect(decomposed).not.toBe(word);
    for (const content of [decomposed, `a ${decomposed} b`, `x="${decomposed}"`, Buffer.from(`\ufeff${decomposed}`, 'utf16le')])
      expect(describeOne(content, deep(word))).toHaveLength(1);
  });

  it('as a customer writes them, with what a document has', () => {
    expect(describeOne('Полный доступ: Йод', deep('йод'.normalize('NFD')))).toHaveLength(1);
    expect(describeOne('Полный доступ: Йод'.normalize('NFD'), deep('йод'.normalize('NFD')))).toHaveLength(1);
  });

  it('the place is that of all their characters', () => {
    const content = `один ${'Йод'.normalize('NFD')}\n`;
    const [match] = describeOne(content, deep('йод'));
    const [span = { start: 0, end: 0 }] = match?.spans ?? [];
    expect(Buffer.from(content).subarray(span.start, span.end).toString()).toBe('Йод'.normalize('NFD'));
  });

  it('any of the letters that NFC composes of at most three marks', () => {
    const letter = fc.constantFrom(...'абвйёЙЁїўaeiouAEIOUyñçễẩậṩǘα');
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1, maxLength: 8 }), (letters) => {
        const word = letters.join('');
        expect(composedWord(word.normalize('NFD'))).toBe(word.normalize('NFC'));
        expect(describeOne(`(${word.normalize('NFD')})`, deep(word))).toHaveLength(1);
      }),
    );
  });
});

describe('invisible characters', () => {
  it.each([
    ['a soft hyphen', SOFT_HYPHEN],
    ['a space without width', ZERO_WIDTH],
    ['a word joiner', '\u2060'],
    ['a byte order mark', '\ufeff'],
    ['a mark of direction', '\u200e'],
    ['several', `${SOFT_HYPHEN}${ZERO_WIDTH}\u202a`],
  ])('%s within a word', (_name, between) => {
    for (const word of ['секрет', 'password', 'db.corp.example']) {
      const [first, ...others] = word;
      expect(describeOne(`a: ${first}${between}${others.join('')};`, deep(word))).toHaveLength(1);
      expect(describeOne(`a: ${[...word].join(between)};`, deep(word))).toHaveLength(1);
      expect(describeOne(`a: ${word};`, deep([...word].join(between)))).toHaveLength(1);
    }
  });

  it('a domain and a token with them are whole', () => {
    const domain: Pattern = { id: 'd', kind: 'internal_domain', text: 'corp.example' };
    expect(describeOne(`db.corp${ZERO_WIDTH}.exam${SOFT_HYPHEN}ple`, domain)).toHaveLength(1);
    expect(describeOne(`db.xcorp${ZERO_WIDTH}.example`, { ...domain, text: 'corp.example' })).toHaveLength(0);
    expect(describeOne(`key abc${ZERO_WIDTH}def123`, { id: 'r', kind: 'regex', text: '\\babcdef[0-9]{3}\\b' })).toHaveLength(1);
  });

  it('join emoji and letters of other scripts as before, and do not join what is apart', () => {
    const text = Buffer.from('\u{1f468}\u200d\u{1f4bb} می\u200cخواهم a \u200bb');
    expect([...text.keys()].filter((at) => composedAt(text, at) !== undefined)).toEqual([]);
    expect(describeOne(`ab ${ZERO_WIDTH} cd`, deep('abcd'))).toEqual([]);
    expect(describeOne('می\u200cخواهم', deep('می\u200cخواهم'))).toHaveLength(1);
  });

  it('a word of a pattern that has nothing else is none', () => {
    expect(composedWord(`${ZERO_WIDTH}${SOFT_HYPHEN}`)).toBe('');
    expect(composedWord(`${ZERO_WIDTH}слово${SOFT_HYPHEN}`)).toBe('слово');
  });
});

it('a composed text is never longer, and what is read never goes beyond the text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'е', '\u0308', '\u0301', SOFT_HYPHEN, ZERO_WIDTH, '—', 'й', '"', ' ', '\u{1f468}')),
      (parts) => {
        const text = Buffer.from(parts.join(''));
        for (const at of text.keys()) {
          const composed = composedAt(text, at);
          expect(composed?.bytes.length ?? 0).toBeLessThanOrEqual(composed?.length ?? 0);
          expect(at + (composed?.length ?? 0)).toBeLessThanOrEqual(text.length);
        }
      },
    ),
  );
});
