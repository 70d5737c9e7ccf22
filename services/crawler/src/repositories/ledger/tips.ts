import { readAll } from '../git/git-reader.ts';

/** A starting point of a walk: the object that a ref names, after peeling tags. */
export interface Tip {
  readonly oid: string;
  readonly kind: 'commit' | 'tree' | 'blob';
}

export interface Tips {
  readonly tips: readonly Tip[];
  /** Objects that a ref names and that are missing or unreadable. */
  readonly unreadable: readonly string[];
}

/**
 * The tips of a mirror without duplicates: of every ref that the remote has, and of every ref that it had at an earlier
 * update. Record their oids once all blobs below them are in the ledger, and pass them to the next `listBlobs` as `since`.
 */
export async function readTips(directory: string, signal?: AbortSignal): Promise<Tips> {
  const refs = await readAll(directory, ['for-each-ref', '--format=%(objectname)'], '', signal);
  return peel(
    directory,
    new Set(
      refs
        .toString('latin1')
        .split('\n')
        .filter((oid) => oid !== ''),
    ),
    signal,
  );
}

/** Peels tags to their targets. Objects that the mirror does not have are returned as unreadable. */
export async function peel(directory: string, oids: ReadonlySet<string>, signal?: AbortSignal): Promise<Tips> {
  const input = [...oids].map((oid) => `${oid}^{}\n`).join('');
  const output = await readAll(directory, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], input, signal);
  const tips = new Map<string, Tip>();
  const unreadable: string[] = [];
  for (const line of output.toString('latin1').split('\n')) {
    const [oid = '', kind] = line.split(' ');
    if (kind === 'commit' || kind === 'tree' || kind === 'blob') tips.set(oid, { oid, kind });
    else if (oid !== '') unreadable.push(oid.replace(/\^\{\}$/, ''));
  }
  return { tips: [...tips.values()], unreadable };
}
