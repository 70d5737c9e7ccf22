import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { compilePatterns } from '../index.ts';
import { referenceMatches } from '../reference.fixture.ts';

/** Few letters, so that words stand in documents, overlap and share beginnings by chance. */
const ALPHABET = ['a', 'b', 'B', 'я', 'Я', 'ё', 'Ё', 'р', 'Р', '.', '-', '_', '@', '1'];
const FILLERS = ['\\n', '\u001b[1;31m', '\u001b[m', ' ', '\n', '\r\n', ',', '/', '"', '='];

const word = fc.array(fc.constantFrom(...ALPHABET), { minLength: 1, maxLength: 4 }).map((letters) => letters.join(''));
const longWord = fc.array(word, { minLength: 3, maxLength: 6 }).map((words) => words.join(''));
const domain = fc.constantFrom('a.b', 'b.a', 'ab.я', 'a-b.b', '@a.b', 'яр.р', 'a.b/', 'b_1.a');
const name = fc.constantFrom('.env', 'A.b', 'я.txt');
const EXPRESSIONS = [
  'ab[.]b',
  'aba',
  'a{3}b?',
  '(?i)aba+',
  'abb[a-z]{0,3}',
  '\\baba\\b',
  '[^ab]aab',
  '(aab|bba)1',
  'a.*b',
  '^ab',
  'b$',
  '(?m)^bab',
  'яря',
  '(?i)яря',
  'яр[а-я]{1,2}',
  '(a|b){3}1',
  '(a+)+b',
  'a\\s+b',
  '[aя]{2,5}.aaa',
  '@a\\.b',
  '(?s)aba.{0,5}bab',
  'aaa.{0,2}',
];

const pattern: fc.Arbitrary<Omit<Pattern, 'id'>> = fc.oneof(
  fc.array(fc.oneof(word, longWord), { minLength: 1, maxLength: 3 }).map((words) => ({ kind: 'deep' as const, text: words.join(' ') })),
  domain.map((text) => ({ kind: 'internal_domain' as const, text })),
  fc.tuple(domain, word, word).map((parts) => ({ kind: 'public_domain' as const, text: parts.join(' ') })),
  fc.tuple(name, fc.option(word, { nil: '' })).map(([file, text]) => ({ kind: 'keyword' as const, text: `filename:${file} ${text}` })),
  fc.constantFrom(...EXPRESSIONS).map((text) => ({ kind: 'regex' as const, text })),
);

const patterns = fc
  .array(pattern, { minLength: 1, maxLength: 30 })
  .map((list): Pattern[] => list.map((item, at) => ({ ...item, id: String(at) })));

const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: word },
      { weight: 2, arbitrary: domain },
      { weight: 3, arbitrary: fc.constantFrom(...FILLERS) },
      longWord,
    ),
    { maxLength: 25 },
  )
  .map((parts) => parts.join(''));

const fileNames = fc.array(fc.constantFrom('x/.ENV', 'a.B', 'dir/Я.txt', 'b.env'), { maxLength: 2 });

function toWindows1251(content: string): Uint8Array {
  const special = new Map([
    ['ё', 0xb8],
    ['Ё', 0xa8],
  ]);
  return Uint8Array.from(content, (letter) => {
    const code = letter.charCodeAt(0);
    return special.get(letter) ?? (code >= 0x410 ? code - 0x350 : code);
  });
}

function toUtf16(content: string, bigEndian: boolean): Uint8Array {
  const bytes = Buffer.from(`\ufeff${content}`, 'utf16le');
  return bigEndian ? bytes.swap16() : bytes;
}

/** A line of Cyrillic at the end makes the encoding certain, as it is in a real document of some length. */
const CERTAIN = '\nЭто точно кириллица: щука, ежи\n';

/** All readings of a text that is not UTF-8: which of them is the right one is not known where it is mixed with others. */
const inEveryEncoding = (bytes: Uint8Array): string =>
  ['utf-8', 'windows-1251', 'koi8-r', 'ibm866'].map((label) => new TextDecoder(label).decode(bytes)).join('\n');

/** Without control characters, such as that of a colour: around them the text is also read in stretches and from other bytes, which no reader here does. */
function wide(content: string, bigEndian: boolean) {
  const seen = content.replaceAll('\u001b', '');
  return { bytes: toUtf16(seen, bigEndian), seen };
}

/** `seen` by a reader who knows the encoding; `possible`, where that is more, by one who has to try all of them. */
const ENCODERS: Readonly<Record<string, (content: string) => { bytes: Uint8Array; seen: string; possible?: string }>> = {
  'UTF-8': (content) => ({ bytes: Buffer.from(content), seen: content }),
  'UTF-8 with a mark': (content) => ({ bytes: Buffer.from(`\ufeff${content}`), seen: content }),
  'UTF-16 little endian': (content) => wide(content, false),
  'UTF-16 big endian': (content) => wide(content, true),
  'windows-1251': (content) => {
    const bytes = toWindows1251(content + CERTAIN);
    return { bytes, seen: content + CERTAIN, possible: inEveryEncoding(bytes) };
  },
  'a binary': (content) => {
    const bytes = Buffer.concat([Buffer.from([0x7f, 0, 0xff, 0xd0]), Buffer.from(` ${content} `), Buffer.from([0xe2, 0x84, 0])]);
    return { bytes, seen: `\x7f\0\ufffd\ufffd ${content} \ufffd\ufffd\0`, possible: inEveryEncoding(bytes) };
  },
};

describe.each(Object.keys(ENCODERS))('in %s', (encoding) => {
  it('the compiled patterns match what the naive matcher matches', () => {
    fc.assert(
      fc.property(patterns, text, fileNames, (wanted, content, names) => {
        const { bytes, seen, possible = seen } = ENCODERS[encoding]?.(content) ?? { bytes: new Uint8Array(), seen: '' };
        const found = compilePatterns(wanted)
          .match({ bytes, fileNames: names })
          .map((match) => match.patternId);
        const certain = referenceMatches(wanted, { text: seen, fileNames: names });
        const allowed = [...certain, ...referenceMatches(wanted, { text: possible, fileNames: names })];
        expect(found.filter((id) => certain.includes(id))).toEqual(certain);
        expect(found.filter((id) => !allowed.includes(id))).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });
});

/** What the bytes of a span say, by the encoding of the document. */
const SPAN_DECODERS: Readonly<Record<string, string>> = {
  'UTF-8': 'utf-8',
  'UTF-16 little endian': 'utf-16le',
  'UTF-16 big endian': 'utf-16be',
  'windows-1251': 'windows-1251',
};

it.each(Object.entries(SPAN_DECODERS))('spans in %s are the words themselves in the original bytes', (encoding, label) => {
  fc.assert(
    fc.property(fc.oneof(word, longWord), text, text, (wanted, before, after) => {
      const { bytes } = ENCODERS[encoding]?.(before + wanted + after) ?? { bytes: new Uint8Array() };
      const [match] = compilePatterns([{ id: 'a', kind: 'deep', text: wanted }]).match({ bytes });
      const shown = match?.spans.map(({ start, end, encoding: read = label }) => {
        const decoder = new TextDecoder(read === 'cp866' ? 'ibm866' : read, { ignoreBOM: true });
        return decoder.decode(bytes.subarray(start, end)).toLowerCase();
      });
      expect(new Set(shown ?? [])).toEqual(new Set([wanted.toLowerCase()]));
    }),
  );
});
