import { describe, expect, test } from '@jest/globals';
import { REASON_FILTERS } from '@leakwatch/contracts';
import type { Statistics } from '../api.ts';
import {
  assigneeChoices,
  choicesOf,
  reasonCount,
  SHOWN_IN_FULL,
  shownChoices,
  shownReasons,
  sourceCount,
  statusCount,
} from './filter-choices.ts';

const NONE: Statistics = {
  sources: {
    git_count: 0,
    gist_count: 0,
    pastebin_count: 0,
    gitlab_cloud_count: 0,
    telegram_count: 0,
    git_repo_count: 7,
    google_docs_count: 0,
  },
  file_types: [
    { file_lang: 'Python', file_lang_count: 4 },
    { file_lang: '', file_lang_count: 3 },
  ],
  patterns: [],
  authors: [],
  owners: [],
  repositories: [],
  regex_tokens_found: [{ name: 'AWS access key', name_count: 2, regex_filter_id: 'id-1', detector: 'aws_access_key_id' }],
  severities: [],
  assignees: [{ assignee: 'id-2', name: 'boris', assignee_count: 3 }],
  unassigned: 4,
  overdue: 1,
  reasons: [{ reason: 'revoked', reason_count: 2 }],
  statuses: [
    { status: 'open', status_count: 5 },
    { status: 'fixed', status_count: 2 },
    { status: 'blacklist', status_count: 1 },
  ],
  tasks: [],
};
const nameOf = ({ name }: { readonly name: string }) => `${name}!`;
const choices = (number: number) => Array.from({ length: number }, (_, at) => ({ value: `v${at}`, count: number - at }));

test('assignees are the person, nobody, and members with events or chosen', () => {
  const texts = { me: 'Me', none: 'Nobody', unknown: '…' };
  expect(assigneeChoices(NONE, [], 'id-1', texts)).toEqual([
    { value: 'me', text: 'Me', count: 0 },
    { value: 'none', text: 'Nobody', count: 4 },
    { value: 'id-2', text: 'boris', count: 3 },
  ]);
  expect(assigneeChoices(NONE, [], 'id-2', texts).map(({ value, count }) => [value, count])).toEqual([
    ['me', 3],
    ['none', 4],
  ]);
  expect(assigneeChoices(undefined, ['id-9'], 'id-2', texts).at(-1)).toEqual({ value: 'id-9', text: '…', count: null });
  // A chosen member keeps the name while the other filters leave no event.
  const members = [{ id: 'id-9', name: 'vera' }];
  expect(assigneeChoices(NONE, ['id-9'], 'id-1', texts, members).at(-1)).toEqual({ value: 'id-9', text: 'vera', count: 0 });
});

test('reasons are those of the listed statuses, and chosen ones', () => {
  expect(shownReasons({ status: 'open', reasons: [] })).toEqual([]);
  expect(shownReasons({ status: 'blacklist', reasons: [] })).toEqual([]);
  expect(shownReasons({ status: 'fixed', reasons: [] })).toEqual(['revoked', 'removed', 'none']);
  expect(shownReasons({ status: 'open', reasons: ['test_data'] })).toEqual(['test_data']);
  expect(shownReasons({ status: 'closed', reasons: [] })).toEqual(REASON_FILTERS);
  expect(shownReasons({ status: 'all', reasons: [] })).toEqual(REASON_FILTERS);
  const counts = (['revoked', 'removed', 'none'] as const).map((reason) => reasonCount(reason, NONE));
  expect([counts, reasonCount('none', undefined)]).toEqual([[2, 0, 5], null]);
});

describe('the choices of a filter', () => {
  test('are the values of its statistics; events without a value are none', () => {
    expect(choicesOf('file_lang', NONE, nameOf)).toEqual([{ value: 'Python', count: 4 }]);
    expect(choicesOf('regex_tokens_found', NONE, nameOf)).toEqual([{ value: 'id-1', count: 2, text: 'AWS access key!' }]);
    expect([choicesOf('pattern', NONE, nameOf), choicesOf('pattern', undefined, nameOf)]).toEqual([[], []]);
  });

  test.each([
    [1, 1],
    [SHOWN_IN_FULL, SHOWN_IN_FULL],
    [SHOWN_IN_FULL + 1, SHOWN_IN_FULL - 1],
  ])('%i values are shown as %i', (number, shown) => {
    expect(shownChoices(choices(number), [])).toEqual(choices(number).slice(0, shown));
  });

  test('hold chosen values that are not among the first, known or not', () => {
    const shown = shownChoices(choices(20), ['v0', 'v15', 'gone']);
    expect(shown.slice(SHOWN_IN_FULL - 1)).toEqual([
      { value: 'v15', count: 5 },
      { value: 'gone', count: null },
    ]);
  });

  test('of the status count groups as their sum', () => {
    expect((['open', 'closed', 'all', 'false'] as const).map((choice) => statusCount(choice, NONE))).toEqual([5, 3, 8, 0]);
    expect([statusCount('open', undefined), sourceCount('git_repo', undefined), sourceCount('git_repo', NONE)]).toEqual([null, null, 7]);
  });
});
