import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compilePatterns, CopiedRanges, RevisionMatcher } from '../index.ts';
import { bytes, checkChain, isConcerned, numbered, patterns, revise, revision, tokensAndWords, WORDS, Z } from './revisions.fixture.ts';

describe('revisions', () => {
  it('concern the same patterns as whole documents do', () => {
    fc.assert(fc.property(patterns, bytes, fc.array(revision, { minLength: 1, maxLength: 8 }), checkChain), { numRuns: 500 });
  });

  it('concern the same tokens without a literal, also where they are encoded', () => {
    fc.assert(fc.property(tokensAndWords, bytes, fc.array(revision, { minLength: 1, maxLength: 8 }), checkChain), { numRuns: 200 });
  });

  it('agree with whole documents where an encoded text would begin the decoded ones if it were read alone', () => {
    const wide = (text: string) => Buffer.from(text, 'utf16le').toString('base64');
    const document = Buffer.from(`${wide('a_b1'.repeat(20))}\n\n${wide('ab1 ab1 ab1 ab1')}\n`);
    for (const [text, isFound] of [
      ['^ab1', false],
      ['ab1$', false],
      ['(?m)^ab1', true],
      ['b1 ab1', true],
    ] as const) {
      const compiled = compilePatterns(numbered([{ kind: 'regex', text }]));
      expect([text, isConcerned(compiled, document, [])]).toEqual([text, isFound]);
      expect([text, new RevisionMatcher(compiled).examine(document, undefined).concerns]).toEqual([text, isFound]);
    }
  });

  it('complete a token that is longer than all words at any of its bytes', () => {
    const compiled = compilePatterns(
      numbered([
        { kind: 'regex', text: '\\b[ab1_]{40}\\b' },
        { kind: 'deep', text: 'key' },
      ]),
    );
    const matcher = new RevisionMatcher(compiled);
    const copies = new CopiedRanges();
    const pad = Buffer.from(' some text '.repeat(40));
    const whole = Buffer.concat([pad, Buffer.from('ab1_'.repeat(10)), pad]);
    for (let at = pad.length; at < whole.length - pad.length; at++) {
      const base = Buffer.concat([whole.subarray(0, at), Buffer.from('-'), whole.subarray(at + 1)]);
      const { concerns, places } = matcher.examine(base, undefined);
      expect(concerns).toBe(false);
      copies.clear();
      copies.add(0, 0, at);
      copies.add(at + 1, at + 1, whole.length - at - 1);
      expect(matcher.examine(whole, places && { places, copies }).concerns).toBe(true);
    }
  });

  it.each(WORDS)('put %s together, and take it apart, at each of its bytes', (wanted) => {
    const compiled = compilePatterns(
      [...WORDS.slice(0, 3), wanted].map((one, at) => ({ id: String(at), kind: 'deep', text: `${one} ${wanted}` })),
    );
    const matcher = new RevisionMatcher(compiled);
    const copies = new CopiedRanges();
    const pad = Buffer.alloc(400, Z);
    const whole = Buffer.from(wanted);
    const around = Buffer.from(WORDS.slice(0, 3).join(' '));
    const expectSame = (base: readonly Uint8Array[], parts: readonly (readonly [from: number, length: number] | Uint8Array)[]) => {
      const before = Buffer.concat([...base]);
      copies.clear();
      const made: Uint8Array[] = [];
      for (const one of parts) {
        const at = made.reduce((sum, { length }) => sum + length, 0);
        if (one instanceof Uint8Array) made.push(one);
        else {
          copies.add(at, ...one);
          made.push(before.subarray(one[0], one[0] + one[1]));
        }
      }
      const after = Buffer.concat(made);
      const { places } = matcher.examine(before, undefined);
      expect(matcher.examine(after, places && { places, copies }).concerns).toBe(isConcerned(compiled, after, []));
    };
    for (let split = 1; split < whole.length; split++) {
      const [left, right] = [whole.subarray(0, split), whole.subarray(split)];
      const begin = around.length + pad.length;
      const middle = begin + split;
      const end = begin + whole.length;
      expectSame(
        [around, pad, left, Buffer.from('zz'), right, pad],
        [
          [0, middle],
          [middle + 2, right.length + pad.length],
        ],
      );
      expectSame([around, pad, left, pad], [[0, middle], right, [middle, pad.length]]);
      expectSame([around, pad, right, pad], [[0, begin], left, [begin, right.length + pad.length]]);
      expectSame(
        [around, pad, whole, pad],
        [
          [0, middle],
          [end, pad.length],
        ],
      );
      expectSame(
        [around, pad, whole, pad],
        [
          [0, begin],
          [middle, right.length + pad.length],
        ],
      );
      expectSame([around, pad, whole, pad], [[0, middle], Buffer.from('z'), [middle + 1, end + pad.length - middle - 1]]);
      expectSame(
        [around, pad, whole, pad],
        [
          [middle, right.length + pad.length],
          [0, middle],
        ],
      );
    }
  });

  it('keep what is copied, lose what is cut, and find what an edit puts together', () => {
    const matcher = new RevisionMatcher(compilePatterns([{ id: 'a', kind: 'internal_domain', text: 'corp.com' }]));
    const copies = new CopiedRanges();
    const rest = ` other text`.repeat(100);
    const first = Buffer.from(`${rest}\nmycorp.com${rest}`);
    const before = matcher.examine(first, undefined);
    expect(before.concerns).toBe(false);
    // `my` goes: the rest is a domain now, although its letters are old.
    copies.add(0, 0, rest.length + 1);
    copies.add(rest.length + 1, rest.length + 3, first.length - rest.length - 3);
    const revised = Buffer.concat([first.subarray(0, rest.length + 1), first.subarray(rest.length + 3)]);
    expect(revised.toString()).toContain('\ncorp.com ');
    expect(matcher.examine(revised, before.places && { places: before.places, copies }).concerns).toBe(true);
  });

  it('find a word of which half is in single bytes and half is escaped, also where it is copied', () => {
    const matcher = new RevisionMatcher(compilePatterns([{ id: 'a', kind: 'deep', text: 'привет' }]));
    const pad = Buffer.from('some other text\n'.repeat(100));
    // "при" in windows-1251.
    const word = Buffer.concat([Buffer.from([0xef, 0xf0, 0xe8]), Buffer.from('\\u0432\\u0435\\u0442')]);
    const [half, whole] = [word.subarray(1), word].map((some) => Buffer.concat([pad, some, pad]));
    if (half === undefined || whole === undefined) throw new Error('two documents');
    const first = matcher.examine(half, undefined);
    expect(first.concerns).toBe(false);
    expect(matcher.examine(whole, undefined).concerns).toBe(true);
    const copies = new CopiedRanges();
    copies.add(0, 0, pad.length);
    copies.add(pad.length + 1, pad.length, half.length - pad.length);
    expect(matcher.examine(whole, first.places && { places: first.places, copies }).concerns).toBe(true);
  });

  it('find an expression of which the literal is in one encoded text and the end in the next, whichever of them is new', () => {
    const compiled = compilePatterns([{ id: 'a', kind: 'regex', text: 'key[^a]{1,8}[0-9]{3}' }]);
    const matcher = new RevisionMatcher(compiled);
    const escaped = (word: string) => Buffer.from([...word].map((letter) => `\\u{${letter.charCodeAt(0).toString(16)}}`).join(''));
    const [pad, line] = [Buffer.from('other text\n'.repeat(80)), Buffer.from('\n')];
    const [key, end] = [Buffer.concat([pad, escaped('key'), line]), Buffer.concat([escaped('123'), line, pad])];
    const whole = Buffer.concat([key, end]);
    expect(isConcerned(compiled, whole, [])).toBe(true);
    const copies = new CopiedRanges();
    for (const [base, at, from] of [
      [whole, 0, 0],
      [key, 0, 0],
      [end, key.length, 0],
    ] as const) {
      const { places } = matcher.examine(base, undefined);
      copies.clear();
      copies.add(at, from, base.length);
      expect(matcher.examine(whole, places && { places, copies }).concerns).toBe(true);
    }
  });

  it('with a literal at thousands of places are scanned whole, and copies of copies take no memory', () => {
    const matcher = new RevisionMatcher(compilePatterns([{ id: 'a', kind: 'deep', text: 'key' }]));
    expect(matcher.examine(Buffer.from('key '.repeat(5000)), undefined)).toEqual({ concerns: true, places: undefined });
    const copies = new CopiedRanges();
    const base = Buffer.from(`${'key '.repeat(4000)}${' '.repeat(20_000)}`);
    const { places } = matcher.examine(base, undefined);
    const many = revise(
      base,
      Array.from({ length: 3000 }, () => ({ from: 0, length: 0.4 })),
      copies,
    );
    expect(matcher.examine(many, places && { places, copies })).toEqual({ concerns: true, places: undefined });
  });
});
