import { askGit, type GitConnection } from '../git/git-connection.ts';

export interface AdvertisedRefs {
  /** Every ref of the remote except HEAD, with the object it points at. */
  readonly refs: readonly { readonly name: string; readonly oid: string }[];
  /** The object of a detached HEAD, when no ref points at it. */
  readonly detached?: string;
  /** Short name of the branch that HEAD names. */
  readonly defaultBranch?: string;
}

/** Asks a remote for its refs. An empty repository has none. */
export async function readAdvertisedRefs(connection: GitConnection): Promise<AdvertisedRefs> {
  return parseAdvertisedRefs(await askGit(connection, { args: ['ls-remote', '--symref', '--', connection.url] }));
}

/** Parses the output of `git ls-remote --symref`. */
export function parseAdvertisedRefs(text: string): AdvertisedRefs {
  const refs: { name: string; oid: string }[] = [];
  let head: string | undefined;
  let defaultBranch: string | undefined;
  for (const line of text.split('\n')) {
    const symbolic = /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line);
    if (symbolic) defaultBranch = symbolic[1];
    const [, oid, name] = /^([0-9a-f]{40}|[0-9a-f]{64})\t(.+)$/.exec(line) ?? [];
    if (oid === undefined || name === undefined) continue;
    if (name === 'HEAD') head = oid;
    // The second line of an annotated tag names its target and is not a ref.
    else if (name.startsWith('refs/') && !name.endsWith('^{}')) refs.push({ name, oid });
  }
  const detached = head !== undefined && !refs.some((ref) => ref.oid === head) ? head : undefined;
  return { refs, ...(detached !== undefined && { detached }), ...(defaultBranch !== undefined && { defaultBranch }) };
}
