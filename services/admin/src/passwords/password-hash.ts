import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { limitConcurrency } from './limit-concurrency.ts';

/**
 * The second recommended option of RFC 9106 for argon2id (the library's default kind), with more passes: 100 to 300 ms by
 * design, off the event loop. `npm run bench -- access` measures it.
 */
const PARAMETERS = { memoryCost: 65_536, timeCost: 5, parallelism: 1 };

/** Leaves one processor to everything else when many people sign in at once. */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);

const limited = limitConcurrency(HASHES_AT_ONCE);

export const hashPassword = (password: string): Promise<string> => limited(() => hash(password, PARAMETERS));

let decoy: Promise<string> | undefined;

/** Checks a password. Without a stored hash (no such account) it takes the same time and returns false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const against = stored ?? (await decoy);
  const isCorrect = await limited(() => verify(against, password));
  return isCorrect && stored !== undefined;
}
