import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { changesBetween, HIDDEN, VALUE_MAX } from './audit-changes.domain.ts';

describe('the changes of an audit record', () => {
  test('are the fields that differ, with old and new values as texts', () => {
    const before = { name: 'Pilot', active: true, limit: 5, ends: new Date(0), words: ['a', 'b'], same: 'x' };
    const after = { name: 'Full', active: false, limit: 6, ends: null, words: ['a'], same: 'x' };
    expect(changesBetween(before, after)).toEqual([
      { field: 'active', before: 'true', after: 'false' },
      { field: 'ends', before: '1970-01-01T00:00:00.000Z', after: null },
      { field: 'limit', before: '5', after: '6' },
      { field: 'name', before: 'Pilot', after: 'Full' },
      { field: 'words', before: 'b', after: null },
    ]);
  });

  test('of what was created have no old values, of what was deleted no new ones', () => {
    expect(changesBetween(null, { name: 'Pilot', hint: null })).toEqual([{ field: 'name', before: null, after: 'Pilot' }]);
    expect(changesBetween({ name: 'Pilot' }, null)).toEqual([{ field: 'name', before: 'Pilot', after: null }]);
  });

  test('say that a secret was set again, and not what it is', () => {
    expect(changesBetween({ password: HIDDEN }, { password: HIDDEN })).toEqual([{ field: 'password', before: HIDDEN, after: HIDDEN }]);
    expect(changesBetween({ password: undefined }, { password: undefined })).toEqual([]);
  });

  test('name every field that differs, and stay bounded and well-formed', () => {
    const value = fc.oneof(fc.string({ unit: 'binary', maxLength: 1000 }), fc.constant(null));
    const shown = fc.record({ a: value, b: value, c: value });
    fc.assert(
      fc.property(shown, shown, (before, after) => {
        const changes = changesBetween(before, after);
        const differ = (['a', 'b', 'c'] as const).filter((field) => before[field] !== after[field]);
        expect(changes.map(({ field }) => field)).toEqual(differ);
        for (const text of changes.flatMap((one) => [one.before, one.after]).filter((one) => one !== null)) {
          expect(text.length).toBeLessThanOrEqual(VALUE_MAX + 1);
          expect(text).not.toMatch(/\p{Surrogate}/u);
        }
      }),
    );
  });
});
