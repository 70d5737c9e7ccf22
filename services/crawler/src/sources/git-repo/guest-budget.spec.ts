import { expect, it } from '@jest/globals';
import { compilePatterns, describeDocument, type DocumentResult } from '@leakwatch/matching';
import { GUEST_BOUNDS, GuestBudget } from './guest-budget.ts';

const tasks = [
  { task_id: 'host', organisation_id: 'A' },
  { task_id: 'other of the host', organisation_id: 'A' },
  { task_id: 'cheap', organisation_id: 'B' },
  { task_id: 'costly', organisation_id: 'C' },
];
const BOUNDS = { ...GUEST_BOUNDS, pass: 1_000 };
const FOR_HOST = { ...GUEST_BOUNDS, host: 1_000 };

it('a guest leaves when it has cost more than its share of the pass; hosts and cheaper guests never do', () => {
  const account = new GuestBudget('A', tasks, BOUNDS);
  account.spend(new Map([...tasks.slice(0, 2).map((task) => [task.task_id, 10_000] as const), ['cheap', 500], ['costly', 500]]));
  expect([...account.toLeave]).toEqual([]);
  account.spend(new Map([['costly', 1]]));
  expect([...account.toLeave]).toEqual(['C']);
  account.haveLeft(['C']);
  // What was under way when it left is no reason to leave again.
  account.spend(new Map([['costly', 500]]));
  expect([...account.toLeave]).toEqual([]);
});

it('all guests leave when the host has cost more than its bound, with its other tasks and its findings', () => {
  const account = new GuestBudget('A', tasks, FOR_HOST);
  account.spend(
    new Map([
      ['host', 600],
      ['other of the host', 400],
      ['cheap', 1_001],
    ]),
  );
  expect([...account.toLeave]).toEqual([]);
  account.spend(new Map([['other of the host', 1]]));
  expect([...account.toLeave].toSorted()).toEqual(['B', 'C']);
  account.haveLeft(['B', 'C']);
  account.spend(new Map([['host', 1]]));
  expect([...account.toLeave]).toEqual([]);
  const byFindings = new GuestBudget('A', tasks, FOR_HOST);
  const compiled = compilePatterns([{ id: 'a pattern', kind: 'deep', text: 'word' }]);
  const found = describeDocument(compiled, { bytes: Buffer.from('a word') }, { guests: byFindings.matchingLimit });
  byFindings.add(found, () => 'host');
  expect([...byFindings.toLeave].toSorted()).toEqual(['B', 'C']);
});

it('findings cost as well, and a guest whose expression was not begun leaves at once', () => {
  const compiled = compilePatterns([{ id: 'a pattern', kind: 'deep', text: 'word' }]);
  const leavingOut = (...left: readonly string[]): DocumentResult => ({
    ...describeDocument(compiled, { bytes: Buffer.from('a word') }),
    ...{ guests: { spent: new Map(), leftOut: new Set(left) } },
  });
  const account = new GuestBudget('A', tasks, BOUNDS);
  account.add(leavingOut('cheap'), () => 'host');
  expect([...account.toLeave]).toEqual(['B']);
  account.add(leavingOut(), () => 'costly');
  expect([...account.toLeave]).toEqual(['B', 'C']);
});

it('there is no limit where nobody is a guest', () => {
  expect(new GuestBudget('A', tasks.slice(0, 2)).matchingLimit).toBeUndefined();
  expect(new GuestBudget('A', tasks).matchingLimit).toEqual({ hosts: ['host', 'other of the host'], steps: GUEST_BOUNDS.document });
});
