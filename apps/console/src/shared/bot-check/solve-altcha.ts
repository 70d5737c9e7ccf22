import type { AltchaChallenge } from '@leakwatch/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { DeriveKeyFunction } from 'altcha-lib/types';
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Browsers keep their own cryptography from pages of plain http on other hosts than this one: slower, and the same. */
const deriveSlowly: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => ({
  derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }),
});

/** Solves the task and gives the token that shows it; under half a second of work that nobody sees. */
export async function solveAltcha(challenge: AltchaChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey: window.isSecureContext ? deriveKey : deriveSlowly });
  return btoa(JSON.stringify({ challenge, solution }));
}
