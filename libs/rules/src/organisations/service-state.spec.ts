import { expect, it } from '@jest/globals';
import { serviceStateAt } from './service-state.ts';

const dates = { starts_at: new Date('2026-01-01T00:00:00Z'), expires_at: new Date('2027-01-01T00:00:00Z') };

it.each([
  [true, '2025-12-31T23:59:59.999Z', 'not_begun'],
  [true, '2026-01-01T00:00:00.000Z', 'running'],
  [true, '2026-12-31T23:59:59.999Z', 'running'],
  [true, '2027-01-01T00:00:00.000Z', 'ended'],
  [false, '2026-06-01T00:00:00.000Z', 'inactive'],
  [false, '2027-06-01T00:00:00.000Z', 'inactive'],
] as const)('active %s at %s: %s', (active, now, state) => {
  expect(serviceStateAt({ active, ...dates }, new Date(now))).toBe(state);
});
