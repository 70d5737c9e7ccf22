import { expect, test } from '@jest/globals';
import type { TaskChange } from '@leakwatch/contracts';
import { gistNeeds } from './gist-requests.ts';

const task = (patterns: TaskChange['patterns']): TaskChange => ({
  task_id: 't',
  organisation_id: 'o',
  version: 1,
  title: 'T',
  running: true,
  archived: false,
  delete_events: false,
  source_types: ['gist'],
  patterns,
  filter_keywords: [],
  filter_mode: 'exclude',
  repositories: [],
});

test('every task needs the list for all its patterns, and a search for each query', () => {
  const needs = gistNeeds(
    task([
      { id: 'a', kind: 'keyword', text: 'corp key' },
      { id: 'b', kind: 'keyword', text: 'Key Corp' },
      { id: 'c', kind: 'regex', text: '[a-z]+' },
      { id: 'd', kind: 'deep', text: 'corp key' },
    ]),
  );
  expect(needs).toEqual([
    { key: 'public', request: { kind: 'stream' }, patterns: 'all' },
    { key: 'search "corp" "key"', request: { kind: 'search', query: '"corp" "key"', deep: false }, patterns: ['a', 'b'] },
    { key: 'search deep "corp" "key"', request: { kind: 'search', query: '"corp" "key"', deep: true }, patterns: ['d'] },
  ]);
});
