import { describe, expect, it } from '@jest/globals';
import { ACTIVE_MS, watchActivity } from './activity.ts';

describe('watchActivity', () => {
  it('counts a user as active until a time without input', () => {
    const target = new EventTarget();
    let now = 0;
    const isActive = watchActivity(target, () => now);
    expect(isActive()).toBe(true);
    now = ACTIVE_MS + 1;
    expect(isActive()).toBe(false);
    target.dispatchEvent(new Event('keydown'));
    expect(isActive()).toBe(true);
    target.dispatchEvent(new Event('visibilitychange'));
    now += ACTIVE_MS + 1;
    expect(isActive()).toBe(false);
  });
});
