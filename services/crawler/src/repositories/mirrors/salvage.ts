import { type AdvertisedRef, readAdvertisedRefs } from '../remotes/advertised-refs.ts';
import { fetchSpecs } from './fetch-refs.ts';
import { askGit, type GitConnection } from '../git/git-connection.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { keepSalvagedTips, REMOTE_REFS } from './local-refs.ts';
import { connectHistory } from './salvaged-history.ts';
import { notHere } from './missing-objects.ts';
import { salvagePacks } from './salvage-packs.ts';

/**
 * With this setting git unpacks object by object, so that everything received before the damage is kept; otherwise git
 * discards a pack that ends early.
 */
const OBJECT_BY_OBJECT = [['fetch.unpackLimit', '2147483647']] as const;
/**
 * git's old protocol over HTTP, where a server still supports it: objects are files that are requested one by one. It works
 * even with a server that cannot enumerate the objects of a pack.
 */
const FILE_BY_FILE = { GIT_SMART_HTTP: '0' };
/** Failed requests after which the whole server counts as damaged. */
const MAX_FAILURES = 400;
const DEEPEST = 2 ** 30;
/** Refs of a damaged server that are salvaged, in the server's order; their names are in memory meanwhile. */
const SALVAGED_REFS_MAX = 50_000;
/** Missing objects that one round requests: a server decides how many there are. */
const MISSING_A_ROUND = 100_000;

interface Attempts {
  readonly connection: GitConnection;
  failures: number;
}

/**
 * Fetches what a damaged remote can still serve. First come the undamaged refs, found by bisection; then, of each other ref,
 * the part before the damage or what the old protocol returns; then every object that the received ones name, many in one
 * request, bisected around those that the server cannot read; and where the newest commit is still missing, as much of the
 * newest history as the server can read. At last, where the remote gives its packs as they are, every object in them that is whole.
 * @returns whether anything was received
 */
export async function salvage(connection: GitConnection): Promise<boolean> {
  const refs: AdvertisedRef[] = [];
  await readAdvertisedRefs(connection, (ref) => {
    if (refs.length < SALVAGED_REFS_MAX) refs.push(ref);
  });
  const attempts: Attempts = { connection, failures: 0 };
  const broken = await fetchWhole(attempts, refs);
  let got = broken.length < refs.length;
  for (const ref of new Map(broken.map((one) => [one.oid, one])).values()) {
    await attempt(attempts, [ref.name], { settings: OBJECT_BY_OBJECT });
    if (!(await isHere(connection, ref.oid)) && connection.url.startsWith('http'))
      await attempt(attempts, [ref.name], { variables: FILE_BY_FILE });
    await fetchNamed(attempts, ref.oid);
    if (!(await isHere(connection, ref.oid))) await fetchNewest(attempts, ref.name);
    if (!(await isHere(connection, ref.oid))) continue;
    await keepSalvagedTips(connection, [ref.oid]);
    got = true;
  }
  if (broken.length > 0) {
    await salvagePacks(connection);
    await connectHistory(connection);
  }
  return got || (await hasObjects(connection));
}

async function fetchWhole(attempts: Attempts, refs: readonly AdvertisedRef[]): Promise<readonly AdvertisedRef[]> {
  if (refs.length === 0) return [];
  const specs = refs.map((ref) => `+${ref.name}:${REMOTE_REFS}${ref.name.slice('refs/'.length)}`);
  if (await attempt(attempts, specs)) return [];
  if (refs.length === 1) return refs;
  const middle = refs.length >> 1;
  return [...(await fetchWhole(attempts, refs.slice(0, middle))), ...(await fetchWhole(attempts, refs.slice(middle)))];
}

/** Requests the objects that are referenced but missing, until a round brings nothing new. */
async function fetchNamed(attempts: Attempts, tip: string): Promise<void> {
  const asked = new Set<string>();
  for (;;) {
    const missing = await missingBelow(attempts.connection, tip, asked);
    if (missing.length === 0) return;
    for (const oid of missing) asked.add(oid);
    await fetchObjects(attempts, missing);
  }
}

async function fetchObjects(attempts: Attempts, oids: readonly string[]): Promise<void> {
  if (oids.length === 0) return;
  await attempt(attempts, oids, { settings: OBJECT_BY_OBJECT });
  const left = await notHere(attempts.connection, oids);
  if (left.length < oids.length) return fetchObjects(attempts, left);
  if (left.length === 1) return;
  await fetchObjects(attempts, left.slice(0, left.length >> 1));
  await fetchObjects(attempts, left.slice(left.length >> 1));
}

/** Doubles the depth until the server reaches the damage, then bisects the rest. */
async function fetchNewest(attempts: Attempts, name: string): Promise<void> {
  let good = 0;
  let bad = DEEPEST;
  for (let depth = 1; bad - good > 1; depth = bad === DEEPEST ? good * 2 : (good + bad) >> 1) {
    if (await attempt(attempts, [name], { args: [`--depth=${depth}`] })) good = depth;
    else bad = depth;
    if (good >= DEEPEST / 2) return;
  }
}

/**
 * Sends one request; returns false when it failed. A server that fails on an object may say so, answer 500 or nothing, so every
 * failure counts as damage until there are too many: then the last one is thrown.
 */
async function attempt(attempts: Attempts, specs: readonly string[], options: Parameters<typeof fetchSpecs>[2] = {}): Promise<boolean> {
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

/** Some of the missing objects below a tip; what a fetch of these names further is the next round's. */
async function missingBelow(connection: GitConnection, tip: string, asked: ReadonlySet<string>): Promise<readonly string[]> {
  const missing: string[] = [];
  try {
    await askGit(connection, {
      args: ['rev-list', '--objects', '--missing=print', tip],
      onLine: (line) => {
        if (line.startsWith('?') && missing.length < MISSING_A_ROUND && !asked.has(line.slice(1))) missing.push(line.slice(1));
      },
    });
  } catch (error) {
    connection.watch.check();
    if (!(error instanceof GitRepositoryError)) throw error;
    return [];
  }
  return missing;
}

async function isHere(connection: GitConnection, oid: string): Promise<boolean> {
  return (await notHere(connection, [oid])).length === 0;
}

async function hasObjects(connection: GitConnection): Promise<boolean> {
  let objects = 0;
  await askGit(connection, {
    args: ['count-objects', '-v'],
    onLine: (line) => {
      const [, count] = /^(?:count|in-pack): (\d+)$/.exec(line) ?? [];
      objects += Number(count ?? 0);
    },
  });
  return objects > 0;
}
