import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type GivenAnswer, type HostApi, type PageAsked, sendGiven, sendText, startHostApi } from '../host-api/host-api.ts';
import { GITHUB_REFUSALS } from './github-texts.ts';

export type GithubResource = 'core' | 'search' | 'code_search';

export interface GithubServerOptions {
  /** What each token is; any other is refused. Every token is valid when not given. Read at each request, so it may change. */
  readonly tokens?: Record<string, 'valid' | 'revoked' | 'suspended'>;
  /** Requests in a window, where they differ from GitHub's. */
  readonly limits?: Partial<Record<GithubResource, number>>;
  /** Length of every window, where it differs from GitHub's. */
  readonly windowSeconds?: number;
  /** Milliseconds; the clock of the machine when not given. */
  readonly clock?: () => number;
  /** Requests of an account in any 60 seconds, above which its secondary limit answers; GitHub gives 900. */
  readonly requestsAMinute?: number;
  /** Runs before a request is answered; it may change the corpus. */
  readonly onRequest?: (url: URL) => void;
  readonly port?: number;
}

export interface GithubServer extends HostApi {
  /** Requests that were refused: into a window that was used up, and by the secondary limit. */
  readonly refused: { spent: number; secondary: number };
}

/** What a route answers; JSON is sent with an ETag, and as 304 when the client has it. */
export type GithubAnswer =
  | { readonly kind: 'json'; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'given'; readonly answer: GivenAnswer }
  | { readonly kind: 'page'; readonly body: string; readonly status?: number }
  | { readonly kind: 'raw'; readonly bytes: Uint8Array };

export interface GithubRoute {
  /** Matched against the path. */
  readonly path: RegExp;
  /** null for pages and raw files, which have no window. */
  readonly resource: GithubResource | null;
  readonly authenticated?: true;
  readonly answer: (asked: PageAsked & { readonly parts: readonly string[] }, origin: string) => GithubAnswer;
}

const ANONYMOUS: Readonly<Record<GithubResource, number>> = { core: 60, search: 10, code_search: 10 };
const WITH_TOKEN: Readonly<Record<GithubResource, number>> = { core: 5_000, search: 30, code_search: 10 };
const WINDOW_SECONDS: Readonly<Record<GithubResource, number>> = { core: 3_600, search: 60, code_search: 60 };

export const json = (body: unknown, headers: Readonly<Record<string, string>> = {}): GithubAnswer => ({ kind: 'json', body, headers });
export const given = (answer: GivenAnswer): GithubAnswer => ({ kind: 'given', answer });

/** A server with GitHub's credentials, windows, headers and order of checks around `routes`. */
export async function startGithubServer(routes: readonly GithubRoute[], options: GithubServerOptions = {}): Promise<GithubServer> {
  const windows = new Windows(options);
  const now = options.clock ?? Date.now;
  const refused = { spent: 0, secondary: 0 };
  const api = await startHostApi(
    {
      serve: (asked, request, response, origin) => {
        response.setHeader('date', new Date(now()).toUTCString());
        options.onRequest?.(asked.url);
        if (request.headers['user-agent'] === undefined)
          return sendText(response, 403, 'text/html', 'Request forbidden by administrative rules.');
        const credential = tokenOf(request);
        const standing = credential === null || options.tokens === undefined ? 'valid' : (options.tokens[credential] ?? 'revoked');
        if (standing === 'revoked') return sendGiven(response, GITHUB_REFUSALS.badCredentials);
        if (!windows.takeSecondary(credential)) {
          refused.secondary += 1;
          return sendGiven(response, GITHUB_REFUSALS.secondary(60));
        }
        // Is answered whatever the windows hold, and counts in none.
        if (asked.url.pathname === '/rate_limit')
          return standing === 'suspended'
            ? sendGiven(response, GITHUB_REFUSALS.suspended)
            : send(response, request, windows.shown(credential));
        for (const route of routes) {
          const match = route.path.exec(asked.url.pathname);
          if (match === null) continue;
          const parts = match.slice(1).map((part) => decodeURIComponent(part ?? ''));
          const answer = () => (standing === 'suspended' ? given(GITHUB_REFUSALS.suspended) : route.answer({ ...asked, parts }, origin));
          if (route.resource === null) return send(response, request, answer());
          const anonymous = route.authenticated === true && credential === null;
          const resource = anonymous ? 'core' : route.resource;
          const made = anonymous ? null : answer();
          // GitHub does not count what it answers with 304.
          const counts = made === null || !isKnown(request, made);
          if (!windows.take(response, credential, resource, counts)) {
            refused.spent += 1;
            return sendGiven(response, credential === null ? GITHUB_REFUSALS.spentByAddress : GITHUB_REFUSALS.spentByAccount);
          }
          return made === null ? sendGiven(response, GITHUB_REFUSALS.requiresAuthentication) : send(response, request, made);
        }
        return sendGiven(response, GITHUB_REFUSALS.notFound);
      },
      limited: (response, seconds) => {
        if (seconds === null) return sendGiven(response, GITHUB_REFUSALS.secondary(null));
        windowHeaders(response, { resource: 'core', limit: 60, used: 60, reset: Math.floor(now() / 1000) + seconds });
        return sendGiven(response, GITHUB_REFUSALS.spentByAccount);
      },
      badToken: (response) => sendGiven(response, GITHUB_REFUSALS.badCredentials),
    },
    options.port,
  );
  return Object.assign(api, { refused });
}

