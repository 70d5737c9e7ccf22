import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** How a simulated host answers from now on; normally by default. */
export type HostBehaviour =
  | { readonly kind: 'plain' }
  /** The rate limit is exhausted, in the vendor's form. */
  | { readonly kind: 'limited'; readonly seconds: number }
  /** GitHub's secondary limit, GitLab's limit of an application: headers say that requests are left. */
  | { readonly kind: 'limited_unseen' }
  | { readonly kind: 'bad_token' }
  /** The connection is accepted without an answer until the behaviour changes; then the answer is normal. Only where `only` holds, when given. */
  | { readonly kind: 'held'; readonly only?: (path: string) => boolean }
  | { readonly kind: 'broken_json' }
  | { readonly kind: 'web_page' }
  /** Well-formed JSON of another shape. */
  | { readonly kind: 'other_shape' }
  | { readonly kind: 'status'; readonly status: number }
  /** An answer as given, such as a refusal in the vendor's words. */
  | ({ readonly kind: 'answer' } & GivenAnswer)
  /** The connection is cut. */
  | { readonly kind: 'cut' }
  | { readonly kind: 'redirect'; readonly to: string }
  /** A body that does not end. */
  | { readonly kind: 'endless' };

export interface GivenAnswer {
  readonly status: number;
  readonly body: string;
  /** application/json when not given. */
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HostRequest {
  /** Path and query as they came. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface HostApi {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  readonly requests: HostRequest[];
  behaviour: HostBehaviour;
  /** With a page, `behaviour` applies from this page on; earlier pages are answered normally. */
  fromPage: number;
  close(): Promise<void>;
}

export interface PageAsked {
  readonly url: URL;
  readonly page: number;
  readonly perPage: number;
}

/** The parts in which the two hosts differ. */
export interface HostDialect {
  /** Sends the limit's headers and refusal. */
  limited(response: ServerResponse, seconds: number | null): void;
  badToken(response: ServerResponse): void;
  serve(asked: PageAsked, request: IncomingMessage, response: ServerResponse, origin: string): void;
}

const PER_PAGE = { usual: 30, most: 100 };
const PAGE = '<!doctype html><html><head><title>Sign in</title></head><body></body></html>';

/** A host on a free port of 127.0.0.1 (or `port`), with faults where tests request them. */
export async function startHostApi(dialect: HostDialect, port = 0): Promise<HostApi> {
  const requests: HostRequest[] = [];
  const held: (() => void)[] = [];
  let current: HostBehaviour = { kind: 'plain' };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    requests.push({ path: request.url ?? '/', headers: request.headers });
    const number = (name: string, otherwise: number) => Math.max(1, Math.trunc(Number(url.searchParams.get(name) ?? otherwise)) || 1);
    const asked = { url, page: number('page', 1), perPage: Math.min(number('per_page', PER_PAGE.usual), PER_PAGE.most) };
    const applies = asked.page >= api.fromPage && (api.behaviour.kind !== 'held' || api.behaviour.only?.(request.url ?? '') !== false);
    const behaviour: HostBehaviour = applies ? api.behaviour : { kind: 'plain' };
    spoil(dialect, behaviour, response, () => dialect.serve(asked, request, response, api.origin), held);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const api: HostApi = {
    origin: `http://127.0.0.1:${address.port}`,
    requests,
    get behaviour() {
      return current;
    },
    set behaviour(next) {
      current = next;
      for (const serve of held.splice(0)) serve();
    },
    fromPage: 1,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return api;
}

function spoil(dialect: HostDialect, behaviour: HostBehaviour, response: ServerResponse, serve: () => void, held: (() => void)[]): void {
  if (behaviour.kind === 'plain') return serve();
  if (behaviour.kind === 'limited') return dialect.limited(response, behaviour.seconds);
  if (behaviour.kind === 'limited_unseen') return dialect.limited(response, null);
  if (behaviour.kind === 'bad_token') return dialect.badToken(response);
  if (behaviour.kind === 'cut') return void response.destroy();
  if (behaviour.kind === 'broken_json') return sendText(response, 200, 'application/json; charset=utf-8', '[{"id": 1, "name": "cut of');
  if (behaviour.kind === 'other_shape') return sendJson(response, 200, [{ id: 1, surprise: true }]);
  if (behaviour.kind === 'web_page') return sendText(response, 200, 'text/html; charset=utf-8', PAGE);
  if (behaviour.kind === 'status') return sendJson(response, behaviour.status, { message: 'Upstream says: secret detail of the inside' });
  if (behaviour.kind === 'answer') return sendGiven(response, behaviour);
  if (behaviour.kind === 'redirect') {
    response.setHeader('location', behaviour.to);
    return sendJson(response, 301, { message: 'Moved Permanently', url: behaviour.to });
  }
  if (behaviour.kind === 'endless') return sendWithoutEnd(response);
  return void held.push(serve);
}

const PART = Buffer.alloc(64 * 1024, ' ');

function sendWithoutEnd(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
  const more = () => {
    while (!response.destroyed) if (!response.write(PART)) return void response.once('drain', more);
  };
  more();
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  sendText(response, status, 'application/json; charset=utf-8', JSON.stringify(body));
}

export function sendText(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

export function sendGiven(
  response: ServerResponse,
  { status, body, type = 'application/json; charset=utf-8', headers = {} }: GivenAnswer,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendText(response, status, type, body);
}

/** The Link header of a numbered page, as RFC 8288 spells it; empty on the only page. */
export function linkHeader(origin: string, asked: PageAsked, pages: number): string {
  const to = (page: number, rel: string) => {
    const url = new URL(asked.url.pathname + asked.url.search, origin);
    url.searchParams.set('page', String(page));
    return `<${url.href}>; rel="${rel}"`;
  };
  const { page } = asked;
  return [
    page > 1 ? [to(page - 1, 'prev')] : [],
    page < pages ? [to(page + 1, 'next'), to(pages, 'last')] : [],
    page > 1 ? [to(1, 'first')] : [],
  ]
    .flat()
    .join(', ');
}
