import { expect, test } from '@jest/globals';
import type { SourceCoverage } from '@leakwatch/contracts';
import { sumCoverage } from './sum-coverage.ts';

const NONE: SourceCoverage = {
  source_type: 'github',
  parts: 0,
  parts_failed: 0,
  found: null,
  capped: 0,
  incomplete: 0,
  silent: 0,
  silent_since: null,
  error_code: null,
  total: 0,
  scanned: 0,
  unread: 0,
  unchecked: 0,
  last_full_pass: null,
  next_launch: null,
};
const [EARLY, LATE] = ['2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z'];

test('tasks are summed for each source; one that was never searched whole, and one that fails, is counted', () => {
  const tasks: SourceCoverage[] = [
    { ...NONE, parts: 3, total: 10, scanned: 8, unread: 2, last_full_pass: LATE, silent: 1 },
    { ...NONE, source_type: 'git_repo', parts: 1, parts_failed: 1, unchecked: 4 },
    { ...NONE, parts: 2, total: 5, scanned: 5, last_full_pass: EARLY, capped: 1 },
    { ...NONE, parts: 1, incomplete: 1, error_code: 'no_account' },
  ];
  const zeros = { parts_failed: 0, unread: 0, unchecked: 0, capped: 0, incomplete: 0, silent: 0, total: 0, scanned: 0 };
  expect(sumCoverage(tasks)).toEqual([
    {
      ...zeros,
      source_type: 'git_repo',
      tasks: 1,
      tasks_failing: 1,
      parts: 1,
      parts_failed: 1,
      unchecked: 4,
      tasks_not_searched: 1,
      oldest_full_pass: null,
    },
    {
      ...zeros,
      ...{ source_type: 'github', tasks: 3, tasks_failing: 1, parts: 6, total: 15, scanned: 13, unread: 2 },
      ...{ capped: 1, incomplete: 1, silent: 1, tasks_not_searched: 1, oldest_full_pass: EARLY },
    },
  ]);
  expect(sumCoverage([])).toEqual([]);
});
