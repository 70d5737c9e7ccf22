import { expect, it } from '@jest/globals';
import { seeded } from '@leakwatch/bench';
import { compilePatterns, stepLimits } from '@leakwatch/matching';
import { benchExpressions } from './expression-kinds.ts';
import { asPatterns } from './found.ts';

const LARGEST_BLOB = 64 * 1024 * 1024;

it("customers' usual expressions stay within the budget of the largest blob", () => {
  const made = benchExpressions(seeded(7), 200);
  const samples = made.map(({ sample }) => sample).join('\n');
  const bytes = Buffer.from(`${samples}\n${'token = "x"; 0123456789 a.b@c.d\n'.repeat(20_000)}`);
  // The limits of a large document are in proportion to its length, so a part of one with its share of them shows the same.
  const share = bytes.length / LARGEST_BLOB;
  const { expression, document } = stepLimits(LARGEST_BLOB);
  const limits = { expression: expression * share, document: document * share };
  const compiled = compilePatterns(
    asPatterns(
      'regex',
      made.map((one) => one.expression),
    ),
  );
  const { matches, unchecked } = compiled.examine({ bytes }, { limits });
  expect(matches).toHaveLength(made.length);
  expect(unchecked).toEqual([]);
});
