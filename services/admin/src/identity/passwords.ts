import { hash, verify } from '@node-rs/argon2';
import { availableParallelism } from 'node:os';
import { turns } from './turns.ts';

/**
 * RFC 9106's second choice of memory for argon2id (the library's default kind), with more passes: 100 to 300 ms by
 * design, off the event loop. `npm run bench -- access` measures it.
 */
const PARAMETERS = { memoryCost: 65_536, timeCost: 5, parallelism: 1 };

/** One processor is left to everything else: many sign-ins at once wait for each other, not everybody for them. */
export const HASHES_AT_ONCE = Math.max(1, availableParallelism() - 1);

const inTurn = turns(HASHES_AT_ONCE);

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, PARAMETERS));

let decoy: Promise<string> | undefined;

/** Checks a password; for an account that does not exist it costs the same and is false. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const against = stored ?? (await decoy);
  const fits = await inTurn(() => verify(against, password));
  return fits && stored !== undefined;
}
