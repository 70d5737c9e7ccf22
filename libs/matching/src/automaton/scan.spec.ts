import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldedSymbols } from '../text/fold.ts';
import { buildAutomaton } from './automaton.ts';
import { scan } from './scan.ts';

/** Short words of few letters of one, two, three and four bytes, so that there are hits everywhere, also across lanes. */
const letter = fc.constantFrom('a', 'b', 'B', 'я', 'Я', 'р', '密', '😀', 'é');
const word = fc.array(letter, { minLength: 1, maxLength: 14 }).map((letters) => letters.join(''));
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 20, selector: foldedSymbols });

/** A text that is long without being long to shrink: pieces, repeated. Lengths go past the end of a block of lanes. */
const text = fc
  .array(fc.tuple(fc.oneof(word, fc.constantFrom(' ', '\n', 'plain text ', 'ещё ')), fc.integer({ min: 1, max: 700 })), { maxLength: 8 })
  .map((pieces) => pieces.map(([piece, times]) => piece.repeat(times)).join(''));

type Place = readonly [literal: number, start: number, end: number];

function scanned(literals: readonly string[], bytes: Uint8Array): Place[] {
  const places: Place[] = [];
  scan(buildAutomaton(literals), bytes, (literal, start, end) => places.push([literal, start, end]));
  return places;
}

/** Every place of every literal by the plainest means: folded symbols are as many as a folded text's, whatever precedes. */
function naive(literals: readonly string[], content: string): Place[] {
  const symbols = foldedSymbols(content);
  const offsets: number[] = [0];
  for (let at = 0; at < symbols.length; at++) {
    const code = symbols.charCodeAt(at);
    offsets.push((offsets[at] ?? 0) + (code >= 0x80 && code < 0x800 ? 2 : 1));
  }
  const places: Place[] = [];
  for (const [literal, wanted] of literals.entries()) {
    for (let at = symbols.indexOf(wanted); at !== -1; at = symbols.indexOf(wanted, at + 1)) {
      places.push([literal, offsets[at] ?? 0, offsets[at + wanted.length] ?? 0]);
    }
  }
  return places;
}

const inOrder = (places: readonly Place[]) => places.toSorted((left, right) => left[0] - right[0] || left[1] - right[1]).join(';');

describe('scan', () => {
  it('finds every place of every literal in texts of many lanes and blocks, as a naive search does', () => {
    fc.assert(
      fc.property(words, text, (wanted, content) => {
        const literals = wanted.map(foldedSymbols);
        expect(inOrder(scanned(literals, Buffer.from(content)))).toBe(inOrder(naive(literals, content)));
      }),
      { numRuns: 200 },
    );
  });

  it.each(['abcdefghij', 'секретный1', 'cdefghijkl'])('finds %s wherever it stands across the beginning of a lane', (literal) => {
    const bytes = Buffer.byteLength(literal);
    const found = Array.from({ length: bytes + 1 }, (_, before) => {
      // 8192 bytes are four lanes of 2048; another literal makes the state depend on more than this one.
      const text = Buffer.alloc(8192, ' ');
      const starts = [2048, 4096, 6144].map((lane) => lane - before);
      for (const start of starts) text.write(literal, start);
      return scanned(['bcdefghijx', literal], text).map(([, start]) => start + before);
    });
    expect(found).toEqual(found.map(() => [2048, 4096, 6144]));
  });

  it('reports the places of one literal in the order of the text', () => {
    fc.assert(
      fc.property(word, text, (wanted, content) => {
        const starts = scanned([foldedSymbols(wanted)], Buffer.from(content)).map(([, start]) => start);
        expect(starts).toEqual(starts.toSorted((left, right) => left - right));
      }),
    );
  });

  it('reads text with broken bytes as it reads the same text in whole letters', () => {
    const content = 'секрет ab '.repeat(1000);
    const broken = Buffer.concat([Buffer.from(content), Buffer.from([0xff, 0xd0])]);
    const literals = ['секрет', 'ab'];
    expect(scanned(literals, broken)).toEqual(naive(literals, content).toSorted((left, right) => left[1] - right[1]));
  });

  it('finds a literal whose head is longer than a lane', () => {
    const long = 'x'.repeat(300);
    const literals = [`${long}a`, `${long}b`];
    const content = ` ${long}b`.repeat(5);
    expect(scanned(literals, Buffer.from(content))).toEqual(naive(literals, content));
  });
});
