import { describe, expect, test } from '@jest/globals';
import { EVENT_STATUSES } from '@leakwatch/vocabulary';
import { belongs, changeFilters, readFilters, STATUS_CHOICES, toQuery, writeFilters } from './event-filters.ts';

const TASK = '00000002-0000-4000-8000-000000000001';
const read = (text: string) => readFilters(new URLSearchParams(text));

describe('filters in the URL', () => {
  test('an address without a query gives the default filters', () => {
    expect(read('')).toEqual({ status: 'open', task: null, org: null, sources: [], page: 1, size: 10 });
  });

  test('written filters are read back', () => {
    const text = `status=closed&task=${TASK}&source_type=github&source_type=git_repo&page=3&size=50`;
    expect(writeFilters(read(text)).toString()).toBe(text);
  });

  test('invalid values in the URL are ignored', () => {
    expect(read('status=x&task=1&source_type=y&page=-2&size=7')).toEqual(read(''));
  });

  test('any change goes to page 1; a page change does not', () => {
    expect(changeFilters(read('page=4'), { status: 'all' }).page).toBe(1);
    expect(changeFilters(read('page=4&status=all'), { page: 5 })).toMatchObject({ page: 5, status: 'all' });
  });

  test('another task resets the status, another organisation also the task', () => {
    expect(changeFilters(read('status=all'), { task: TASK })).toMatchObject({ status: 'open', task: TASK });
    expect(changeFilters(read(`status=all&task=${TASK}`), { org: TASK })).toMatchObject({ status: 'open', task: null, org: TASK });
  });

  test('the offset is (page - 1) x size', () => {
    expect(toQuery(read('page=3&size=20'))).toMatchObject({ limit: 20, offset: 40, status: ['open'] });
  });

  test('every status belongs to itself and to all', () => {
    for (const status of EVENT_STATUSES) {
      expect(belongs(status, 'all')).toBe(true);
      expect(STATUS_CHOICES).toContain(status);
      expect(belongs(status, status)).toBe(true);
    }
    expect(EVENT_STATUSES.filter((status) => belongs(status, 'closed'))).toEqual(['fixed', 'false', 'blacklist']);
  });
});
