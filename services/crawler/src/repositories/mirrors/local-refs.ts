import { askGit, type GitConnection } from '../git/git-connection.ts';
import { MAX_TIPS } from '../git/git-limits.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';

/**
 * Names of a mirror's own refs. The remote's refs are stored below one prefix, so that a remote's refs/replace/* or
 * refs/seen/* has no meaning for git here.
 */
export const REMOTE_REFS = 'refs/mirror/';
export const DETACHED_HEAD = 'refs/detached/HEAD';
/** Every tip that a ref ever had, so that a forced push or a deleted branch removes nothing from the scan. */
const SEEN_REFS = 'refs/seen/';
/** Tips with missing objects. They are kept apart, because git assumes that a ref's history is complete and would not fetch it again. */
export const SALVAGED_REFS = 'refs/salvaged/';

/** Records all current tips before a fetch may move or delete them. @throws GitRepositoryError refs_over_bound */
export async function keepSeenTips(connection: GitConnection): Promise<void> {
  const seen = await oidsOf(connection, [SEEN_REFS]);
  const fresh = await oidsOf(connection, [REMOTE_REFS, DETACHED_HEAD], seen);
  if (fresh.size > 0) await updateRefs(connection, updates(SEEN_REFS, fresh));
}

/** The objects that the refs of these folders name, except `known`. */
async function oidsOf(connection: GitConnection, folders: readonly string[], known: ReadonlySet<string> = new Set()): Promise<Set<string>> {
  const oids = new Set<string>();
  await askGit(connection, {
    args: ['for-each-ref', '--format=%(objectname)', ...folders],
    onLine: (oid) => {
      if (!known.has(oid)) oids.add(oid);
      if (known.size + oids.size > MAX_TIPS)
        throw new GitRepositoryError('refs_over_bound', `The refs of the mirror name more than ${MAX_TIPS} objects`);
    },
  });
  return oids;
}

/** Deletes the salvaged tips, so that the next fetch requests their whole history again. */
export async function dropSalvagedTips(connection: GitConnection): Promise<void> {
  const drop: string[] = [];
  await askGit(connection, {
    args: ['for-each-ref', '--format=%(refname)', SALVAGED_REFS],
    onLine: (name) => {
      if (name !== '') drop.push(`delete ${name}\n`);
    },
  });
  if (drop.length > 0) await updateRefs(connection, drop);
}

/** Makes tips with missing objects reachable for the scan. */
export async function keepSalvagedTips(connection: GitConnection, oids: readonly string[]): Promise<void> {
  if (oids.length > 0) await updateRefs(connection, updates(SALVAGED_REFS, oids));
}

/** Otherwise tens of thousands of pull requests would be as many small files. */
export async function packRefs(connection: GitConnection): Promise<void> {
  await askGit(connection, { args: ['pack-refs', '--all', '--prune'] });
}

function* updates(prefix: string, oids: Iterable<string>): Generator<string> {
  for (const oid of oids) yield `update ${prefix}${oid} ${oid}\n`;
}

async function updateRefs(connection: GitConnection, commands: Iterable<string>): Promise<void> {
  await askGit(connection, { args: ['update-ref', '--stdin'], input: commands });
}
