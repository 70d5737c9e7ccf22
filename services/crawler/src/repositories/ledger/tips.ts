import { Readable } from 'node:stream';
import { MAX_TIPS } from '../git/git-limits.ts';
import { checkCancelled, startReader } from '../git/git-reader.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { readLines } from '../git/read-lines.ts';

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
 * @throws GitRepositoryError refs_over_bound when there are more than MAX_TIPS; damaged, cancelled
 */
export async function readTips(directory: string, signal?: AbortSignal): Promise<Tips> {
  const oids = new Set<string>();
  await eachLine(directory, ['for-each-ref', '--format=%(objectname)'], [], signal, (oid) => {
    oids.add(oid);
    if (oids.size > MAX_TIPS) throw new GitRepositoryError('refs_over_bound', `The refs of the mirror name more than ${MAX_TIPS} objects`);
  });
  return peel(directory, oids, signal);
}

/** Peels tags to their targets. Objects that the mirror does not have are returned as unreadable. */
export async function peel(directory: string, oids: ReadonlySet<string>, signal?: AbortSignal): Promise<Tips> {
  const tips = new Map<string, Tip>();
  const unreadable: string[] = [];
  await eachLine(directory, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], requests(oids), signal, (line) => {
    const [oid = '', kind] = line.split(' ');
    if (kind === 'commit' || kind === 'tree' || kind === 'blob') tips.set(oid, { oid, kind });
    else if (oid !== '') unreadable.push(oid.replace(/\^\{\}$/, ''));
  });
  return { tips: [...tips.values()], unreadable };
}

function* requests(oids: Iterable<string>): Generator<string> {
  for (const oid of oids) yield `${oid}^{}\n`;
}

/** Runs git, with `input` on its standard input, and passes each line of its output to `take`. */
async function eachLine(
  directory: string,
  args: readonly string[],
  input: Iterable<string>,
  signal: AbortSignal | undefined,
  take: (line: string) => void,
): Promise<void> {
  checkCancelled(signal);
  const reader = startReader(directory, args, signal);
  try {
    // With back pressure: git waits for its output to be read before it reads on.
    Readable.from(input).pipe(reader.child.stdin);
    for await (const line of readLines(reader.child.stdout)) take(line.toString('latin1'));
    const failure = await reader.ended;
    if (failure) throw failure;
  } catch (error) {
    checkCancelled(signal);
    throw error;
  } finally {
    reader.kill();
  }
}
