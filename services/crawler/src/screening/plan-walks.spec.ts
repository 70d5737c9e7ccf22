import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inParts, planWalks } from './plan-walks.ts';

/** A forest of trees in which each node is a delta of the one before: one number for each tree, its nodes, and its root's size. */
function chains(trees: readonly (readonly [nodes: number, size: number])[]) {
  const bases: number[] = [];
  const sizes: number[] = [];
  for (const [nodes, size] of trees)
    for (let at = 0; at < nodes; at++) {
      bases.push(at === 0 ? -1 : bases.length - 1);
      sizes.push(at === 0 ? size : 10);
    }
  const childrenFrom = new Int32Array(bases.length + 1);
  const children = new Int32Array(bases.length);
  let filled = 0;
  for (let node = 0; node < bases.length; node++) {
    if (bases[node + 1] === node) children[filled++] = node + 1;
    childrenFrom[node + 1] = filled;
  }
  return { bases: Int32Array.from(bases), sizes: Float64Array.from(sizes), childrenFrom, children };
}

describe('the parts of a screening', () => {
  it('give every tree to one thread, once', () => {
    const trees = fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 1_000_000 })), { maxLength: 60 });
    fc.assert(
      fc.property(trees, fc.integer({ min: 1, max: 8 }), (some, lanes) => {
        const forest = chains(some);
        const roots = [...forest.bases.entries()].flatMap(([node, base]) => (base === -1 ? [node] : []));
        const planned = planWalks(forest, lanes).flat();
        expect([...planned].sort((left, right) => left - right)).toEqual(roots);
      }),
    );
  });

  it('begin with the trees that make up much of the work, each alone', () => {
    const small = Array.from({ length: 40 }, () => [1, 100] as const);
    const [first, second, ...others] = planWalks(chains([...small, [50, 4_000], [100, 4_000]]), 2);
    expect([first, second]).toEqual([[90], [40]]);
    expect(others.flat()).toEqual(Array.from({ length: 40 }, (_, at) => at));
  });

  it('are small enough for every thread to get some, and never larger than a job', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 1, max: 8 }), (count, lanes) => {
        const items = Array.from({ length: count }, (_, at) => at);
        const parts = inParts(items, lanes);
        expect(parts.flat()).toEqual(items);
        expect(parts.length).toBeGreaterThanOrEqual(Math.min(count, lanes));
        expect(Math.max(0, ...parts.map((part) => part.length))).toBeLessThanOrEqual(256);
      }),
    );
  });
});
