import { describe, expect, test } from '@jest/globals';
import { changeFilters, type FilterChange, readFilters, writeFilters } from './event-filters.ts';
import { resetsOf, scopeOf, withoutResets } from './resets.ts';

const [ORG, TASK] = ['10000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000002'];
const filters = (query: string) => readFilters(new URLSearchParams(query));

describe('what a change of filters resets', () => {
  test.each<[string, FilterChange, boolean, boolean]>([
    ['status=fixed', { task: TASK }, true, false],
    ['', { task: TASK }, false, false],
    ['status=fixed', { task: TASK, status: 'open' }, false, false],
    [`status=all&task=${TASK}`, { org: ORG }, true, true],
    [`task=${TASK}`, { org: ORG }, false, true],
    ['status=fixed&severity=high', { severities: [] }, false, false],
  ])('%s, then %j: status %s, task %s', (before, change, status, task) => {
    expect(resetsOf(filters(before), change)).toEqual({ status, task });
  });

  test('is taken back: the status alone where only it was reset, else the filters of before', () => {
    const undone = (query: string, change: FilterChange) => {
      const before = filters(query);
      return writeFilters(withoutResets(before, changeFilters(before, change), resetsOf(before, change))).toString();
    };
    expect(undone('status=fixed', { task: TASK })).toBe(`status=fixed&task=${TASK}`);
    expect(undone(`status=fixed&task=${TASK}`, { org: ORG })).toBe(`status=fixed&task=${TASK}`);
  });

  test('does not depend on page, size, order and rows', () => {
    expect(scopeOf(filters('severity=high&page=3&size=50&sort=severity&rows=event'))).toBe(scopeOf(filters('severity=high')));
    expect(scopeOf(filters('severity=low'))).not.toBe(scopeOf(filters('severity=high')));
  });
});
