import { createHash } from 'node:crypto';
import { askGit, type GitConnection } from '../git/git-connection.ts';
import { MAX_REFS, MAX_REFS_BYTES } from '../git/git-limits.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';

export interface AdvertisedRef {
  readonly name: string;
  readonly oid: string;
}

export interface AdvertisedRefs {
  /** Number of refs of the remote, without HEAD. */
  readonly count: number;
  /** Whether object ids are SHA-256; an empty repository does not say. */
  readonly sha256: boolean;
  /** The object of a detached HEAD, when no ref points at it. */
  readonly detached?: string;
  /** Short name of the branch that HEAD names. */
  readonly defaultBranch?: string;
  /** Of every ref with its object, in the remote's order. */
  readonly digest: string;
}

/** SHA-256 of refs in their order, so that two lists can be compared without holding either in memory. */
export class RefsDigest {
  readonly #hash = createHash('sha256');

  add({ oid, name }: AdvertisedRef): void {
    this.#hash.update(`${oid} ${name}\n`);
  }

  /** @param detached the object of a detached HEAD */
  end(detached: string | undefined): string {
    return this.#hash.update(detached ?? '').digest('hex');
  }
}

/**
 * Asks a remote for its refs. An empty repository has none. The refs themselves are passed to `onRef` and are not kept.
 * @throws GitRepositoryError refs_over_bound when there are more than MAX_REFS, or their lines take more than MAX_REFS_BYTES
 */
export async function readAdvertisedRefs(
  connection: GitConnection,
  onRef: (ref: AdvertisedRef) => void = () => undefined,
): Promise<AdvertisedRefs> {
  let [count, bytes] = [0, 0];
  let sha256 = false;
  let head: string | undefined;
  let defaultBranch: string | undefined;
  const digest = new RefsDigest();
  const onLine = (line: string): void => {
    const symbolic = /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line);
    if (symbolic) defaultBranch = symbolic[1];
    const [, oid, name] = /^([0-9a-f]{40}|[0-9a-f]{64})\t(.+)$/.exec(line) ?? [];
    if (oid === undefined || name === undefined) return;
    sha256 = oid.length === 64;
    if (name === 'HEAD') head = oid;
    // The second line of an annotated tag names its target and is not a ref.
    if (!name.startsWith('refs/') || name.endsWith('^{}')) return;
    count += 1;
    bytes += line.length;
    if (count > MAX_REFS) throw new GitRepositoryError('refs_over_bound', `The remote has more than ${MAX_REFS} refs`);
    if (bytes > MAX_REFS_BYTES)
      throw new GitRepositoryError('refs_over_bound', `The names of the remote's refs take more than ${MAX_REFS_BYTES} bytes`);
    // git names HEAD first, so a branch with its object comes later.
    if (oid === head) head = undefined;
    const ref = { name, oid };
    digest.add(ref);
    onRef(ref);
  };
  await askGit(connection, { args: ['ls-remote', '--symref', ...connection.remoteArgs, '--', connection.url], onLine });
  return {
    count,
    sha256,
    digest: digest.end(head),
    ...(head !== undefined && { detached: head }),
    ...(defaultBranch !== undefined && { defaultBranch }),
  };
}
