import { expect, test } from '@jest/globals';
import { makeTask } from '../../../mock/data/tasks.ts';
import { partsToConfirm } from './parts-to-confirm.ts';

const TASK = makeTask(1);
const source = (type: 'gist' | 'telegram', over: object) => ({ ...(TASK.sources[0] ?? never()), source_type: type, ...over });
function never(): never {
  throw new Error('the mock task has no source');
}
const SOURCES = [
  source('gist', { waiting: true }),
  source('gist', { waiting: true, active: false }),
  source('telegram', {
    waiting: false,
    tg_channels: [
      { username: 'old', waiting: false },
      { username: 'new', waiting: true },
    ],
  }),
];

test('of a confirmed task only the waiting additions are confirmed, channels of confirmed sources among them', () => {
  expect(partsToConfirm({ ...TASK, sources: SOURCES })).toEqual({
    patterns: ['corp.example пароль'],
    repositories: [],
    sources: ['gist'],
    channels: ['@new'],
  });
});

test('of an unconfirmed task everything is', () => {
  const all = partsToConfirm({ ...TASK, confirmed: false, sources: SOURCES });
  expect(all).toMatchObject({ sources: ['gist', 'telegram'], channels: ['@old', '@new'] });
  expect(all.patterns).toHaveLength(TASK.search_patterns.length);
  expect(all.repositories[0]).toBe('service-1: https://git.example/team/service-1.git');
});
