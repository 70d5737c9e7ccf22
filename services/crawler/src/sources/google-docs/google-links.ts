import { z } from 'zod';

/** What a link of Google leads to. `published`: put on the web by its owner, under an id of its own. */
export const googleDocument = z.object({
  kind: z.enum(['document', 'spreadsheets', 'presentation', 'forms', 'file']),
  id: z.string(),
  published: z.boolean(),
  /** Older files of Drive are given only together with it. */
  resourceKey: z.string().nullable(),
});
export type GoogleDocument = z.output<typeof googleDocument>;

export interface GoogleSites {
  readonly docs: string;
  readonly drive: string;
  readonly download: string;
}

const ID = /^[A-Za-z0-9_-]{20,128}$/;
const RESOURCE_KEY = /^[A-Za-z0-9_-]{1,64}$/;
/** `/document/u/0/d/ID/…` is the same document for the second account of a browser; `/a/DOMAIN/` that of an organisation. */
const DOCS_PATH = /^(?:\/a\/[^/]+)?\/(document|spreadsheets|presentation|forms)(?:\/u\/\d+)?\/d\/(e\/)?([^/]+)/;
const DRIVE_PATH = /^(?:\/a\/[^/]+)?\/file(?:\/u\/\d+)?\/d\/([^/]+)/;
const DRIVE_QUERIES = new Set(['/open', '/uc']);

/** Reads a link as a search names it; null for what is no document: a folder, a help page, another host. */
export function readLink(link: string, sites: GoogleSites): GoogleDocument | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  const key = url.searchParams.get('resourcekey') ?? '';
  const resourceKey = RESOURCE_KEY.test(key) ? key : null;
  const valid = (document: Omit<GoogleDocument, 'resourceKey'>) => (ID.test(document.id) ? { ...document, resourceKey } : null);
  if (url.host === new URL(sites.docs).host) {
    const [, name, published, id = ''] = DOCS_PATH.exec(url.pathname) ?? [];
    const kind = googleDocument.shape.kind.safeParse(name);
    if (kind.success) return valid({ kind: kind.data, id, published: published !== undefined });
  }
  if (url.host === new URL(sites.drive).host || url.host === new URL(sites.docs).host) {
    const [, id] = DRIVE_PATH.exec(url.pathname) ?? [];
    const named = id ?? (DRIVE_QUERIES.has(url.pathname) ? (url.searchParams.get('id') ?? undefined) : undefined);
    if (named !== undefined) return valid({ kind: 'file', id: named, published: false });
  }
  return null;
}

interface Addresses {
  /** Where a person reads it. */
  readonly page: string;
  readonly pagePublished: string;
  /** Where its whole text is. */
  readonly text: string;
  readonly textPublished: string;
  /** Whether the text, or that of a published one, is a web page; anything else that comes as one is a notice of Google. */
  readonly isPage: boolean;
  readonly isPagePublished: boolean;
}

/** Spreadsheets come as workbooks, since their text forms hold one sheet only. */
const ADDRESSES: Readonly<Record<Exclude<GoogleDocument['kind'], 'file'>, Addresses>> = {
  document: {
    page: '/document/d/ID/edit',
    pagePublished: '/document/d/e/ID/pub',
    text: '/document/d/ID/export?format=txt',
    textPublished: '/document/d/e/ID/pub',
    isPage: false,
    isPagePublished: true,
  },
  spreadsheets: {
    page: '/spreadsheets/d/ID/edit',
    pagePublished: '/spreadsheets/d/e/ID/pubhtml',
    text: '/spreadsheets/d/ID/export?format=xlsx',
    textPublished: '/spreadsheets/d/e/ID/pub?output=xlsx',
    isPage: false,
    isPagePublished: false,
  },
  presentation: {
    page: '/presentation/d/ID/edit',
    pagePublished: '/presentation/d/e/ID/pub',
    text: '/presentation/d/ID/export/txt',
    textPublished: '/presentation/d/e/ID/pub',
    isPage: false,
    isPagePublished: true,
  },
  forms: {
    page: '/forms/d/ID/viewform',
    pagePublished: '/forms/d/e/ID/viewform',
    text: '/forms/d/ID/viewform',
    textPublished: '/forms/d/e/ID/viewform',
    isPage: true,
    isPagePublished: true,
  },
};

export interface DocumentAddresses {
  readonly page: string;
  readonly text: string;
  readonly isPage: boolean;
}

/** Where people and crawlers read a document. */
export function addressesOf({ kind, id, published, resourceKey }: GoogleDocument, sites: GoogleSites): DocumentAddresses {
  const on = (site: string, path: string) => {
    const url = new URL(path.replace('ID', id), site);
    if (resourceKey !== null) url.searchParams.set('resourcekey', resourceKey);
    return url.href;
  };
  if (kind === 'file') {
    // `confirm` is the answer to the page which says that a large file is not scanned for viruses.
    const text = on(sites.download, '/download?id=ID&export=download&confirm=t');
    return { page: on(sites.drive, '/file/d/ID/view'), text, isPage: false };
  }
  const addresses = ADDRESSES[kind];
  return published
    ? {
        page: on(sites.docs, addresses.pagePublished),
        text: on(sites.docs, addresses.textPublished),
        isPage: addresses.isPagePublished,
      }
    : { page: on(sites.docs, addresses.page), text: on(sites.docs, addresses.text), isPage: addresses.isPage };
}
