import { expect, test } from '@jest/globals';
import { logOfLaunch } from './task-log.domain.ts';

const ready = { status: 'ready_to_search', blobs_scanned: 7, error_code: null } as const;
const broken = { status: 'repository_error', blobs_scanned: 0, error_code: 'host_unreachable' } as const;

test.each([
  ['all were read', { outcome: 'done', repositories: [ready, ready], error_code: null, units: null }, ['success', 'launch_done', 14, null]],
  [
    'one was not',
    { outcome: 'done', repositories: [ready, broken], error_code: null, units: null },
    ['warning', 'launch_incomplete', 1, 'host_unreachable'],
  ],
  [
    'none was',
    { outcome: 'failed', repositories: [broken], error_code: null, units: null },
    ['danger', 'launch_failed', 0, 'host_unreachable'],
  ],
  [
    'the source says why',
    { outcome: 'failed', repositories: [], error_code: 'internal', units: null },
    ['danger', 'launch_failed', 0, 'internal'],
  ],
  [
    'it was stopped',
    { outcome: 'cancelled', repositories: [broken], error_code: null, units: null },
    ['none', 'launch_cancelled', 0, null],
  ],
  [
    'queries were read',
    { outcome: 'done', repositories: [], error_code: null, units: { failed: 0, read: 5, error_code: null } },
    ['success', 'launch_done', 5, null],
  ],
  [
    'some queries were refused',
    { outcome: 'done', repositories: [], error_code: null, units: { failed: 2, read: 5, error_code: 'query_refused' } },
    ['warning', 'launch_incomplete', 2, 'query_refused'],
  ],
] as const)('a launch in which %s', (_name, launch, [type, message, count, errorCode]) => {
  expect(logOfLaunch(launch)).toEqual({ type, message, count, errorCode });
});
