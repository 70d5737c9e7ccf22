import type { GitCall, GitConnection } from '../git/git-connection.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { fetchSpecs } from './fetch-refs.ts';
import { notHere } from './missing-objects.ts';

/**
 * With this setting git unpacks object by object, so that everything received before the damage is kept; otherwise git
 * discards a pack that ends early.
 */
export const OBJECT_BY_OBJECT = [['fetch.unpackLimit', '2147483647']] as const;
/**
 * git's old protocol over HTTP, where a server still supports it: objects are files that are requested one by one. It works
 * even with a server that cannot enumerate the objects of a pack.
 */
export const FILE_BY_FILE = { GIT_SMART_HTTP: '0' };
/**
 * git names the commits that it has so that the server leaves out what they lead to. A damaged mirror lacks some of that.
 */
export const NO_HAVES = [['fetch.negotiationAlgorithm', 'noop']] as const;
/** Failed requests after which the whole server counts as damaged. */
export const MAX_FAILURES = 400;
const DEEPEST = 2 ** 30;

/** The requests to a damaged remote within one update. */
export interface Attempts {
  readonly connection: GitConnection;
  failures: number;
}

/** Fetches the newest history of a ref or a commit: doubles the depth until the server reaches the damage, then bisects the rest. */
export async function fetchNewest(attempts: Attempts, name: string, settings: GitCall['settings'] = []): Promise<void> {
  let good = 0;
  let bad = DEEPEST;
  for (let depth = 1; bad - good > 1; depth = bad === DEEPEST ? good * 2 : (good + bad) >> 1) {
    if (await attempt(attempts, [name], { args: [`--depth=${depth}`], settings })) good = depth;
    else bad = depth;
    if (good >= DEEPEST / 2) return;
  }
}

/**
 * Sends one request; returns false when it failed. A server that fails on an object may say so, answer 500 or nothing, so every
 * failure counts as damage until there are too many: then the last one is thrown.
 */
export async function attempt(
  attempts: Attempts,
  specs: readonly string[],
  options: Parameters<typeof fetchSpecs>[2] = {},
): Promise<boolean> {
  try {
    await fetchSpecs(attempts.connection, specs, options);
    return true;
  } catch (error) {
    attempts.connection.watch.check();
    attempts.failures += 1;
    if (!(error instanceof GitRepositoryError) || attempts.failures > MAX_FAILURES) throw error;
    return false;
  }
}

export async function isHere(connection: GitConnection, oid: string): Promise<boolean> {
  return (await notHere(connection, [oid])).length === 0;
}
