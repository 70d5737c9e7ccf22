import { type AdvertisedRef, readAdvertisedRefs } from '../remotes/advertised-refs.ts';
import { askGit, type GitConnection } from '../git/git-connection.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { keepSalvagedTips, REMOTE_REFS } from './local-refs.ts';
import { connectHistory } from './salvaged-history.ts';
import { fetchParents } from './fetch-parents.ts';
import { getLoose } from './loose-objects.ts';
import { notHere } from './missing-objects.ts';
import { type Attempts, attempt, FILE_BY_FILE, fetchNewest, isHere, NO_HAVES, OBJECT_BY_OBJECT } from './salvage-attempts.ts';
import { salvagePacks } from './salvage-packs.ts';

/** Refs of a damaged server that are salvaged, in the server's order; their names are in memory meanwhile. */
const SALVAGED_REFS_MAX = 50_000;
/** Missing objects that one round requests: a server decides how many there are. */
const MISSING_A_ROUND = 100_000;

/**
 * Fetches what a damaged remote can still serve. First come the undamaged refs, found by bisection; then, of each other ref,
 * the part before the damage or what the old protocol returns; then every object that the received ones name, many in one
 * request, bisected around those that the server cannot read; and where the newest commit is still missing, as much of the
 * newest history as the server can read. Where the remote gives its packs as they are, every object in them that is whole follows. At last come
 * the commits behind those that the server could not read, each with as much of its history as the server can.
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
    await fetchNamed(attempts, [ref.oid]);
    if (!(await isHere(connection, ref.oid))) await fetchNewest(attempts, ref.name);
    if (!(await isHere(connection, ref.oid))) continue;
    await keepSalvagedTips(connection, [ref.oid]);
    got = true;
  }
  if (broken.length > 0) {
    await salvagePacks(connection);
    await fetchBehind(connection);
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

/** Requests the objects that some commits name but that are missing, until a round brings nothing new. */
async function fetchNamed(attempts: Attempts, revisions: readonly string[], commits: readonly string[] = []): Promise<void> {
  const asked = new Set<string>();
  for (;;) {
    const missing = await missingBelow(attempts.connection, revisions, commits, asked);
    if (missing.length === 0) return;
    for (const oid of missing) asked.add(oid);
    await fetchObjects(attempts, missing);
  }
}

async function fetchObjects(attempts: Attempts, oids: readonly string[]): Promise<void> {
  if (oids.length === 0) return;
  await attempt(attempts, oids, { settings: [...OBJECT_BY_OBJECT, ...NO_HAVES] });
  const left = await notHere(attempts.connection, oids);
  if (left.length < oids.length) return fetchObjects(attempts, left);
  if (left.length === 1) return void (await getLoose(attempts.connection, left[0] ?? ''));
  await fetchObjects(attempts, left.slice(0, left.length >> 1));
  await fetchObjects(attempts, left.slice(left.length >> 1));
}

/** Fetches what is behind commits that the server cannot send. Each step has failures of its own: those of many refs would leave none for it. */
async function fetchBehind(connection: GitConnection): Promise<void> {
  try {
    const commits = await fetchParents({ connection, failures: 0 });
    await fetchNamed({ connection, failures: 0 }, ['--no-walk=unsorted', '--stdin'], commits);
  } catch (error) {
    connection.watch.check();
    // The server failed too often. What was received before is kept.
    if (!(error instanceof GitRepositoryError)) throw error;
  }
}

/** Some of the missing objects below commits; what a fetch of these names further is the next round's. */
async function missingBelow(
  connection: GitConnection,
  revisions: readonly string[],
  commits: readonly string[],
  asked: ReadonlySet<string>,
): Promise<readonly string[]> {
  const missing: string[] = [];
  try {
    await askGit(connection, {
      args: ['rev-list', '--objects', '--missing=print', ...revisions],
      input: commits.map((commit) => `${commit}\n`),
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
