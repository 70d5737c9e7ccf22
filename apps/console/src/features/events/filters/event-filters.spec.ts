import { describe, expect, test } from '@jest/globals';
import { EVENT_STATUSES } from '@leakwatch/vocabulary';
import {
  belongs,
  changeFilters,
  narrowedBy,
  readFilters,
  searchFault,
  STATUS_CHOICES,
  toFilters,
  toQuery,
  toStatisticsQuery,
  writeFilters,
} from './event-filters.ts';

const TASK = '00000002-0000-4000-8000-000000000001';
const read = (text: string) => readFilters(new URLSearchParams(text));

describe('filters in the URL', () => {
  test('say what a row is, unless it is a place; without it, what was chosen last', () => {
    const query = (text: string, rows?: 'event' | 'secret') => toQuery(readFilters(new URLSearchParams(text), rows)).group;
    expect([query(''), query('rows=secret'), query('rows=event'), query('rows=x')]).toEqual(['place', 'secret', undefined, 'place']);
    expect([query('', 'event'), query('', 'secret'), query('rows=place', 'event')]).toEqual([undefined, 'secret', 'place']);
    expect(writeFilters(readFilters(new URLSearchParams('rows=secret'))).toString()).toBe('rows=secret');
    expect(toFilters(readFilters(new URLSearchParams('rows=secret')))).not.toHaveProperty('group');
  });

  test('an address without a query gives the default filters', () => {
    const facets = { regex_tokens_found: [], file_lang: [], pattern: [], username: [], author: [], repo_name: [] };
    const open = {
      status: 'open',
      task: null,
      similarTo: null,
      org: null,
      severities: [],
      sources: [],
      assignees: [],
      overdue: false,
      reasons: [],
      facets,
      from: null,
      to: null,
      fixedFrom: null,
      fixedTo: null,
      pathPart: null,
      search: null,
      sort: 'created',
      page: 1,
      rows: 'place',
      size: 10,
    };
    expect(read('')).toEqual(open);
  });

  test('written filters are read back', () => {
    const dates = 'start_datetime=2026-03-01T00%3A00%3A00.000Z&end_datetime=2026-03-02T00%3A00%3A00.000Z';
    const facets = `regex_tokens_found=${TASK}&file_lang=Python&pattern=a+b%26c&username=%D0%9E%D0%9E%D0%9E&author=irina&repo_name=x%2Fy&repo_name=z`;
    const text = `status=closed&task=${TASK}&similar_to=${TASK}&severity=critical&severity=low&severity=none&source_type=github&source_type=git_repo&assignee=me&assignee=none&assignee=${TASK}&due=overdue&reason=revoked&reason=none&${facets}&${dates}&fixed_start=2026-03-01T00%3A00%3A00.000Z&fixed_end=2026-03-02T23%3A59%3A59.999999Z&path_part=src%2F+%22a&file_content=50%25&page=3&size=50`;
    expect(writeFilters(read(text)).toString()).toBe(text);
  });

  test('invalid values in the URL are ignored', () => {
    expect(
      read(
        'status=x&task=1&source_type=y&page=-2&size=7&start_datetime=soon&id=1&severity=worst&regex_tokens_found=x&file_content=ab&username=&assignee=you&due=soon&reason=why',
      ),
    ).toEqual(read(''));
  });

  test('values that the server would refuse are ignored or cut', () => {
    const long = 'x'.repeat(400);
    expect(
      read(`start_datetime=0000-01-01&end_datetime=%2B275760-09-13T00:00:00Z&fixed_end=-000001-01-01T00:00:00Z&pattern=${long}`),
    ).toEqual(read(''));
    expect(read(`file_content=${long}`).search).toEqual({ in: 'file_content', text: 'x'.repeat(300) });
    expect(read('username_part=a%00b').search).toEqual({ in: 'username_part', text: 'ab' });
    expect([read('path_part=%00').pathPart, read(`path_part=${long}`).pathPart?.length]).toEqual([null, 300]);
    expect(read('end_datetime=9999-12-31T23:59:59.999999Z').to).toBe('9999-12-31T23:59:59.999999Z');
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

  test('the list is asked for every filter, the statistics for all but sources and values', () => {
    const filters = read(`org=${TASK}&source_type=gist&reason=revoked&file_lang=Go&start_datetime=2026-03-01T00:00:00Z&username_part=acme`);
    const shared = { org: TASK, username_part: 'acme', status: ['open'] };
    expect(toQuery(filters)).toMatchObject({
      ...shared,
      source_type: ['gist'],
      reason: ['revoked'],
      file_lang: ['Go'],
      start_datetime: '2026-03-01T00:00:00.000Z',
    });
    const { task, end, ...asked } = toStatisticsQuery(filters);
    expect([asked, task, end]).toEqual([{ ...shared, start: '2026-03-01T00:00:00.000Z' }, undefined, undefined]);
    expect([narrowedBy(filters), narrowedBy(read('status=all'))]).toEqual([6, 0]);
  });

  test.each([
    [{ in: 'id', text: TASK }, null],
    [{ in: 'id', text: TASK.slice(1) }, 'search_id'],
    [{ in: 'file_content', text: 'ab' }, 'search_short'],
    [{ in: 'username_part', text: 'a' }, null],
  ] as const)('a search for %j has the fault %p', (search, fault) => {
    expect(searchFault(search)).toBe(fault);
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
