import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { copyOf, MAX_KEPT_BYTES } from './copy-of.ts';

const linesBefore = (text: string, word: string) => text.slice(0, text.indexOf(word)).split('\n').length - 1;

describe('the copy of a document', () => {
  it('is the document up to the bound', () => {
    const bytes = Buffer.alloc(MAX_KEPT_BYTES, 'x');
    expect(copyOf(bytes, 5).stored).toBe(bytes);
    expect(copyOf(bytes, 5).part([{ start: 5, end: 6 }])).toBeNull();
  });

  const line = fc.oneof(
    fc.constantFrom('', 'a', 'пять строк'),
    fc.integer({ min: 1, max: 400 }).map((count) => 'я🔑'.repeat(count)),
  );
  const lines = fc.array(line, { maxLength: 40 });
  it('over the bound holds the first match, with its line and place, and whole characters', () => {
    fc.assert(
      fc.property(lines, lines, fc.integer({ min: 40, max: 2_000 }), fc.boolean(), (before, after, most, wide) => {
        const text = [...before, 'the secret', ...after].join('\n');
        const encode = (part: string) => Buffer.from(part, wide ? 'utf16le' : 'utf8');
        const bytes = wide ? Buffer.concat([Buffer.from([0xff, 0xfe]), encode(text)]) : encode(text);
        fc.pre(bytes.length > most);
        const start = bytes.indexOf(encode('secret'));
        const copy = copyOf(bytes, start, most);
        const part = copy.part([{ start, end: start + encode('secret').length }]);
        const [place] = part?.places ?? [];
        if (part === null || place === undefined) throw new Error('no part');
        expect(copy.stored.length).toBeLessThanOrEqual(most);
        const kept = Buffer.from(copy.stored).toString();
        expect(text).toContain(kept);
        expect(Buffer.from(copy.stored.subarray(place.start - part.start, place.end - part.start)).toString()).toBe('secret');
        expect(part.line + linesBefore(kept, 'secret')).toBe(1 + linesBefore(text, 'secret'));
      }),
    );
  });
});
