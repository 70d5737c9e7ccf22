import type { AdvertisedRefs } from '../remotes/advertised-refs.ts';
import { fetchSpecs } from './fetch-refs.ts';
import { askGit, type GitConnection } from '../git/git-connection.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { keepSalvagedTip, REMOTE_REFS } from './local-refs.ts';

/**
 * With this git unpacks what it receives object by object, so that all that came before the damage is kept,
 * where otherwise a pack that ends early is thrown away whole.
 */
const OBJECT_BY_OBJECT = [['fetch.unpackLimit', '2147483647']] as const;
/**
 * git's old protocol over HTTP, where a server still speaks it: the objects are files that are asked for one by one,
 * and what came stays. A server that cannot even count the objects of a pack gives them so.
 */
const FILE_BY_FILE = { GIT_SMART_HTTP: '0' };
/** Failed requests after which a server counts as damaged all over. */
const PATIENCE = 400;
const DEEPEST = 2 ** 30;

interface Attempts {
  readonly connection: GitConnection;
  failures: number;
}

/**
 * Gets out of a damaged remote what it can still give: first the refs that are whole, found by halving; then of each
 * other ref the part before the damage, or what the old protocol gives; then every object that is named by what came, one request for many, halved
 * around those that the server cannot read; and where not even the newest commit came, as much of the newest history
 * as the server can read.
 * @returns whether anything was got
 */
export async function salvage(connection: GitConnection, advertised: AdvertisedRefs): Promise<boolean> {
  const attempts: Attempts = { connection, failures: 0 };
  const broken = await fetchWhole(attempts, advertised.refs);
  let got = broken.length < advertised.refs.length;
  for (const ref of new Map(broken.map((one) => [one.oid, one])).values()) {
    await attempt(attempts, [ref.name], { settings: OBJECT_BY_OBJECT });
    if (!(await isHere(connection, ref.oid)) && connection.url.startsWith('http'))
      await attempt(attempts, [ref.name], { variables: FILE_BY_FILE });
    await fetchNamed(attempts, ref.oid);
    if (!(await isHere(connection, ref.oid))) await fetchNewest(attempts, ref.name);
    if (!(await isHere(connection, ref.oid))) continue;
    await keepSalvagedTip(connection, ref.oid);
    got = true;
  }
  return got || (await hasObjects(connection));
}

async function fetchWhole(attempts: Attempts, refs: AdvertisedRefs['refs']): Promise<AdvertisedRefs['refs']> {
  if (refs.length === 0) return [];
  const specs = refs.map((ref) => `+${ref.name}:${REMOTE_REFS}${ref.name.slice('refs/'.length)}`);
  if (await attempt(attempts, specs)) return [];
  if (refs.length === 1) return refs;
  const middle = refs.length >> 1;
  return [...(await fetchWhole(attempts, refs.slice(0, middle))), ...(await fetchWhole(attempts, refs.slice(middle)))];
}

/** Asks for the objects that are named here but not here, until no round brings a new one. */
async function fetchNamed(attempts: Attempts, tip: string): Promise<void> {
  const asked = new Set<string>();
  for (;;) {
    const missing = (await missingBelow(attempts.connection, tip)).filter((oid) => !asked.has(oid));
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

/** Deepens by doubling until the server meets the damage, then halves the rest. */
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
 * One request; false when it failed. A server that breaks over an object may say so, answer 500, or nothing at all,
 * so every failure counts as damage, until there are too many: then the last one is thrown.
 */
async function attempt(attempts: Attempts, specs: readonly string[], options: Parameters<typeof fetchSpecs>[2] = {}): Promise<boolean> {
  try {
    await fetchSpecs(attempts.connection, specs, options);
    return true;
  } catch (error) {
    attempts.connection.watch.check();
    attempts.failures += 1;
    if (!(error instanceof GitRepositoryError) || attempts.failures > PATIENCE) throw error;
    return false;
  }
}

async function missingBelow(connection: GitConnection, tip: string): Promise<readonly string[]> {
  const text = await askGit(connection, { args: ['rev-list', '--objects', '--missing=print', tip] }).catch((error: unknown) => {
    connection.watch.check();
    if (error instanceof GitRepositoryError) return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line.startsWith('?'))
    .map((line) => line.slice(1));
}

async function notHere(connection: GitConnection, oids: readonly string[]): Promise<readonly string[]> {
  const text = await askGit(connection, { args: ['cat-file', '--batch-check=%(objectname)'], input: `${oids.join('\n')}\n` });
  return text
    .split('\n')
    .filter((line) => line.endsWith(' missing'))
    .map((line) => line.slice(0, -' missing'.length));
}

async function isHere(connection: GitConnection, oid: string): Promise<boolean> {
  return (await notHere(connection, [oid])).length === 0;
}

async function hasObjects(connection: GitConnection): Promise<boolean> {
  return !/^count: 0\n[^]*in-pack: 0\n/.test(await askGit(connection, { args: ['count-objects', '-v'] }));
}
