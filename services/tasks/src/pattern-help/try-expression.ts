import type { AnswerOf, checkExpression as route, InputOf } from '@leakwatch/contracts';
import { checkExpression, compilePatterns, requiredLiterals, type Span } from '@leakwatch/matching';
import { readExpression } from '@leakwatch/rules';

/** The matcher wants an id; no pattern is stored under this one. */
const TRIED = '00000000-0000-0000-0000-000000000000';

/** Converts byte positions to positions in UTF-16 code units. `spans` are in ascending order. */
function inCodeUnits(bytes: Buffer, spans: readonly Span[]): { start: number; end: number }[] {
  let at = 0;
  let units = 0;
  const unitsAt = (byte: number): number => {
    units += bytes.toString('utf8', at, byte).length;
    at = byte;
    return units;
  };
  return spans.map((span) => ({ start: unitsAt(span.start), end: unitsAt(span.end) }));
}

/** Runs an expression on a sample exactly as the crawler does. Takes time linear in the sample, whose length the contract limits. */
export function tryExpression({ expression, sample }: InputOf<typeof route>['body']): AnswerOf<typeof route> {
  const read = readExpression(expression);
  if ('reason' in read) return { reason: read.reason, literals: [], matches: [] };
  const checked = checkExpression(read.ok);
  if (!checked.ok) return { reason: checked.code, literals: [], matches: [] };
  const bytes = Buffer.from(sample);
  const [match] = compilePatterns([{ id: TRIED, kind: 'regex', text: read.ok }]).match({ bytes });
  return {
    reason: null,
    literals: requiredLiterals(read.ok).map(({ text }) => text),
    matches: inCodeUnits(bytes, match?.spans ?? []),
  };
}
