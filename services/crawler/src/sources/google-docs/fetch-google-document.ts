import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError, type UpstreamFailure } from '../../accounts/upstream-error.ts';
import { fetchDocument } from '../../upstreams/fetch-document.ts';
import { quoteAnswer } from '../../upstreams/quote-answer.ts';
import { timeOf, waitSeconds } from '../../upstreams/wait-seconds.ts';
import type { FetchedDocument, UnreadReason } from '../unit-source.port.ts';
import { addressesOf, type GoogleDocument, type GoogleSites, readLink } from './google-links.ts';
import type { GoogleHint } from './google-requests.ts';

/** Google exports at most 10 MB of a document; files of Drive may be any size. */
export const GOOGLE_DOCUMENT_MAX = 32 * 1024 * 1024;
const REDIRECTS_MAX = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const SEARCHED_BYTES = 65_536;

type Means = Extract<UnreadReason | UpstreamFailure, 'gone' | 'refused' | 'limited' | 'unavailable'>;

interface Notice {
  readonly text: RegExp;
  readonly means: Means;
}

/** Pages that Google sends with status 200 in place of a document. The first that fits. */
const NOTICES: readonly Notice[] = [
  { text: /unusual traffic|\/sorry\/index/i, means: 'limited' },
  { text: /ServiceLogin|accounts\.google\.com\/(?:v3\/)?signin|need access|request access/i, means: 'gone' },
  { text: /Quota exceeded|Too many users have viewed or downloaded/i, means: 'unavailable' },
  { text: /virus scan warning|can(?:'|&#39;|’)t scan this file|infected with a virus/i, means: 'refused' },
  { text: /violation of our Terms|flagged as inappropriate/i, means: 'refused' },
  { text: /consent\.google\.com|before you continue/i, means: 'unavailable' },
];

export interface GoogleContext {
  readonly sites: GoogleSites;
  /** The host, and its subdomains, from which Google gives content. */
  readonly contentHost: string;
  readonly access: Access;
  readonly signal: AbortSignal;
}

/** Reads the whole text of a document without signing in. */
export async function fetchGoogleDocument(context: GoogleContext, { document, title }: GoogleHint): Promise<FetchedDocument> {
  const { page, read } = await readMoved(context, document);
  const base = { path: title, commit: null, urlAt: () => page };
  return typeof read === 'string' ? { ...base, bytes: undefined, unread: read } : { ...base, bytes: read };
}

interface Read {
  /** Where people read what was read. */
  readonly page: string;
  readonly read: Uint8Array | UnreadReason;
}

/** Reads a document, or the one to which its address leads since it was moved: its export, wherever the redirect points. */
async function readMoved(context: GoogleContext, named: GoogleDocument): Promise<Read> {
  const { access, signal, sites } = context;
  let document = named;
  let { page, text: address, isPage } = addressesOf(document, sites);
  for (let left = REDIRECTS_MAX; ; left -= 1) {
    await access.spend('document');
    // No account is needed, so none is sent: the key stays with the search.
    const headers = { 'user-agent': 'leakwatch', 'accept-language': 'en' };
    const response = await fetchDocument(access, address, { headers, signal, maximumBytes: GOOGLE_DOCUMENT_MAX, redirects: 'returned' });
    if (response === undefined) return { page, read: 'oversize' };
    if (!REDIRECTS.has(response.status)) return { page, read: await readAnswer(response, isPage) };
    const location = response.headers.get('location') ?? '';
    const to = URL.canParse(location, address) ? new URL(location, address) : undefined;
    const means = to === undefined ? undefined : redirectMeans(to, context);
    if (to === undefined || means === undefined || left === 0)
      throw new UpstreamError('broken_answer', { text: 'a redirect that leads nowhere' });
    if (means === 'limited') throw limited(response);
    if (means === 'unavailable') throw new UpstreamError('unavailable', { text: `a redirect to ${to.host}` });
    if (means !== 'follow') return { page, read: means };
    const moved = readLink(to.href, sites);
    if (moved === null || isSame(moved, document)) address = to.href;
    else {
      document = moved;
      ({ page, text: address, isPage } = addressesOf(document, sites));
    }
  }
}

/** An id of a document may lead to a file of Drive with the same id, which has another address. */
const isSame = (one: GoogleDocument, other: GoogleDocument): boolean =>
  one.id === other.id && one.kind === other.kind && one.published === other.published;

/** What a redirect says. Content is followed to Google's own hosts only, never to an address of somebody's choice. */
function redirectMeans(to: URL, { sites, contentHost }: GoogleContext): 'follow' | Means | undefined {
  if (/^accounts\.google\./.test(to.host) || to.pathname.startsWith('/ServiceLogin')) return 'gone';
  if (/^consent\./.test(to.host)) return 'unavailable';
  if (to.pathname.startsWith('/sorry/')) return 'limited';
  const isContent = to.host === contentHost || to.host.endsWith(`.${contentHost}`);
  const isSite = Object.values(sites).some((site) => new URL(site).origin === to.origin);
  const isSafe = to.protocol === 'https:' || Object.values(sites).every((site) => site.startsWith('http:'));
  return (isContent || isSite) && isSafe ? 'follow' : undefined;
}

async function readAnswer(response: Response, isPage: boolean): Promise<Uint8Array | UnreadReason> {
  const { status, headers } = response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const head = () => new TextDecoder().decode(bytes.subarray(0, SEARCHED_BYTES));
  if (status === 404 || status === 410) return 'gone';
  if (status === 429) throw limited(response);
  if (status === 401 || status === 403) return 'refused';
  if (status >= 500) throw new UpstreamError('unavailable', { text: quoteAnswer(`${status} ${head()}`, null) });
  if (status !== 200) throw new UpstreamError('broken_answer', { text: quoteAnswer(`${status} ${head()}`, null) });
  // A file that is a web page comes as a download.
  const isNotice =
    !isPage &&
    /^(?:text\/html|application\/json)\b/i.test(headers.get('content-type') ?? '') &&
    headers.get('content-disposition') === null;
  const notice = isNotice || isPage ? NOTICES.find(({ text }) => (isNotice ? text.test(head()) : isWholeNotice(text, bytes))) : undefined;
  if (notice?.means === 'limited') throw limited(response);
  if (notice?.means === 'unavailable') throw new UpstreamError('unavailable', { text: 'a notice in place of the document' });
  if (notice?.means === 'gone' || notice?.means === 'refused') return notice.means;
  // A notice that is not known must not be matched as the document.
  if (isNotice) throw new UpstreamError('unavailable', { text: quoteAnswer(head(), null) });
  return bytes;
}

/** A published page may quote the words of a notice; a notice has them in its title. */
const isWholeNotice = (text: RegExp, bytes: Uint8Array): boolean => {
  const [, title = ''] = /<title[^>]*>([^<]{0,200})/i.exec(new TextDecoder().decode(bytes.subarray(0, SEARCHED_BYTES))) ?? [];
  return text.test(title);
};

const limited = ({ headers }: Response): UpstreamError =>
  new UpstreamError('limited', { resource: 'document', seconds: waitSeconds(headers, timeOf(headers)) });
