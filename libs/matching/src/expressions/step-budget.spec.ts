import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Pattern } from '@leakwatch/vocabulary';
import { compilePatterns, type MatchedDocument, type OwnedPattern, type StepLimits } from '../index.ts';
import { anyExpression, anyText } from './expressions.fixture.ts';

const MEGABYTE = 1024 * 1024;
/** 204 instructions, each of which is live on its text: 1.5 s for a quarter of a megabyte. */
const EXPENSIVE = 'a[ab]{200}\\bc';
const asRegex = (texts: readonly string[]): Pattern[] => texts.map((text, at) => ({ id: String(at), kind: 'regex', text }));
const asOwnerless = (patterns: readonly OwnedPattern[]): Pattern[] => patterns.map(({ id, kind, text }) => ({ id, kind, text }));
const examine = (patterns: readonly OwnedPattern[], document: MatchedDocument, limits?: StepLimits) =>
  compilePatterns(patterns).examine(document, { limits });

describe('the budget of a document', () => {
  it('ends an expression that is too expensive, and says so', () => {
    const bytes = Buffer.from(`${'ab'.repeat(MEGABYTE)}bc`);
    expect(examine(asRegex([EXPENSIVE]), { bytes })).toEqual({ matches: [], unchecked: ['0'] });
  });

  it('never ends words, nor expressions that are cheaper than the one that used it up', () => {
    const expensive = Array.from({ length: 40 }, () => EXPENSIVE);
    const bytes = Buffer.from(`${'ab'.repeat(100_000)}bc key-123 word`);
    const patterns: Pattern[] = [...asRegex([...expensive, 'key-[0-9]+', '[0-9]{3} w']), { id: 'word', kind: 'deep', text: 'word' }];
    const { matches, unchecked } = examine(patterns, { bytes }, { expression: 2 ** 24, document: 2 ** 26 });
    expect(matches.map(({ patternId }) => patternId)).toEqual(['40', '41', 'word']);
    expect(unchecked).toEqual(expensive.map((_, at) => String(at)));
  });

  it('reports a match that was found before it ended', () => {
    const bytes = Buffer.from(`${'=a'.repeat(5000)}=`);
    const { matches, unchecked } = examine(asRegex(['=[^!]*=']), { bytes }, { expression: 200_000, document: 200_000 });
    expect(matches).toEqual([{ patternId: '0', spans: [{ start: 0, end: bytes.length }] }]);
    expect(unchecked).toEqual([]);
  });

  it('is the same decision each time, whatever the limits and the order of documents are', () => {
    let cut = 0;
    fc.assert(
      fc.property(
        fc.array(anyExpression, { minLength: 1, maxLength: 6 }),
        fc.array(anyText, { minLength: 1, maxLength: 4 }),
        fc.nat(4000),
        fc.nat(8000),
        (made, texts, expression, document) => {
          const patterns = asRegex(made.map((one) => one.expression));
          const documents = texts.map((text, at) => ({ bytes: Buffer.from(`${text}${made[at % made.length]?.sample}`.repeat(1 + at)) }));
          const limits = { expression, document };
          const alone = documents.map((one) => examine(patterns, one, limits));
          const compiled = compilePatterns(patterns);
          const reversed = documents.toReversed().map((one) => compiled.examine(one, { limits }));
          expect(reversed.toReversed()).toEqual(alone);
          for (const [at, { matches, unchecked }] of alone.entries()) {
            const whole = compiled.match(documents[at] ?? { bytes: new Uint8Array() }).map(({ patternId }) => patternId);
            const found = matches.map(({ patternId }) => patternId);
            cut += unchecked.length;
            // What is neither found nor unchecked does not match.
            expect(new Set([...found, ...unchecked.filter((id) => whole.includes(id))])).toEqual(new Set(whole));
            expect(found.filter((id) => unchecked.includes(id))).toEqual([]);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(cut).toBeGreaterThan(100);
  });

  it('is one for each owner of patterns: each gets what it would get alone', () => {
    let cut = 0;
    fc.assert(
      fc.property(
        fc.array(fc.record({ made: anyExpression, owner: fc.constantFrom('one', 'another', undefined) }), { minLength: 2, maxLength: 8 }),
        anyText,
        fc.nat(4000),
        fc.nat(8000),
        (all, some, expression, document) => {
          // Some have the same expression.
          const patterns = [...all, ...all.slice(0, 4).map(({ made }) => ({ made, owner: 'one' }))].map(
            ({ made, owner }, at): OwnedPattern => {
              const pattern: Pattern = { id: String(at), kind: 'regex', text: made.expression };
              return owner === undefined ? pattern : { ...pattern, owner };
            },
          );
          const limits = { expression, document };
          const bytes = Buffer.from(all.map(({ made }) => `${some}${made.sample}`).join(' '));
          const together = examine(patterns, { bytes }, limits);
          for (const owner of new Set(patterns.map((pattern) => pattern.owner))) {
            const own = patterns.filter((pattern) => pattern.owner === owner);
            const isOwn = (id: string) => own.some((pattern) => pattern.id === id);
            const alone = examine(asOwnerless(own), { bytes }, limits);
            cut += alone.unchecked.length;
            expect({
              matches: together.matches.filter(({ patternId }) => isOwn(patternId)),
              unchecked: together.unchecked.filter(isOwn),
            }).toEqual(alone);
          }
        },
      ),
      { numRuns: 300 },
    );
    expect(cut).toBeGreaterThan(100);
  });
});
