import { MAX_TIPS } from '../git/git-limits.ts';
import { eachLine } from '../git/each-line.ts';
import { checkCancelled } from '../git/git-reader.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';

export interface Tips {
  /** Starting points of a walk, with their kind: the objects that refs name, after peeling tags. */
  readonly tips: ReadonlyMap<string, Kind>;
  /** Objects that a ref names and that are missing or unreadable. */
  readonly unreadable: readonly string[];
}

/**
 * The tips of a mirror without duplicates: of every ref that the remote has, and of every ref that it had at an earlier
 * update. Record their oids once all blobs below them are in the ledger, and pass them to the next `listBlobs` as `since`.
 * @throws GitRepositoryError refs_over_bound when there are more than MAX_TIPS; damaged, cancelled
 */
export async function readTips(directory: string, signal?: AbortSignal): Promise<Tips> {
  try {
    return await readSoundTips(directory, signal);
  } catch (error) {
    checkCancelled(signal);
    if (!(error instanceof GitRepositoryError) || error.code === 'refs_over_bound') throw error;
  }
  // A ref names an object that is missing: git ends there, and the others are read all the same.
  const oids = new Set<string>();
  await eachLine(directory, ['for-each-ref', '--format=%(objectname)'], [], signal, (line) => addWithin(oids, line.toString('latin1')));
  return peel(directory, oids, signal);
}

/** Kinds of refs and what tags name, from one git. @throws GitRepositoryError where a ref names an object that is missing */
async function readSoundTips(directory: string, signal: AbortSignal | undefined): Promise<Tips> {
  const oids = new Set<string>();
  const tips = new Map<string, Kind>();
  const nested = new Set<string>();
  await eachLine(directory, ['for-each-ref', `--format=${WITH_KINDS}`], [], signal, (line) => {
    const [oid = '', kind = '', target = '', targetKind = ''] = line.toString('latin1').split(' ');
    addWithin(oids, oid);
    if (isKind(kind)) tips.set(alone(oid), kind);
    else if (isKind(targetKind)) tips.set(alone(target), targetKind);
    else nested.add(alone(oid));
  });
  const peeled = await peel(directory, nested, signal);
  return { tips: new Map([...tips, ...peeled.tips]), unreadable: peeled.unreadable };
}

/** A tag that names a tag is peeled once by some versions of git. */
const WITH_KINDS = '%(objectname) %(objecttype) %(*objectname) %(*objecttype)';

type Kind = 'commit' | 'tree' | 'blob';
const isKind = (kind: string): kind is Kind => kind === 'commit' || kind === 'tree' || kind === 'blob';

/** Not a part of the line's string, which would stay in memory with it. */
const alone = (text: string): string => Buffer.from(text, 'latin1').toString('latin1');

function addWithin(oids: Set<string>, oid: string): void {
  oids.add(alone(oid));
  if (oids.size > MAX_TIPS) throw new GitRepositoryError('refs_over_bound', `The refs of the mirror name more than ${MAX_TIPS} objects`);
}

/** Peels tags to their targets. Objects that the mirror does not have are returned as unreadable. */
export async function peel(directory: string, oids: ReadonlySet<string>, signal?: AbortSignal): Promise<Tips> {
  if (oids.size === 0) return { tips: new Map(), unreadable: [] };
  const tips = new Map<string, Kind>();
  const unreadable: string[] = [];
  await eachLine(directory, ['cat-file', '--batch-check=%(objectname) %(objecttype)'], requests(oids), signal, (line) => {
    const space = line.indexOf(' ');
    // Not a part of the line's string, which would stay in memory with it.
    const oid = line.toString('latin1', 0, space);
    const kind = line.toString('latin1', space + 1);
    if (isKind(kind)) tips.set(oid, kind);
    else if (space > 0) unreadable.push(oid.replace(/\^\{\}$/, ''));
  });
  return { tips, unreadable };
}

function* requests(oids: Iterable<string>): Generator<string> {
  for (const oid of oids) yield `${oid}^{}\n`;
}
