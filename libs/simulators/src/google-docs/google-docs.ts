import type { ServerResponse } from 'node:http';
import { type HostApi, sendJson, sendText, startHostApi } from '../host-api/host-api.ts';

/** How Google answers a reader who has not signed in. */
export type GoogleSharing =
  | 'public'
  /** Redirects to the sign-in page. */
  | 'private'
  | 'deleted'
  /** The owner does not let readers export it. */
  | 'not_exported'
  /** A page with status 200 in place of the file. */
  | 'virus_notice'
  | 'consent'
  | 'unknown_notice'
  /** A redirect to a host that is not Google's. */
  | 'foreign';

export interface SimulatedGoogleDocument {
  readonly kind: 'document' | 'spreadsheets' | 'presentation' | 'forms' | 'file';
  /** 20 characters or more. */
  readonly id: string;
  readonly title: string;
  /** What its export has; a workbook for spreadsheets. */
  readonly content: string | Uint8Array;
  /** What the search knows of it; the content when it is text. */
  readonly searched?: string;
  readonly sharing?: GoogleSharing;
  readonly published?: boolean;
  /** Readers without it are asked to sign in. */
  readonly resourceKey?: string;
  /** Further addresses on this server under which the search has it, behind its usual one. */
  readonly alsoAt?: readonly string[];
  /** An address on this server to which every link of the document leads since it was moved. */
  readonly movedTo?: string;
  /** Days since the search learnt of it; 0 when not given. */
  readonly days?: number;
}

export interface GoogleDocsOptions {
  readonly documents: readonly SimulatedGoogleDocument[];
  /** API keys that are accepted, by the search engine that they belong to. */
  readonly keys: Readonly<Record<string, string>>;
  /** Searches of a key in a day. */
  readonly perDay?: number;
  readonly port?: number;
}

export interface GoogleDocsApi extends HostApi {
  /** May be changed while it is read. */
  documents: readonly SimulatedGoogleDocument[];
  /** Exports are redirected to this origin, as Google does. */
  readonly contentOrigin: string;
}

const CAP = 100;

/** Google's Programmable Search and the public pages of its documents, on one address. */
export async function startGoogleDocs({ documents, keys, perDay = 100, port }: GoogleDocsOptions): Promise<GoogleDocsApi> {
  const asked = new Map<string, number>();
  const api = await startHostApi(
    {
      serve: ({ url }, request, response, origin) => {
        if (url.pathname !== '/customsearch/v1') return serveDocument(response, stage, url, request.headers.host ?? '');
        const key = request.headers['x-goog-api-key'];
        const name = typeof key === 'string' ? key : '';
        const engine = Object.hasOwn(keys, name) ? keys[name] : undefined;
        if (engine === undefined) return refuse(response, 400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.');
        if (url.searchParams.get('cx') !== engine) return refuse(response, 404, 'NOT_FOUND', 'Requested entity was not found.');
        const count = (asked.get(name) ?? 0) + 1;
        asked.set(name, count);
        if (count > perDay)
          return refuse(
            response,
            429,
            'RESOURCE_EXHAUSTED',
            "Quota exceeded for quota metric 'Queries' and limit 'Queries per day' of service 'customsearch.googleapis.com'",
          );
        return search(response, stage.documents, url, origin);
      },
      limited: (response, seconds) => {
        if (seconds !== null) response.setHeader('retry-after', seconds);
        refuse(response, 429, 'RESOURCE_EXHAUSTED', "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'");
      },
      badToken: (response) =>
        refuse(response, 403, 'PERMISSION_DENIED', 'This project does not have the access to Custom Search JSON API.'),
    },
    port,
  );
  const contentOrigin = api.origin.replace('127.0.0.1', 'localhost');
  const stage: GoogleDocsApi = Object.assign(api, { documents, contentOrigin });
  return stage;
}

/** An error as Google's APIs give it (google.rpc.Status over HTTP). */
function refuse(response: ServerResponse, code: number, status: string, message: string): void {
  sendJson(response, code, { error: { code, message, errors: [{ message, domain: 'global', reason: status }], status } });
}

function search(response: ServerResponse, documents: readonly SimulatedGoogleDocument[], url: URL, origin: string): void {
  const parameter = (name: string, otherwise: string) => url.searchParams.get(name) ?? otherwise;
  const [num, start] = [Number(parameter('num', '10')), Number(parameter('start', '1'))];
  const isPage = Number.isInteger(num) && Number.isInteger(start) && num >= 1 && num <= 10 && start >= 1;
  if (!isPage || start + num - 1 > CAP) return refuse(response, 400, 'INVALID_ARGUMENT', 'Request contains an invalid argument.');
  const query = firstWords(parameter('q', ''));
  const phrases = [...query.matchAll(/"([^"]+)"?/g)].map(([, phrase = '']) => words(phrase));
  const sites = [...query.matchAll(/site:(\S+?)(?=[\s)]|$)/g)].map(([, site = '']) => site);
  const days = Number(/^d(\d+)$/.exec(parameter('dateRestrict', ''))?.[1] ?? Number.POSITIVE_INFINITY);
  const found = documents.filter((document) => {
    const text = words(`${document.title} ${searchedText(document)}`);
    return (
      phrases.every((phrase) => text.includes(phrase)) &&
      (sites.length === 0 || sites.some((site) => isOn(document, site))) &&
      (document.days ?? 0) <= days
    );
  });
  const hits = found.flatMap((document) =>
    [linkOf(document, origin), ...(document.alsoAt ?? []).map((path) => `${origin}${path}`)].map((link) => ({
      title: document.title,
      link,
    })),
  );
  const page = hits.slice(start - 1, start - 1 + num);
  const next = start - 1 + num < hits.length && start + num <= CAP;
  const beyond = start - 1 + num < hits.length;
  sendJson(response, 200, {
    queries: { ...((next || beyond) && { nextPage: [{ startIndex: start + num }] }) },
    searchInformation: { totalResults: String(hits.length) },
    ...(page.length > 0 && { items: page }),
  });
}

