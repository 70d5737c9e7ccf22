import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { QUANTUM, takeTurns, type Turn, type WaitingLine } from './take-turns.domain.ts';

const COST_MAX = 400;
const costs = fc.array(fc.integer({ min: 1, max: COST_MAX }), { minLength: 0, maxLength: 30 });
const lines = fc
  .array(costs, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((of, at): WaitingLine => ({ organisation: `o${at}`, costs: of })));

/** Releases window after window until nothing waits. Returns the organisations in the order in which they were served. */
function drain(all: readonly WaitingLine[], room: number, stopAfter = Number.POSITIVE_INFINITY) {
  let turns: ReadonlyMap<string, Turn> = new Map();
  let left = all;
  const served: { organisation: string; cost: number }[] = [];
  while (left.some((line) => line.costs.length > 0) && served.length < stopAfter) {
    const result = takeTurns(left, turns, room);
    turns = new Map([...turns, ...result.turns]);
    for (const line of left)
      served.push(
        ...line.costs.slice(0, result.taken.get(line.organisation) ?? 0).map((cost) => ({ organisation: line.organisation, cost })),
      );
    left = left.map((line) => ({ ...line, costs: line.costs.slice(result.taken.get(line.organisation) ?? 0) }));
  }
  return served;
}

describe('taking turns', () => {
  it('fills the window whenever enough waits, and never takes more', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 40 }), (all, room) => {
        const waiting = all.reduce((sum, line) => sum + line.costs.length, 0);
        const taken = [...takeTurns(all, new Map(), room).taken.values()].reduce((sum, count) => sum + count, 0);
        expect(taken).toBe(Math.min(room, waiting));
      }),
    );
  });

  it('serves everything in the end, whatever the size of the windows', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 1, max: 7 }), (all, room) => {
        expect(drain(all, room)).toHaveLength(all.reduce((sum, line) => sum + line.costs.length, 0));
      }),
    );
  });

  it('does not starve anyone: the served costs of two organisations that always wait stay within a bound of each other', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: COST_MAX }),
        fc.integer({ min: 1, max: COST_MAX }),
        fc.integer({ min: 1, max: 9 }),
        (a, b, room) => {
          const plenty = (organisation: string, cost: number): WaitingLine => ({ organisation, costs: Array(3000).fill(cost) });
          const served = drain([plenty('a', a), plenty('b', b)], room, 600);
          const sum = { a: 0, b: 0 };
          for (const { organisation, cost } of served) sum[organisation === 'a' ? 'a' : 'b'] += cost;
          // The bound of deficit round robin: an allowance and one launch for each, plus the order within one window.
          expect(Math.abs(sum.a - sum.b)).toBeLessThanOrEqual(2 * QUANTUM + a + b);
        },
      ),
    );
  });

  it('an organisation with many launches does not make one with a single launch wait longer than its first turn', () => {
    const many: WaitingLine = { organisation: 'many', costs: Array(1000).fill(1) };
    const one: WaitingLine = { organisation: 'one', costs: [1] };
    const at = drain([many, one], 5).findIndex(({ organisation }) => organisation === 'one');
    expect(at).toBeLessThanOrEqual(QUANTUM + 5);
  });
});
