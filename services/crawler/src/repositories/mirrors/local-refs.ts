import { join } from 'node:path';
import { type AdvertisedRefs, RefsDigest } from '../remotes/advertised-refs.ts';
import { askGit, type GitConnection } from '../git/git-connection.ts';
import { MAX_TIPS } from '../git/git-limits.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { hasMoreFiles, isShallow } from './mirror-directory.ts';

/**
 * Names of a mirror's own refs. The remote's refs are stored below one prefix, so that a remote's refs/replace/* or
 * refs/seen/* has no meaning for git here.
 */
export const REMOTE_REFS = 'refs/mirror/';
export const DETACHED_HEAD = 'refs/detached/HEAD';
/** Every tip that a ref ever had, so that a forced push or a deleted branch removes nothing from the scan. */
const SEEN_REFS = 'refs/seen/';
/** Refs that may be files of their own. */
const LOOSE_REFS = 64;
/** Tips with missing objects. They are kept apart, because git assumes that a ref's history is complete and would not fetch it again. */
export const SALVAGED_REFS = 'refs/salvaged/';

/**
 * Records all current tips before a fetch may move or delete them, and deletes the salvaged ones, so that the fetch requests their whole history
 * again. All refs are read at once and changed at once: for most mirrors starting git takes longer than that. @throws GitRepositoryError refs_over_bound
 */
export async function keepSeenTips(connection: GitConnection): Promise<void> {
  const seen = new Set<string>();
  const fresh = new Set<string>();
  const salvaged: string[] = [];
  await askGit(connection, {
    // The last name first: seen tips come before those that may be among them.
    args: ['for-each-ref', '--sort=-refname', '--format=%(objectname) %(refname)', SEEN_REFS, SALVAGED_REFS, REMOTE_REFS, DETACHED_HEAD],
    onLine: (line) => {
      const space = line.indexOf(' ');
      // Not a part of the line's string, which would stay in memory with it.
      const oid = Buffer.from(line.slice(0, space)).toString('latin1');
      const name = line.slice(space + 1);
      if (name.startsWith(SALVAGED_REFS)) salvaged.push(name);
      else if (name.startsWith(SEEN_REFS)) seen.add(oid);
      else if (!seen.has(oid)) fresh.add(oid);
      if (seen.size + fresh.size > MAX_TIPS)
        throw new GitRepositoryError('refs_over_bound', `The refs of the mirror name more than ${MAX_TIPS} objects`);
    },
  });
  if (fresh.size + salvaged.length > 0) await updateRefs(connection, changes(salvaged, fresh));
}

function* changes(salvaged: readonly string[], fresh: ReadonlySet<string>): Generator<string> {
  for (const name of salvaged) yield `delete ${name}\n`;
  yield* updates(SEEN_REFS, fresh);
}

/**
 * Whether the mirror holds what the remote advertises, ref by ref and with its whole history, so that a fetch would change nothing. A mirror that is
 * shallow does not: the remote may have got more of the history behind the same refs.
 */
export async function holdsAdvertised(connection: GitConnection, advertised: AdvertisedRefs): Promise<boolean> {
  if (isShallow(connection.directory)) return false;
  const digest = new RefsDigest();
  let detached: string | undefined;
  let isSalvaged = false;
  await askGit(connection, {
    args: ['for-each-ref', '--format=%(objectname) %(refname)', REMOTE_REFS, DETACHED_HEAD, SALVAGED_REFS],
    onLine: (line) => {
      const space = line.indexOf(' ');
      const [oid, name] = [line.slice(0, space), line.slice(space + 1)];
      if (name.startsWith(REMOTE_REFS)) digest.add({ oid, name: `refs/${name.slice(REMOTE_REFS.length)}` });
      else if (name === DETACHED_HEAD) detached = oid;
      else isSalvaged = true;
    },
  });
  // One of an earlier fetch stays when the remote's HEAD is on a branch again.
  return !isSalvaged && digest.end(advertised.detached === undefined ? undefined : detached) === advertised.digest;
}

/** Makes tips with missing objects reachable for the scan. */
export async function keepSalvagedTips(connection: GitConnection, oids: readonly string[]): Promise<void> {
  if (oids.length > 0) await updateRefs(connection, updates(SALVAGED_REFS, oids));
}

/** Otherwise tens of thousands of pull requests would be as many small files; a few are read sooner than git packs them. */
export async function packRefs(connection: GitConnection): Promise<void> {
  if (await hasMoreFiles(join(connection.directory, 'refs'), LOOSE_REFS))
    await askGit(connection, { args: ['pack-refs', '--all', '--prune'] });
}

function* updates(prefix: string, oids: Iterable<string>): Generator<string> {
  for (const oid of oids) yield `update ${prefix}${oid} ${oid}\n`;
}

async function updateRefs(connection: GitConnection, commands: Iterable<string>): Promise<void> {
  await askGit(connection, { args: ['update-ref', '--stdin'], input: commands });
}
