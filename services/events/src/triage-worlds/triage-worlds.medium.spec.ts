import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openEvents } from '../events.fixture.ts';
import { live } from './live-triage.fixture.ts';
import { filters, steps, worldRuns, WORLDS_MS } from './triage-happenings.fixture.ts';

let events: Awaited<ReturnType<typeof openEvents>>;
beforeAll(async () => {
  events = await openEvents();
});
afterAll(() => events?.close());

// The same worlds each time: what differs is the order in which what happens at once gets on.
test(
  'whatever is found, decided, taken back, deleted and cut off, every event is as in a plain model, with each change recorded and published once',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.array(filters, { minLength: 2, maxLength: 3 }), async (list, chosen) => {
        expect(await live(events, list, chosen)).toEqual([]);
      }),
      worldRuns,
    );
  },
  WORLDS_MS,
);
