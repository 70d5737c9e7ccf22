import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { gather } from './gather.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function watched() {
  const seen: string[] = [];
  return { seen, gathered: gather<string>((items) => void seen.push([...items].sort().join()), 2_000) };
}

test('the first is sent at once, the rest together after a pause', () => {
  const { seen, gathered } = watched();
  gathered.add(['tasks']);
  expect(seen).toEqual(['tasks']);
  for (let n = 0; n < 100; n += 1) gathered.add(['tasks', 'events']);
  expect(seen).toEqual(['tasks']);
  jest.advanceTimersByTime(2_000);
  expect(seen).toEqual(['tasks', 'events,tasks']);
  jest.advanceTimersByTime(60_000);
  expect(seen).toHaveLength(2);
  gathered.add(['events']);
  expect(seen).toHaveLength(3);
});

test('nothing is sent after a stop, or when there is nothing to send', () => {
  const { seen, gathered } = watched();
  gathered.add([]);
  expect(seen).toEqual([]);
  gathered.add(['tasks']);
  gathered.add(['events']);
  gathered.stop();
  jest.advanceTimersByTime(60_000);
  expect(seen).toEqual(['tasks']);
});
