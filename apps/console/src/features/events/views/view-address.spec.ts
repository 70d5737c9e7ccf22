import { expect, test } from '@jest/globals';
import { readFilters, toFilters } from '../filters/event-filters.ts';
import { queryOf, viewQuery } from './view-address.ts';

const ID = '00000002-0000-4000-8000-000000000001';

test.each([
  '',
  'status=all',
  `status=closed&task=${ID}&similar_to=${ID}&severity=critical&severity=low&source_type=gist&assignee=me&assignee=none&due=overdue&reason=revoked&reason=none&sort=severity`,
  'username=a%26b&repo_name=x%2Fy&start_datetime=2026-03-01T00%3A00%3A00.000Z&file_content=50%25',
])('the address of the view that is saved of %p is that address', (query) => {
  const filters = readFilters(new URLSearchParams(query));
  const sent = JSON.parse(JSON.stringify(toFilters(filters)));
  expect(viewQuery({ filters: sent, sort: filters.sort === 'created' ? undefined : filters.sort })).toBe(query);
});

test('the place in the list is no part of a view', () => {
  expect(queryOf(readFilters(new URLSearchParams('status=all&page=3&size=50')))).toBe('status=all');
});
