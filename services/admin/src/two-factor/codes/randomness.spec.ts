import { describe, expect, it } from '@jest/globals';
import { newToken } from '@leakwatch/platform';
import { newRecoveryCodes } from './recovery-codes.ts';
import { newSeed } from './totp.ts';
import { RECOVERY_ALPHABET, RECOVERY_LENGTH } from './typed-code.domain.ts';

const MADE = 2_000;
const made = (make: () => string) => Array.from({ length: MADE }, make);

/** How many different characters the texts have at a position. */
const distinctAt = (texts: readonly string[], at: number) => new Set(texts.map((text) => text.charAt(at))).size;

// ASVS 5.0, 6.5.3 and 7.2.3. A lint rule against Math.random ensures that they come from node:crypto.
describe('random values', () => {
  it('tokens of sessions and codes of links have 256 bits, each of which varies', () => {
    const tokens = made(newToken).map((token) => Buffer.from(token, 'base64url'));
    expect(new Set(tokens.map(({ length }) => length))).toEqual(new Set([32]));
    for (let bit = 0; bit < 256; bit += 1) {
      const set = tokens.filter((bytes) => ((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1).length;
      // Half of them, within nine standard deviations.
      expect(Math.abs(set - MADE / 2)).toBeLessThan(MADE / 10);
    }
  });

  it('recovery codes have 120 bits: every character of the alphabet at every position', () => {
    const codes = Array.from({ length: MADE / 10 }, newRecoveryCodes)
      .flat()
      .map((code) => code.replaceAll('-', ''));
    expect(new Set(codes).size).toBe(MADE);
    expect(RECOVERY_LENGTH * Math.log2(RECOVERY_ALPHABET.length)).toBeGreaterThanOrEqual(112);
    for (let at = 0; at < RECOVERY_LENGTH; at += 1) expect(distinctAt(codes, at)).toBe(RECOVERY_ALPHABET.length);
  });

  it('seeds of second factors have 160 bits, which vary at every position', () => {
    const seeds = made(newSeed);
    const [first = ''] = seeds;
    expect(first.length * 5).toBeGreaterThanOrEqual(160);
    for (let at = 0; at < first.length; at += 1) expect(distinctAt(seeds, at)).toBe(32);
  });
});
