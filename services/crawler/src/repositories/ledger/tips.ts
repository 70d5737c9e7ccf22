import { MAX_TIPS } from '../git/git-limits.ts';
import { eachLine } from '../git/each-line.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';

export interface Tips {
  /** Starting points of a walk, with their kind: the objects that refs name, after peeling tags. */
  readonly tips: ReadonlyMap<string, 'commit' | 'tree' | 'blob'>;
  /** Objects that a ref names and that are missing or unreadable. */
  readonly unreadable: readonly string[];
}

/**
 * The tips of a mirror without duplicates: of every ref that the remote has, and of every ref that it had at an earlier
 * update. Record their oids once all blobs below them are in the ledger, and pass them to the next `listBlobs` as `since`.
 * @throws GitRepositoryError refs_over_bound when there are more than MAX_TIPS; damaged, cancelled
 */
export async function readTips(directory: string, signal?: AbortSignal): Promise<Tips> {
  const oids = new Set<string>();
  await eachLine(directory, ['for-each-ref', '--format=%(objectname)'], [], signal, (line) => {
    oids.add(line.toString('latin1'));
    if (oids.size > MAX_TIPS) throw new GitRepositoryError('refs_over_bound', `The refs of the mirror name more than ${MAX_TIPS} objects`);
  });
  return peel(directory, oids, signal);
}

/** Peels tags to their targets. Objects that the mirror does not have are returned as unreadable. */
export async function peel(directory: string, oids: ReadonlySet<string>, signal?: AbortSignal): Promise<Tips> {
  if (oids.size === 0) return { tips: new Map(), unreadable: [] };
  const tips = new Map<string, 'commit' | 'tree' | 'blob'>();
  const unreadable: string[] = [];
  await eachLine(directory, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], requests(oids), signal, (line) => {
    const space = line.indexOf(' ');
    // Not a part of the line's string, which would stay in memory with it.
    const oid = line.toString('latin1', 0, space);
    const kind = line.toString('latin1', space + 1);
    if (kind === 'commit' || kind === 'tree' || kind === 'blob') tips.set(oid, kind);
    else if (space > 0) unreadable.push(oid.replace(/\^\{\}$/, ''));
  });
  return { tips, unreadable };
}

function* requests(oids: Iterable<string>): Generator<string> {
  for (const oid of oids) yield `${oid}^{}\n`;
}
