import type { SourceType } from '@leakwatch/vocabulary';

/** Where a document is looked for again: in the mirror of its repository, or at an address that gives its present bytes without a sign-in. */
export type RecheckPlace = { readonly kind: 'mirror' } | { readonly kind: 'address'; readonly url: string };

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

/**
 * The page of a document at the public site of each source, and the address of its present bytes there. Sites of one's own have other addresses;
 * Telegram and Google answer a page for whatever is asked.
 */
const SITES: Readonly<Partial<Record<SourceType, readonly [page: RegExp, raw: (found: readonly string[], page: Page) => string | null]>>> =
  {
    pastebin: [/^https:\/\/pastebin\.com\/(\w+)$/, ([key = '']) => `https://pastebin.com/raw/${key}`],
    gist: [
      /^https:\/\/gist\.github\.com\/([\w.-]+)\/([0-9a-f]+)$/,
      // A comment of a gist has no bytes of its own.
      ([owner = '', id = ''], { url, path }) =>
        url.hash.startsWith('#file-') ? `https://gist.githubusercontent.com/${owner}/${id}/raw/${encodePath(path)}` : null,
    ],
    github: [
      /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+)\/blob\/.+$/,
      ([owner = '', name = ''], { path }) => `https://raw.githubusercontent.com/${owner}/${name}/HEAD/${encodePath(path)}`,
    ],
    gitlab_cloud: [
      /^https:\/\/gitlab\.com\/([^?#]+?)\/-\/blob\/.+$/,
      ([project = ''], { path }) => `https://gitlab.com/${project}/-/raw/HEAD/${encodePath(path)}`,
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
  return raw === null ? null : { kind: 'address', url: raw };
}
