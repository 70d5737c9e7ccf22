import { describe, expect, it } from '@jest/globals';
import { LIVE_TOPICS } from '@leakwatch/contracts';
import { Gathered, PAUSE_MS } from './gathered.ts';

describe('the messages of a stream', () => {
  it('are sent at once when they are the first, and together after a pause when they follow soon', () => {
    const gathered = new Gathered();
    expect(gathered.wait(1_000)).toBeNull();
    gathered.add(['tasks']);
    expect(gathered.wait(1_000)).toBe(0);
    expect(gathered.take(1_000)).toEqual({ topics: ['tasks'], reset: false });
    expect(gathered.wait(1_000)).toBeNull();
    for (let n = 0; n < 1_000; n += 1) gathered.add(['tasks', 'events']);
    expect(gathered.wait(1_100)).toBe(PAUSE_MS - 100);
    expect(gathered.wait(1_000 + PAUSE_MS)).toBe(0);
    expect([...gathered.take(1_600).topics].sort()).toEqual(['events', 'tasks']);
  });

  it('name every topic after a loss', () => {
    const gathered = new Gathered();
    gathered.add(['tasks']);
    gathered.lose();
    expect(gathered.take(0)).toEqual({ topics: LIVE_TOPICS, reset: true });
    expect(gathered.wait(PAUSE_MS)).toBeNull();
  });

  it('leave out unknown topics', () => {
    const gathered = new Gathered();
    gathered.add(['weather', '']);
    expect(gathered.wait(0)).toBeNull();
  });
});
