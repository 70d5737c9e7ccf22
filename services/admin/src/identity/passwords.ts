import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id (the library's default kind) for interactive logins: 19 MiB and two passes, some 50 ms, off the event loop. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

let decoy: Promise<string> | undefined;

/** Checks a password; for an account that does not exist it costs the same and is false. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const fits = await verify(stored ?? (await decoy), password);
  return fits && stored !== undefined;
}