function tokenOf(request: IncomingMessage): string | null {
  const [, token = null] = /^(?:token|bearer) (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return token;
}

/** Windows of each credential and resource; the first request opens one. */
class Windows {
  private readonly open = new Map<string, { used: number; reset: number }>();
  private readonly options: GithubServerOptions;

  private readonly recent = new Map<string, number[]>();

  constructor(options: GithubServerOptions) {
    this.options = options;
  }

  /** Counts a request for the secondary limit. @returns whether it was within it */
  takeSecondary(credential: string | null): boolean {
    const most = this.options.requestsAMinute;
    if (most === undefined) return true;
    const now = (this.options.clock ?? Date.now)();
    const recent = (this.recent.get(credential ?? '') ?? []).filter((at) => at > now - 60_000);
    this.recent.set(credential ?? '', [...recent, now]);
    return recent.length < most;
  }

  /** What is left of each window, as `GET /rate_limit` answers it. */
  shown(credential: string | null): GithubAnswer {
    const now = (this.options.clock ?? Date.now)() / 1000;
    const of = (resource: GithubResource) => {
      const limit = this.limitOf(credential, resource);
      const known = this.open.get(`${credential ?? 'anonymous'} ${resource}`);
      const used = known !== undefined && known.reset > now ? known.used : 0;
      return { limit, used, remaining: limit - used, reset: Math.ceil(known?.reset ?? now + WINDOW_SECONDS[resource]) };
    };
    const core = of('core');
    return json({ resources: { core, search: of('search'), code_search: of('code_search') }, rate: core });
  }

  private limitOf = (credential: string | null, resource: GithubResource): number =>
    this.options.limits?.[resource] ?? (credential === null ? ANONYMOUS : WITH_TOKEN)[resource];

  /** Counts a request and sets the headers. @returns whether it was within the window */
  take(response: ServerResponse, credential: string | null, resource: GithubResource, counts: boolean): boolean {
    const now = (this.options.clock ?? Date.now)() / 1000;
    const limit = this.limitOf(credential, resource);
    const key = `${credential ?? 'anonymous'} ${resource}`;
    const known = this.open.get(key);
    const window =
      known !== undefined && known.reset > now ? known : { used: 0, reset: now + (this.options.windowSeconds ?? WINDOW_SECONDS[resource]) };
    this.open.set(key, window);
    const isWithin = window.used < limit;
    if (isWithin && counts) window.used += 1;
    windowHeaders(response, { resource, limit, used: window.used, reset: Math.ceil(window.reset) });
    return isWithin;
  }
}

interface WindowShown {
  readonly resource: GithubResource;
  readonly limit: number;
  readonly used: number;
  readonly reset: number;
}

function windowHeaders(response: ServerResponse, { resource, limit, used, reset }: WindowShown): void {
  response.setHeader('x-ratelimit-limit', limit);
  response.setHeader('x-ratelimit-remaining', limit - used);
  response.setHeader('x-ratelimit-used', used);
  response.setHeader('x-ratelimit-reset', reset);
  response.setHeader('x-ratelimit-resource', resource);
}

/** Searches have no ETag. */
function tagOf(answer: GithubAnswer): string | null {
  if (answer.kind !== 'json' || answer.headers?.['cache-control'] !== undefined) return null;
  return `W/"${createHash('sha256').update(JSON.stringify(answer.body)).digest('hex')}"`;
}

/** The client has the answer already. */
function isKnown(request: IncomingMessage, answer: GithubAnswer): boolean {
  const tag = tagOf(answer);
  return tag !== null && request.headers['if-none-match'] === tag;
}

function send(response: ServerResponse, request: IncomingMessage, answer: GithubAnswer): void {
  if (answer.kind === 'given') return sendGiven(response, answer.answer);
  if (answer.kind === 'page') return sendText(response, answer.status ?? 200, 'text/html; charset=utf-8', answer.body);
  if (answer.kind === 'raw') {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'content-length': answer.bytes.byteLength });
    return void response.end(answer.bytes);
  }
  const body = JSON.stringify(answer.body);
  const tag = tagOf(answer);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (tag !== null) response.setHeader('etag', tag);
  if (isKnown(request, answer)) return void response.writeHead(304).end();
  return sendText(response, 200, 'application/json; charset=utf-8', body);
}