/** What stands behind the first 32 words of a query is ignored; the last phrase ends there. */
const QUERY_WORDS = 32;
const firstWords = (query: string): string =>
  query
    .split(/\s+/)
    .filter((word) => word !== 'OR')
    .slice(0, QUERY_WORDS)
    .join(' ');

/** A search of Google knows words; signs between them do not count. */
const words = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .join(' ')} `;
const searchedText = ({ content, searched }: SimulatedGoogleDocument): string =>
  searched ?? (typeof content === 'string' ? content : Buffer.from(content).toString('utf8'));
const isOn = ({ kind }: SimulatedGoogleDocument, site: string): boolean =>
  kind === 'file' ? site === 'drive.google.com' : site === 'docs.google.com' || site === `docs.google.com/${kind}`;

function linkOf({ kind, id, published }: SimulatedGoogleDocument, origin: string): string {
  if (kind === 'file') return `${origin}/file/d/${id}/view?usp=sharing`;
  return `${origin}/${kind}/d/${published === true ? 'e/' : ''}${id}/${published === true ? 'pub' : 'edit?usp=sharing'}`;
}

const NOTICES: Readonly<Partial<Record<GoogleSharing, string>>> = {
  virus_notice:
    '<html><head><title>Google Drive - Virus scan warning</title></head><body>Google Drive can&#39;t scan this file for viruses.</body></html>',
  unknown_notice: '<html><head><title>Something new</title></head><body>Please look at this first.</body></html>',
};

function serveDocument(response: ServerResponse, stage: GoogleDocsApi, url: URL, host: string): void {
  const id = /\/d\/(?:e\/)?([^/]+)/.exec(url.pathname)?.[1] ?? url.searchParams.get('id') ?? '';
  const document = stage.documents.find((one) => one.id === id);
  const notFound = () => sendText(response, 404, 'text/html; charset=utf-8', '<html><head><title>Page not found</title></head></html>');
  if (document === undefined || document.sharing === 'deleted') return notFound();
  const { kind, resourceKey } = document;
  const isClosed = resourceKey !== undefined && url.searchParams.get('resourcekey') !== resourceKey;
  const sharing = isClosed ? 'private' : (document.sharing ?? 'public');
  const redirect = (to: string) => {
    response.setHeader('location', to);
    sendText(response, 307, 'text/html; charset=utf-8', '<html><head><title>Temporary Redirect</title></head></html>');
  };
  if (document.movedTo !== undefined) return redirect(new URL(document.movedTo, stage.origin).href);
  if (sharing === 'private') return redirect('https://accounts.google.com/ServiceLogin?continue=here');
  if (sharing === 'consent') return redirect('https://consent.google.com/ml?continue=here');
  if (sharing === 'foreign') return redirect('http://internal.example/secrets');
  if (sharing === 'not_exported')
    return sendText(response, 403, 'text/html; charset=utf-8', '<html><head><title>Error</title></head></html>');
  const notice = NOTICES[sharing];
  if (notice !== undefined) return sendText(response, 200, 'text/html; charset=utf-8', notice);
  const isContent = `http://${host}` === stage.contentOrigin;
  if (!isContent) return redirect(`${stage.contentOrigin}${url.pathname}${url.search}`);
  const isPage = kind === 'forms' || (document.published === true && kind !== 'spreadsheets');
  const body = Buffer.from(document.content);
  response.writeHead(200, {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8',
    'content-length': body.byteLength,
    ...(!isPage && { 'content-disposition': 'attachment' }),
  });
  response.end(body);
}

/** Documents with ids of Google's length. */
export const googleId = (number: number): string => `1simulated${String(number).padStart(34, '0')}`;
