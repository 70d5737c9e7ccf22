import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Draft, EMPTY_DRAFT } from './draft.ts';
import { keepTypedTask } from './keep-typed-task.ts';

const entries = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
const drafts = fc
  .record({ title: fc.constantFrom('', 'Billing', 'Payments'), recipients: entries, channels: entries })
  .map(({ title, recipients, channels }): Draft => ({ ...EMPTY_DRAFT, title, lists: { ...EMPTY_DRAFT.lists, recipients, channels } }));

describe('what was typed, over what another person saved', () => {
  test('nothing typed gives what was saved, and nothing saved gives what was typed', () => {
    fc.assert(
      fc.property(drafts, drafts, (base, other) => {
        expect(keepTypedTask(base, base, other)).toEqual(other);
        const kept = keepTypedTask(base, other, base);
        expect(kept.title).toBe(other.title);
        expect([...kept.lists.recipients].sort()).toEqual([...other.lists.recipients].sort());
      }),
    );
  });

  test('an entry that one of the two added is there, one that one of them removed is not, each once', () => {
    fc.assert(
      fc.property(drafts, drafts, drafts, (base, now, fresh) => {
        const [was, mine, theirs] = [base, now, fresh].map(({ lists }) => new Set(lists.recipients));
        const kept = keepTypedTask(base, now, fresh).lists.recipients;
        expect(new Set(kept).size).toBe(kept.length);
        for (const entry of 'abcdef') {
          const both = [mine?.has(entry), theirs?.has(entry)];
          const wanted = was?.has(entry) === true ? both.every((has) => has === true) : both.some((has) => has === true);
          expect({ entry, has: kept.includes(entry) }).toEqual({ entry, has: wanted });
        }
      }),
    );
  });

  test('a source that both chose is chosen once, with the search of the person at the form', () => {
    const of = (search_type: 'by_code' | 'by_repository'): Draft => ({ ...EMPTY_DRAFT, sources: [{ source_type: 'github', search_type }] });
    const none = EMPTY_DRAFT;
    expect(keepTypedTask(none, of('by_code'), of('by_code')).sources).toHaveLength(1);
    expect(keepTypedTask(none, of('by_repository'), of('by_code')).sources).toEqual(of('by_repository').sources);
  });
});
