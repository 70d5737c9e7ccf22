import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyExpression, anyText } from '../expressions/expressions.fixture.ts';
import type { OwnedPattern } from '../patterns/owned-pattern.ts';
import { compilePatterns } from './compiled-patterns.ts';

const OWNERS = ['host', 'second host', 'guest', 'second guest'];
const HOSTS = OWNERS.slice(0, 2);

it('hosts get what they would get alone; so do guests that are not left out, and guests cost no more than their steps and one expression', () => {
  let [left, stayed, hosts] = [0, 0, 0];
  fc.assert(
    fc.property(
      fc.array(fc.record({ made: anyExpression, owner: fc.constantFrom(...OWNERS) }), { minLength: 3, maxLength: 10 }),
      anyText,
      fc.nat(6000),
      fc.nat(3000),
      (all, some, expression, steps) => {
        // Some expressions are those of several owners.
        const patterns = [...all, ...all.slice(0, 3).map(({ made }, at) => ({ made, owner: OWNERS[at] ?? '' }))].map(
          ({ made, owner }, at): OwnedPattern => ({ id: String(at), kind: 'regex', text: made.expression, owner }),
        );
        const words = OWNERS.map((owner): OwnedPattern => ({ id: `word of ${owner}`, kind: 'deep', text: 'aardvark', owner }));
        const limits = { expression, document: 4 * expression };
        const document = { bytes: Buffer.from(`${all.map(({ made }) => `${some}${made.sample}`).join(' ')} aardvark`) };
        const { matches, unchecked, guests } = compilePatterns([...patterns, ...words]).examine(document, {
          limits,
          guests: { hosts: HOSTS, steps },
        });
        if (guests === undefined) throw new Error('nothing is said of guests');
        for (const owner of OWNERS) {
          if (guests.leftOut.has(owner)) {
            left += 1;
            continue;
          }
          stayed += HOSTS.includes(owner) ? 0 : 1;
          const own = [...patterns, ...words].filter((pattern) => pattern.owner === owner);
          const isOwn = (id: string) => own.some((pattern) => pattern.id === id);
          const alone = compilePatterns(own).examine(document, { limits });
          expect(matches.filter(({ patternId }) => isOwn(patternId))).toEqual(alone.matches);
          expect(unchecked.filter(isOwn)).toEqual(alone.unchecked);
        }
        expect(HOSTS.some((host) => guests.leftOut.has(host))).toBe(false);
        hosts += HOSTS.some((host) => guests.spent.has(host)) ? 1 : 0;
        const ofGuests = [...guests.spent].filter(([owner]) => !HOSTS.includes(owner));
        expect(ofGuests.reduce((sum, [, spent]) => sum + spent, 0)).toBeLessThanOrEqual(steps + expression);
      },
    ),
    { numRuns: 300 },
  );
  expect(left).toBeGreaterThan(50);
  expect(stayed).toBeGreaterThan(50);
  expect(hosts).toBeGreaterThan(50);
});
