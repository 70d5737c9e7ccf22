import { expect, test } from '@jest/globals';
import type { SimulatedGoogleDocument } from '@leakwatch/simulators';
import { withClock } from '@leakwatch/testing';
import fc from 'fast-check';
import { document, start } from './google-docs-stage.fixture.ts';

const DAY_MINUTES = 24 * 60;
const happening = fc.record({
  /** The day on which it happens, and the search of that day before which it does. */
  day: fc.integer({ min: 0, max: 4 }),
  search: fc.integer({ min: 0, max: 5 }),
  do: fc.constantFrom(
    'add' as const,
    'remove' as const,
    'edit' as const,
    'rename' as const,
    'close' as const,
    'open' as const,
    'restore' as const,
  ),
  at: fc.nat(),
});

/** The search dates a document by what it saw last: `seen` is the day of that. */
type Dated = SimulatedGoogleDocument & { readonly seen: number };
const dated = (documents: readonly Dated[], day: number): SimulatedGoogleDocument[] =>
  documents.map(({ seen, ...one }) => ({ ...one, days: Math.max(0, day - seen) }));

test('whatever happens between pages and passes, every document is read in its last version once all are asked for again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 45 }), fc.array(happening, { maxLength: 10 }), async (count, list) => {
      const { api, stage } = await start([]);
      let documents: Dated[] = Array.from({ length: count }, (_, at) => ({ ...document(at), seen: -100 }));
      const removed: Dated[] = [];
      let [next, today] = [500, 0];
      const happens = ({ do: what, at }: (typeof list)[number]) => {
        const index = at % Math.max(1, documents.length);
        const one = documents[index];
        const change = (more: Partial<Dated>) => {
          if (one !== undefined) documents[index] = { ...one, ...more };
        };
        if (what === 'add') documents = [{ ...document((next += 1)), seen: today }, ...documents];
        if (what === 'remove') removed.push(...documents.splice(index, 1));
        if (what === 'restore') documents.push(...removed.splice(0));
        if (what === 'edit') change({ content: `edited corp.example ${(next += 1)}`, seen: today });
        if (what === 'rename') change({ title: `Renamed ${(next += 1)}` });
        if (what === 'close') change({ sharing: 'private' });
        if (what === 'open') change({ sharing: 'public' });
      };
      const pass = async (day: number) => {
        today = day;
        let searches = 0;
        const show = () => void (api.documents = dated(documents, day));
        show();
        await withClock(day * DAY_MINUTES, async () => stage.begin());
        for (;;) {
          for (const one of list.filter((due) => due.day === day && due.search === searches)) happens(one);
          show();
          searches += 1;
          if (!(await withClock(day * DAY_MINUTES, () => stage.step()))) return;
        }
      };
      for (let day = 0; day < 6; day += 1) await pass(day);
      // Documents that moved while the first pass read them, or were opened later, keep an old date.
      await pass(31);
      const read = new Set(stage.documents.map(({ reference, bytes }) => `${reference.key} ${Buffer.from(bytes ?? []).toString()}`));
      const wanted = documents.filter(({ sharing }) => sharing !== 'private').map(({ id, content }) => `${id} ${content.toString()}`);
      expect(wanted.filter((one) => !read.has(one))).toEqual([]);
      const versions = stage.documents.map(({ reference }) => `${reference.key} ${reference.version}`);
      expect(new Set(versions).size).toBe(versions.length);
    }),
    { numRuns: 30 },
  );
});
