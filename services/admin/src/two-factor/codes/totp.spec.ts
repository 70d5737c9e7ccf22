import { describe, expect, test } from '@jest/globals';
import { createGuardrails, generate } from 'otplib';
import { newSeed, seedImage, seedUri, stepOfCode } from './totp.ts';

/** RFC 6238, appendix B: the seed `12345678901234567890`, SHA-1; the last six of its eight digits. */
const RFC_SEED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const RFC_CODES = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const;

describe('codes of the app', () => {
  test.each(RFC_CODES)('at %i s is %s, as RFC 6238 says', async (seconds, code) => {
    expect(await stepOfCode(RFC_SEED, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  test('are valid for one step before and after, and no further', async () => {
    const seed = newSeed();
    const step = 58_000_000;
    const code = await generate({ secret: seed, epoch: step * 30, guardrails: createGuardrails() });
    const at = (steps: number, second: number) => stepOfCode(seed, code, ((step + steps) * 30 + second) * 1000);
    for (const steps of [-1, 0, 1]) for (const second of [0, 29]) expect(await at(steps, second)).toBe(step);
    for (const steps of [-2, 2]) for (const second of [0, 29]) expect(await at(steps, second)).toBeNull();
  });

  test('a seed has 160 bits and is never the same', () => {
    const seeds = Array.from({ length: 100 }, newSeed);
    expect(new Set(seeds).size).toBe(100);
    for (const seed of seeds) expect(seed).toMatch(/^[A-Z2-7]{32}$/);
  });

  test('the address for an app has issuer, account and seed, and no parameter that differs from the defaults', () => {
    const uri = new URL(seedUri(RFC_SEED, 'irina@corp.example'));
    expect(`${uri.protocol}//${uri.host}${decodeURIComponent(uri.pathname)}`).toBe('otpauth://totp/Leakwatch:irina@corp.example');
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: RFC_SEED, issuer: 'Leakwatch' });
  });

  test('the image is an SVG in base64', async () => {
    const svg = Buffer.from(await seedImage(newSeed(), 'a@b.example'), 'base64').toString('utf8');
    expect(svg).toMatch(/^<svg /);
    expect(svg).not.toMatch(/script|href/i);
  });
});
