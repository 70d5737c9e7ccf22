import { askGit, type GitConnection } from '../git/git-connection.ts';
import { MAX_REFS, MAX_REFS_BYTES } from '../git/git-limits.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';

export interface AdvertisedRefs {
  /** Every ref of the remote except HEAD, with the object it points at. */
  readonly refs: readonly { readonly name: string; readonly oid: string }[];
  /** The object of a detached HEAD, when no ref points at it. */
  readonly detached?: string;
  /** Short name of the branch that HEAD names. */
  readonly defaultBranch?: string;
}

/**
 * Asks a remote for its refs. An empty repository has none.
 * @throws GitRepositoryError refs_over_bound when there are more than MAX_REFS, or their lines take more than MAX_REFS_BYTES
 */
export async function readAdvertisedRefs(connection: GitConnection): Promise<AdvertisedRefs> {
  const parser = new AdvertisedRefsParser();
  await askGit(connection, { args: ['ls-remote', '--symref', '--', connection.url], onLine: (line) => parser.take(line) });
  return parser.refs();
}

/** Parses the lines of `git ls-remote --symref`. */
export class AdvertisedRefsParser {
  readonly #refs: { name: string; oid: string }[] = [];
  #bytes = 0;
  #head: string | undefined;
  #defaultBranch: string | undefined;

  /** @throws GitRepositoryError refs_over_bound */
  take(line: string): void {
    const symbolic = /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line);
    if (symbolic) this.#defaultBranch = symbolic[1];
    const [, oid, name] = /^([0-9a-f]{40}|[0-9a-f]{64})\t(.+)$/.exec(line) ?? [];
    if (oid === undefined || name === undefined) return;
    if (name === 'HEAD') this.#head = oid;
    // The second line of an annotated tag names its target and is not a ref.
    else if (name.startsWith('refs/') && !name.endsWith('^{}')) this.#add(oid, name, line.length);
  }

  refs(): AdvertisedRefs {
    const [refs, head, defaultBranch] = [this.#refs, this.#head, this.#defaultBranch];
    const detached = head !== undefined && !refs.some((ref) => ref.oid === head) ? head : undefined;
    return { refs, ...(detached !== undefined && { detached }), ...(defaultBranch !== undefined && { defaultBranch }) };
  }

  #add(oid: string, name: string, bytes: number): void {
    this.#bytes += bytes;
    if (this.#refs.length >= MAX_REFS) throw new GitRepositoryError('refs_over_bound', `The remote has more than ${MAX_REFS} refs`);
    if (this.#bytes > MAX_REFS_BYTES)
      throw new GitRepositoryError('refs_over_bound', `The names of the remote's refs take more than ${MAX_REFS_BYTES} bytes`);
    this.#refs.push({ name, oid });
  }
}
