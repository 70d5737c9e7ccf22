import { describe, expect, it } from '@jest/globals';
import { WEBHOOK_FAILURES_MAX, WEBHOOK_GIVE_UP_SECONDS, WEBHOOK_HOLD_MAX_SECONDS, WEBHOOK_PAUSES_SECONDS } from '@leakwatch/vocabulary';
import fc from 'fast-check';
import { failsForGood, holdSeconds, retrySeconds } from './retry.domain.ts';
import { signatureHeader } from './signature.domain.ts';

const random = fc.double({ min: 0, max: 1, noNaN: true });

describe('pauses between attempts', () => {
  it('grow, differ by a fifth at the most, and fit into the day in which a delivery is tried', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), random, (attempts, chance) => {
        const pause = WEBHOOK_PAUSES_SECONDS[Math.min(attempts, WEBHOOK_PAUSES_SECONDS.length) - 1] ?? 0;
        expect(retrySeconds(attempts, chance)).toBeGreaterThanOrEqual(pause * 0.8 - 1e-6);
        expect(retrySeconds(attempts, chance)).toBeLessThanOrEqual(pause * 1.2 + 1e-6);
        expect(holdSeconds(attempts, chance)).toBeLessThanOrEqual(WEBHOOK_HOLD_MAX_SECONDS);
      }),
    );
    expect(WEBHOOK_PAUSES_SECONDS.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(WEBHOOK_GIVE_UP_SECONDS);
  });

  it.each([
    [WEBHOOK_FAILURES_MAX, 7, true],
    [WEBHOOK_FAILURES_MAX - 1, 7, false],
    [1_000, 5, false],
  ])('end after %i failures in %i hours: %s', (failures, hours, over) => {
    const now = new Date('2026-11-20T10:00:00Z');
    expect(failsForGood(failures, new Date(now.getTime() - hours * 3_600_000), now)).toBe(over);
    expect(failsForGood(failures, null, now)).toBe(false);
  });
});

// Computed with openssl: printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac secret
const KNOWN = '49f24e537407743fa4a0242bb63b94b9a47ee99cbbe071ccd8a22550ae411686';

it('a signature is HMAC-SHA256 over time and body, one for each secret', () => {
  expect(signatureHeader(['secret'], 1_700_000_000, '{"a":1}')).toBe(`t=1700000000,v1=${KNOWN}`);
  expect(signatureHeader(['other', 'secret'], 1_700_000_000, '{"a":1}')).toMatch(new RegExp(`^t=1700000000,v1=[0-9a-f]{64},v1=${KNOWN}$`));
});
