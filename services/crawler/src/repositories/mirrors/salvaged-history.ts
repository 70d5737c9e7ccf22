import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { askGit, type GitConnection } from '../git/git-connection.ts';
import { MAX_TIPS } from '../git/git-limits.ts';
import { keepSalvagedTips } from './local-refs.ts';
import { writeForGit } from './mirror-files.ts';

/** Commits of a damaged repository whose parents are looked at; their names are in memory meanwhile. */
const COMMITS_MAX = 2_000_000;

/**
 * Makes every commit of a damaged mirror reachable, so that blobs are listed with the commits that brought them. Commits whose parents are
 * missing become the beginnings of histories (git's `shallow`), and those that no other leads to become tips. The next fetch from
 * a remote that is whole again brings what is missing (`--unshallow`).
 */
export async function connectHistory(connection: GitConnection): Promise<void> {
  const shallow = await removeShallow(connection);
  const parentsOf = await commitsWithParents(connection);
  const cut: string[] = [];
  const tips = new Set(parentsOf.keys());
  for (const [commit, parents] of parentsOf) {
    if (!parents.every((parent) => parentsOf.has(parent))) cut.push(commit);
    else for (const parent of parents) tips.delete(parent);
  }
  if (cut.length > 0) await writeForGit(shallow, `${cut.sort().join('\n')}\n`, 0o600);
  await keepSalvagedTips(connection, [...tips].slice(0, MAX_TIPS));
}

/** Removes the file that says where histories begin, with which git would not say which parents a commit has. Returns its path. */
export async function removeShallow({ directory }: GitConnection): Promise<string> {
  const shallow = join(directory, 'shallow');
  await rm(shallow, { force: true });
  return shallow;
}

/** Every commit of a mirror without `shallow`, with its parents. */
export async function commitsWithParents(connection: GitConnection): Promise<ReadonlyMap<string, readonly string[]>> {
  const commits: string[] = [];
  await askGit(connection, {
    args: ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objecttype) %(objectname)'],
    onLine: (line) => {
      if (line.startsWith('commit ') && commits.length < COMMITS_MAX) commits.push(line.slice('commit '.length));
    },
  });
  const parentsOf = new Map<string, readonly string[]>();
  if (commits.length === 0) return parentsOf;
  await askGit(connection, {
    args: ['log', '--no-walk=unsorted', '--stdin', '--no-notes', '--no-color', '--format=%H %P'],
    input: commits.map((commit) => `${commit}\n`),
    onLine: (line) => {
      const [commit = '', ...parents] = line.split(' ').filter((oid) => oid !== '');
      if (commit !== '') parentsOf.set(commit, parents);
    },
  });
  return parentsOf;
}
