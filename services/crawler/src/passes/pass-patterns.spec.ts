import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { patternsOfPass } from './pass-patterns.domain.ts';

const IDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
const place = fc.option(fc.record({ ordinal: fc.bigInt(0n, 3n), isHeld: fc.boolean() }));

it('a launch takes along what is free and as far as its own patterns, and waits where one of its own is held', () => {
  fc.assert(
    fc.property(fc.tuple(...IDS.map(() => place)), fc.integer({ min: 1, max: IDS.length }), (found, count) => {
      const [own, others] = [IDS.slice(0, count), IDS.slice(count)];
      const at = (id: string) => found[IDS.findIndex((one) => one === id)] ?? { ordinal: 0n, isHeld: false };
      const places = found.flatMap((one, n) => (one === null ? [] : [{ ...one, patterns: IDS.slice(n, n + 1) }]));
      const taken = patternsOfPass(places, own, others);
      expect(taken === undefined).toBe(own.some((id) => at(id).isHeld));
      if (taken === undefined) return;
      expect(taken.slice(0, count)).toEqual(own);
      for (const other of others) {
        // Nothing is read for it that some pattern of the launch does not need.
        const isAsFar = own.some((id) => at(id).ordinal <= at(other).ordinal);
        expect(taken.includes(other)).toBe(!at(other).isHeld && isAsFar);
      }
    }),
  );
});
