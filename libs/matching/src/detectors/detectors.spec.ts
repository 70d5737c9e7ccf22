import { describe, expect, test } from '@jest/globals';
import { DETECTORS } from './detectors.ts';
import { detects, findSecret } from './find-secret.ts';

describe.each(DETECTORS.map((detector) => [detector.id, detector] as const))('%s', (id, detector) => {
  test('finds its true samples, alone and inside a line', () => {
    expect(detector.matches.length).toBeGreaterThan(0);
    for (const sample of detector.matches) {
      expect(detects(detector, sample)).toBe(true);
      expect(detects(detector, `key = "${sample}" # x`)).toBe(true);
      expect(findSecret(sample)).toBe(detector.holdsSecret ? id : null);
    }
  });

  test('ignores similar texts', () => {
    expect(detector.passes.length).toBeGreaterThan(0);
    for (const sample of detector.passes) expect(detects(detector, sample)).toBe(false);
  });
});

test('ids are unique, and ordinary patterns are no secrets', () => {
  expect(new Set(DETECTORS.map(({ id }) => id)).size).toBe(DETECTORS.length);
  for (const text of ['filename:.env password', 'corp.example token', 'jdbc:oracle:thin', 'пароль admin', 'smtp.corp.example:25'])
    expect(findSecret(text)).toBeNull();
});
