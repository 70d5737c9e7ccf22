import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type FoundCohort, planTaking } from './cohorts.domain.ts';

/** Cohorts whose patterns are numbered from `at` on; the first `mine` of each are patterns of the scan. */
const some = fc.array(
  fc.record({ ordinal: fc.bigInt(0n, 3n), mine: fc.integer({ min: 1, max: 4 }), others: fc.integer({ min: 0, max: 2 }) }),
  {
    maxLength: 6,
  },
);

it('a scan gets its patterns and no others, one cohort for each ordinal, and none loses its mark', () => {
  fc.assert(
    fc.property(some, fc.integer({ min: 0, max: 3 }), (shapes, added) => {
      const found = shapes.map(
        ({ ordinal, mine, others }, cohort): FoundCohort => ({
          id: `c${cohort}`,
          ordinal,
          documents: Number(ordinal) * 2,
          patterns: Array.from({ length: mine }, (_, n) => `p${cohort}.${n}`),
          size: mine + others,
        }),
      );
      const unknown = Array.from({ length: added }, (_, n) => `new${n}`);
      let made = 0;
      const plan = planTaking(found, [...found.flatMap(({ patterns }) => patterns), ...unknown], () => `n${made++}`);

      const before = new Map<string, bigint>(unknown.map((pattern) => [pattern, 0n]));
      for (const { ordinal, patterns } of found) for (const pattern of patterns) before.set(pattern, ordinal);
      const after = new Map<string, bigint>();
      for (const { id, isNew, ordinal, documents, size, joining } of plan.cohorts) {
        expect(documents).toBe(Number(ordinal) * 2);
        const kept = isNew ? [] : (found.find((cohort) => cohort.id === id)?.patterns ?? []);
        expect(size).toBe(kept.length + joining.length);
        for (const pattern of [...kept, ...joining]) {
          expect(after.has(pattern)).toBe(false);
          after.set(pattern, ordinal);
        }
      }
      expect(after).toEqual(before);
      expect(new Set(plan.cohorts.map(({ ordinal }) => ordinal)).size).toBe(plan.cohorts.length);
      // A cohort stays with the scan, is empty, or keeps what others search for.
      const taken = plan.cohorts.flatMap(({ id, isNew }) => (isNew ? [] : [id]));
      expect([...taken, ...plan.emptied, ...plan.left].sort()).toEqual(found.map(({ id }) => id).sort());
      expect(plan.left).toEqual(shapes.flatMap(({ others }, cohort) => (others > 0 ? [`c${cohort}`] : [])));
    }),
  );
});
