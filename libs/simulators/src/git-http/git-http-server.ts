import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { GitHttpBehaviour, GitHttpRequest } from './behaviour.ts';
import { askHttpBackend } from './cgi.ts';
import { carriesObjects, spoilBody } from './spoil-body.ts';

export interface GitHttpServerOptions {
  /** Folder that holds the bare repositories; the first part of a request's path names one. */
  readonly root: string;
  /** Where it listens on 127.0.0.1; a free port where nothing is said. */
  readonly port?: number;
  /** How the server answers, by the repository's path (`/name.git`); plain where nothing is said. May be changed while it runs. */
  readonly behaviours?: Map<string, GitHttpBehaviour>;
}

export interface GitHttpServer {
  /** `http://127.0.0.1:PORT`, without a slash at its end. */
  readonly origin: string;
  readonly behaviours: Map<string, GitHttpBehaviour>;
  /** Every request so far, in order. */
  readonly requests: readonly GitHttpRequest[];
  /** The address of a repository below the root. */
  url(path: string, credentials?: { readonly username: string; readonly password: string }): string;
  /** Ends it and every connection that is still open. */
  close(): Promise<void>;
}

const PAGE = '<!doctype html><html><head><title>Welcome</title></head><body><h1>Nothing of git here</h1></body></html>\n';

/** A real git server over HTTP on a free port of 127.0.0.1: `git http-backend` behind node:http, with faults where tests request them. */
export async function startGitHttpServer(options: GitHttpServerOptions): Promise<GitHttpServer> {
  const behaviours = options.behaviours ?? new Map<string, GitHttpBehaviour>();
  const requests: GitHttpRequest[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    requests.push({ method: request.method ?? '', path: url.pathname + url.search, authorization: request.headers.authorization });
    const behaviour = behaviours.get(/^\/[^/]+/.exec(url.pathname)?.[0] ?? '') ?? { kind: 'plain' };
    answer(options.root, behaviour, request, response, url).catch(() => response.destroy());
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const authority = `127.0.0.1:${address.port}`;
  return {
    origin: `http://${authority}`,
    behaviours,
    requests,
    url: (path, credentials) => {
      const user = credentials ? `${encodeURIComponent(credentials.username)}:${encodeURIComponent(credentials.password)}@` : '';
      return `http://${user}${authority}/${path.replace(/^\//, '')}`;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  root: string,
  behaviour: GitHttpBehaviour,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (behaviour.kind === 'distant') await sleep(behaviour.milliseconds);
  if (behaviour.kind === 'web_page') return refuse(response, 200, PAGE, { 'content-type': 'text/html; charset=utf-8' });
  if (behaviour.kind === 'status') return refuse(response, behaviour.status);
  if (behaviour.kind === 'redirect') {
    const rest = url.pathname.replace(/^\/[^/]+/, '');
    return refuse(response, behaviour.status, '', { location: `${behaviour.to}${rest}${url.search}` });
  }
  if (behaviour.kind === 'private' && request.headers.authorization !== basic(behaviour.username, behaviour.password)) {
    return refuse(response, 401, 'sign in\n', { 'www-authenticate': 'Basic realm="git"' });
  }
  const cgi = await askHttpBackend(root, request, url, behaviour.kind === 'private' ? behaviour.username : undefined);
  response.once('close', cgi.kill);
  response.statusCode = cgi.status;
  for (const [name, value] of cgi.headers) response.setHeader(name, value);
  // Requests for refs are answered correctly; only the answer with the objects has the fault.
  const pack = request.method === 'POST' && url.pathname.endsWith('/git-upload-pack') && (await carriesObjects(cgi.body));
  const body = spoilBody(cgi.body, pack ? behaviour : { kind: 'plain' });
  for (let part = await body.next(); ; part = await body.next()) {
    if (part.done === true) {
      if (part.value === 'end') response.end();
      if (part.value === 'break') response.destroy();
      return;
    }
    if (!response.write(part.value)) await once(response, 'drain');
  }
}

function refuse(response: ServerResponse, status: number, body = '', headers: Record<string, string> = {}): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
