import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Places, type Seat } from './places.ts';

const { signal } = new AbortController();

/** A wait that ends when the test says so. */
function held(): { readonly wait: () => Promise<boolean>; readonly end: (hasMore: boolean) => void } {
  let end = (_: boolean): void => undefined;
  const wait = new Promise<boolean>((resolve) => (end = resolve));
  return { wait: () => wait, end };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('a reading that waits for another gives its place to a further one, and goes on when there is one again', async () => {
  const places = new Places(1);
  const [waits, works] = [places.seat(), places.seat()];
  expect(waits.take()).toBe(true);
  expect([works.take(), works.isWorking]).toEqual([false, false]);
  const { wait, end } = held();
  let goesOn = false;
  const waiting = waits.whileIdle(wait, signal).then(() => (goesOn = true));
  expect(works.take()).toBe(true);
  end(true);
  await settled();
  // Its wait is over, but the place is taken.
  expect(goesOn).toBe(false);
  works.leave();
  await waiting;
  expect([places.isFree, waits.isWorking]).toEqual([false, true]);
  waits.leave();
  expect(places.isFree).toBe(true);
});

it('a reading that has nothing more to do after its wait ends without a place', async () => {
  const places = new Places(1);
  const [waits, works] = [places.seat(), places.seat()];
  waits.take();
  const { wait, end } = held();
  const waiting = waits.whileIdle(wait, signal);
  works.take();
  end(false);
  await waiting;
  waits.leave();
  expect(places.isFree).toBe(false);
  works.leave();
  expect(places.isFree).toBe(true);
});

it('a reading that is stopped while it waits for a place leaves none behind', async () => {
  const places = new Places(1);
  const [waits, works, next] = [places.seat(), places.seat(), places.seat()];
  waits.take();
  const { wait, end } = held();
  const stop = new AbortController();
  const waiting = waits.whileIdle(wait, stop.signal);
  works.take();
  end(true);
  await settled();
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
  waits.leave();
  works.leave();
  expect(next.take()).toBe(true);
});

it('no more readings wait without a place than a process has memory for: the others keep theirs', async () => {
  const places = new Places(20);
  const seats = Array.from({ length: 20 }, () => places.seat());
  const waits = seats.map((seat) => {
    seat.take();
    const { wait, end } = held();
    return { seat, end, waiting: seat.whileIdle(wait, signal) };
  });
  const further: Seat[] = [];
  for (let seat = places.seat(); seat.take(); seat = places.seat()) further.push(seat);
  expect(further).toHaveLength(16);
  for (const { end } of waits) end(false);
  await Promise.all(waits.map(({ waiting }) => waiting));
});

it('there are never more readings with a place than places, whatever they do', async () => {
  const act = fc.record({ seat: fc.nat(5), act: fc.constantFrom('take', 'wait', 'go on', 'end', 'leave') });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.array(act, { maxLength: 40 }), async (most, acts) => {
      const places = new Places(most);
      const seats = Array.from({ length: 6 }, () => ({
        seat: places.seat(),
        has: false,
        waiting: undefined as Promise<void> | undefined,
        end: (_: boolean) => undefined as void,
      }));
      for (const { seat: at, act: what } of acts) {
        const one = seats[at];
        if (one === undefined) continue;
        if (what === 'take' && one.waiting === undefined) one.has = one.seat.take();
        if (what === 'leave' && one.waiting === undefined) {
          one.seat.leave();
          one.has = false;
        }
        if (what === 'wait' && one.waiting === undefined && one.has) {
          const { wait, end } = held();
          one.end = end;
          one.has = false;
          one.waiting = one.seat
            .whileIdle(async () => (one.has = await wait()), signal)
            .then(() => {
              one.waiting = undefined;
            });
          // It counts again only once it has a place.
          one.has = false;
        }
        if (what === 'go on') one.end(true);
        if (what === 'end') one.end(false);
        await settled();
        expect(seats.filter(({ has, waiting }) => has && waiting === undefined).length).toBeLessThanOrEqual(most);
      }
      for (const one of seats) {
        one.end(false);
        await settled();
        if (one.waiting === undefined) one.seat.leave();
      }
      for (const one of seats) {
        await one.waiting;
        one.seat.leave();
      }
      expect(places.isFree).toBe(true);
    }),
    { numRuns: 200 },
  );
});
