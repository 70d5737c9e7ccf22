import { describe, expect, test } from '@jest/globals';
import { makeTask } from '../../../../mock/data/tasks.ts';
import { whyNoEvents } from './why-no-events.ts';

const [source] = makeTask(2).sources;
type Source = NonNullable<typeof source>;

const task = (status: boolean, change: Partial<Source> = {}) => ({
  status,
  sources: makeTask(2).sources.map((one) => ({ ...one, ...change })),
});
const NEVER: Partial<Source> = { state: 'idle', progress: 0, activity: null };

describe('why there is no event', () => {
  test.each([
    ['an organisation that is inactive or expired, whatever its tasks', [task(true)], false, 'not_allowed'],
    ['no task', [], true, 'no_tasks'],
    ['tasks that nobody started', [task(false, NEVER), task(false, NEVER)], true, 'never_started'],
    ['tasks that were stopped', [task(false, NEVER), task(false)], true, 'stopped'],
    [
      'a source that cannot be read, while others are searched',
      [task(true, { progress: 3 }), task(true, { state: 'failed' })],
      true,
      'failing',
    ],
    ['a source of a stopped task that could not be read', [task(true), task(false, { state: 'failed' })], true, 'found_nothing'],
    ['a source that is switched off', [task(true, { status: false, progress: 0 })], true, 'found_nothing'],
    ['the first search', [task(true), task(true, { state: 'running', progress: 40 })], true, 'searching'],
    ['a task that has just been started', [task(true, NEVER)], true, 'searching'],
    ['searches that found nothing', [task(true), task(false)], true, 'found_nothing'],
  ] as const)('%s', (_of, tasks, allowed, why) => {
    expect(whyNoEvents(tasks, allowed)).toBe(why);
  });
});
