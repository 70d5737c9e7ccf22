import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Turns } from './turns.ts';

it('owners take turns, each with one item at a time', () => {
  const turns = new Turns<number>();
  for (const item of [1, 2, 3]) turns.add('a', item);
  for (const item of [4, 5]) turns.add('b', item);
  expect([turns.take(), turns.take(), turns.take()]).toEqual([{ owner: 'a', item: 1 }, { owner: 'b', item: 4 }, undefined]);
  turns.done('a');
  expect(turns.take()).toEqual({ owner: 'a', item: 2 });
  turns.done('a');
  turns.done('b');
  expect(turns.take()?.owner).toBe('b');
});

it('an item that waits can be removed; all items are taken, those of an owner in order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.boolean()), { maxLength: 40 }), fc.infiniteStream(fc.nat(3)), (made, choices) => {
      const turns = new Turns<number>();
      for (const [item, [owner]] of made.entries()) turns.add(owner, item);
      const wanted = made.flatMap(([owner, stays], item) => (stays ? [{ owner, item }] : []));
      for (const [item, [owner, stays]] of made.entries()) if (!stays) expect(turns.remove(owner, item)).toBe(true);
      const taken: { owner: unknown; item: number }[] = [];
      const working: unknown[] = [];
      for (;;) {
        const next = turns.take();
        if (next === undefined && working.length === 0) break;
        if (next === undefined) turns.done(working.splice((choices.next().value ?? 0) % working.length, 1)[0]);
        else {
          expect(working).not.toContain(next.owner);
          working.push(next.owner);
          taken.push(next);
        }
      }
      for (const owner of [0, 1, 2, 3])
        expect(taken.filter((one) => one.owner === owner)).toEqual(wanted.filter((one) => one.owner === owner));
    }),
  );
});
