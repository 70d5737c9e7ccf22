import type { AltchaChallenge } from '@leakwatch/contracts';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { DeriveKeyFunction } from 'altcha-lib/types';
import { pbkdf2Async } from '@noble/hashes/pbkdf2.js';
import { sha256 } from '@noble/hashes/sha2.js';

/** Over plain http, browsers offer their own cryptography on localhost only. This implementation is slower and gives the same result. */
const deriveSlowly: DeriveKeyFunction = async ({ cost, keyLength = 32 }, salt, password) => ({
  derivedKey: await pbkdf2Async(sha256, password, salt, { c: cost, dkLen: keyLength }),
});

/** Solves the challenge and gives the token that proves it; takes under half a second. */
export async function solveAltcha(challenge: AltchaChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey: window.isSecureContext ? deriveKey : deriveSlowly });
  return btoa(JSON.stringify({ challenge, solution }));
}
