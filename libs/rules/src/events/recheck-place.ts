import type { SourceType } from '@leakwatch/vocabulary';

/** Addresses that give the bytes of a document without a sign-in. */
export interface DocumentAddresses {
  /** Its present bytes. */
  readonly url: string;
  /** Those in the commit in which it was found, which sites show for as long as they have it; null where there is none. */
  readonly was: string | null;
}

/** Where a document is looked for again: in the mirror of its repository, or at the site that shows it. */
export type RecheckPlace = { readonly kind: 'mirror' } | ({ readonly kind: 'address' } & DocumentAddresses);

/** What an event says of its document. */
export interface FoundAt {
  readonly source_type: SourceType;
  /** The page that shows it to people. */
  readonly file_url: string;
  /** Inside the container; `!/` separates a file from what is inside it. */
  readonly path: string;
}

const INSIDE = '!/';

/** The path of the file that the source has, of a document that may be inside it. */
export const fileOf = (path: string): string => path.split(INSIDE, 1)[0] ?? '';
/** Whether a document is inside a file, or decoded from a part of it: the bytes of the file do not show its lines. */
export const isInside = (path: string): boolean => path.includes(INSIDE);

const encodePath = (path: string): string => fileOf(path).split('/').map(encodeURIComponent).join('/');

interface Page {
  readonly url: URL;
  readonly path: string;
}

/** A file at the tip of the default branch, and at a commit. */
const versions = (base: string, commit: string | undefined, path: string): DocumentAddresses => ({
  url: `${base}/HEAD/${path}`,
  was: commit === undefined ? null : `${base}/${commit}/${path}`,
});

/**
 * The page of a document at the public site of each source, and the address of its bytes there. Sites of one's own have other addresses;
 * Telegram and Google answer a page for whatever is asked.
 */
const SITES: Readonly<
  Partial<
    Record<SourceType, readonly [page: RegExp, raw: (found: readonly (string | undefined)[], page: Page) => DocumentAddresses | null]>
  >
> = {
  pastebin: [/^https:\/\/pastebin\.com\/(\w+)$/, ([key = '']) => ({ url: `https://pastebin.com/raw/${key}`, was: null })],
  gist: [
    /^https:\/\/gist\.github\.com\/([\w.-]+)\/([0-9a-f]+)(?:\/([0-9a-f]{40}))?$/,
    ([owner = '', id = '', version], { url, path }) => {
      const base = `https://gist.githubusercontent.com/${owner}/${id}/raw`;
      // A comment of a gist has no bytes of its own.
      if (!url.hash.startsWith('#file-')) return null;
      return { url: `${base}/${encodePath(path)}`, was: version === undefined ? null : `${base}/${version}/${encodePath(path)}` };
    },
  ],
  github: [
    /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+)\/blob\/(?:([0-9a-f]{40})\/)?.+$/,
    ([owner = '', name = '', commit], { path }) => versions(`https://raw.githubusercontent.com/${owner}/${name}`, commit, encodePath(path)),
  ],
  gitlab_cloud: [
    /^https:\/\/gitlab\.com\/([^?#]+?)\/-\/blob\/(?:([0-9a-f]{40})\/)?.+$/,
    ([project = '', commit], { path }) => versions(`https://gitlab.com/${project}/-/raw`, commit, encodePath(path)),
  ],
};

/** Where a document can be looked for again; null where no answer would be the truth. */
export function recheckPlace({ source_type: source, file_url, path }: FoundAt): RecheckPlace | null {
  if (source === 'git_repo') return { kind: 'mirror' };
  const site = SITES[source];
  if (site === undefined || !URL.canParse(file_url)) return null;
  const url = new URL(file_url);
  const [, ...found] = site[0].exec(`${url.origin}${url.pathname}`) ?? [];
  const raw = found.length === 0 || url.username !== '' ? null : site[1](found, { url, path });
  return raw === null ? null : { kind: 'address', ...raw };
}
