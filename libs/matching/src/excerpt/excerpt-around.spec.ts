import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DEFAULT_MAX_BYTES, type Excerpt, SEGMENT_GAP, compilePatterns, excerptAround, lineOf } from '../index.ts';

const LINES = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`);

function excerptOf(bytes: Uint8Array, wanted: string): Excerpt {
  const [match] = compilePatterns([{ id: 'a', kind: 'deep', text: wanted }]).match({ bytes });
  return excerptAround(bytes, match?.spans ?? []);
}

function highlighted({ text, highlights }: Excerpt): string[] {
  return highlights.map(({ start, end }) => text.slice(start, end));
}

function withLine(at: number, line: string): Uint8Array {
  return Buffer.from(LINES.toSpliced(at - 1, 1, line).join('\n'));
}

describe('excerptAround', () => {
  it('shows three lines before and after', () => {
    const excerpt = excerptOf(withLine(20, 'my пароль here'), 'пароль');
    expect(excerpt.text).toBe('line 17\nline 18\nline 19\nmy пароль here\nline 21\nline 22\nline 23');
    expect(excerpt).toMatchObject({ firstLine: 17, lineOfFirstMatch: 20, truncated: false });
    expect(highlighted(excerpt)).toEqual(['пароль']);
  });

  it.each([1, 40])('stops at the ends of the document, at line %i', (line) => {
    const excerpt = excerptOf(withLine(line, 'secret'), 'secret');
    expect(excerpt.text.split('\n')).toHaveLength(4);
    expect(excerpt).toMatchObject({ firstLine: line === 1 ? 1 : 37, lineOfFirstMatch: line, truncated: false });
  });

  it('shows matches that are far apart as segments with their lines', () => {
    const bytes = Buffer.from(LINES.with(4, 'first').with(30, 'second').join('\n'));
    const excerpt = excerptOf(bytes, 'first second');
    expect(excerpt.text).toContain(`line 8${SEGMENT_GAP}line 28`);
    expect(excerpt.segments).toEqual([
      { at: 0, line: 2 },
      { at: excerpt.text.indexOf('line 28'), line: 28 },
    ]);
    expect(highlighted(excerpt)).toEqual(['first', 'second']);
  });

  it('joins the lines of near matches', () => {
    const bytes = Buffer.from(LINES.with(9, 'first').with(16, 'second').join('\n'));
    expect(excerptOf(bytes, 'first second').text).toBe(LINES.with(9, 'first').with(16, 'second').slice(6, 20).join('\n'));
  });

  it('cuts a minified file around its matches', () => {
    const bytes = Buffer.from(`${'a=1;'.repeat(50_000)}first${'я'.repeat(50_000)}second${'b'.repeat(50_000)}`);
    const excerpt = excerptOf(bytes, 'first second');
    expect(excerpt.truncated).toBe(true);
    expect(highlighted(excerpt)).toEqual(['first', 'second']);
    expect(excerpt.text).not.toContain('\ufffd');
    expect(Buffer.byteLength(excerpt.text)).toBeLessThanOrEqual(DEFAULT_MAX_BYTES + SEGMENT_GAP.length * 3);
    expect(excerpt.text.length).toBeGreaterThan(4000);
  });

  it('removes context before it cuts lines', () => {
    const long = 'x'.repeat(2500);
    const excerpt = excerptOf(Buffer.from([long, long, long, 'secret', long, long, long].join('\n')), 'secret');
    expect(excerpt.text).toBe([long, 'secret', long].join('\n'));
    expect(excerpt).toMatchObject({ truncated: true, firstLine: 3, lineOfFirstMatch: 4 });
  });

  it('keeps the beginning of a match that is too long', () => {
    const bytes = Buffer.from(`key ${'z'.repeat(100_000)}`);
    const excerpt = excerptAround(bytes, [{ start: 4, end: bytes.length }]);
    expect(excerpt.text.startsWith('zzz')).toBe(true);
    expect(Buffer.byteLength(excerpt.text)).toBeLessThanOrEqual(DEFAULT_MAX_BYTES);
    expect(highlighted(excerpt)).toEqual([excerpt.text]);
  });

  it('ends before the end of its last line, however that is written', () => {
    const excerpt = excerptOf(Buffer.from('one\r\npassword\r\n'), 'password');
    expect(excerpt.text).toBe('one\r\npassword');
  });

  it.each<[string, (text: string) => Uint8Array]>([
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('decodes %s', (_, encode) => {
    const excerpt = excerptOf(encode('один 😀\r\nмой Пароль\nтри'), 'пароль');
    expect(excerpt.text).toBe('один 😀\r\nмой Пароль\nтри');
    expect(excerpt.lineOfFirstMatch).toBe(2);
    expect(highlighted(excerpt)).toEqual(['Пароль']);
  });

  it('shows no control characters of a binary', () => {
    const excerpt = excerptOf(Buffer.from('\0\x01\x1bsecret\t\x7f'), 'secret');
    expect(excerpt.text).toBe('\ufffd\ufffd\ufffdsecret\t\ufffd');
    expect(highlighted(excerpt)).toEqual(['secret']);
  });

  it('shows the beginning when there are no matches', () => {
    expect(excerptAround(Buffer.from(LINES.join('\n')), [{ start: 0, end: 0 }])).toMatchObject({
      text: 'line 1\nline 2\nline 3\nline 4',
      firstLine: 1,
      lineOfFirstMatch: 1,
      highlights: [],
    });
    expect(excerptAround(new Uint8Array(), []).text).toBe('');
  });

  it('shows every match, in bounds, whatever the lines are like', () => {
    const line = fc.oneof(
      fc.constantFrom('', 'word', 'я', 'a word and a word'),
      fc.integer({ min: 1, max: 300 }).map((count) => 'ж'.repeat(count)),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: 700, max: 3000 }),
        (lines, contextLines, maxBytes) => {
          const bytes = Buffer.from(lines.join('\n'));
          const [match] = compilePatterns([{ id: 'a', kind: 'deep', text: 'word' }]).match({ bytes });
          const excerpt = excerptAround(bytes, match?.spans ?? [], { contextLines, maxBytes });
          expect(highlighted(excerpt)).toEqual((match?.spans ?? []).map(() => 'word'));
          const gaps = (excerpt.segments.length - 1) * Buffer.byteLength(SEGMENT_GAP);
          expect(Buffer.byteLength(excerpt.text) - gaps).toBeLessThanOrEqual(maxBytes);
          for (const { at, line: number } of excerpt.segments) {
            const shownLine = excerpt.text.slice(at).split('\n', 1)[0] ?? '';
            expect(lines[number - 1] ?? '').toContain(shownLine);
          }
        },
      ),
    );
  });
});

describe('lineOf', () => {
  it('counts newlines before the offset, in the encoding of the document', () => {
    const bytes = Buffer.from('a\r\nb\n\nc');
    expect([0, 1, 2, 3, 4, 5, 6, 99].map((offset) => lineOf(bytes, offset))).toEqual([1, 1, 1, 2, 2, 3, 4, 4]);
    // Ċ (U+010A) holds a byte 0A that is no newline.
    const utf16 = Buffer.from('\ufeffĊ\nb', 'utf16le');
    expect(lineOf(utf16, utf16.length - 2)).toBe(2);
  });
});
