import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { contentPolicy, type LiveTopic } from '@leakwatch/contracts';
import { type Call, Refusal } from './refusal.ts';
import { ALWAYS_WORKING, HANDLERS, PUBLIC_CALLS } from './routes.ts';
import { HALF_CALLS } from './two-factor.ts';
import { type Scenario, World } from './world.ts';
import { LiveBrowsers } from './live.ts';

const DIST = join(import.meta.dirname, '..', 'dist');
const CSRF = 'mock-csrf';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

export interface MockServer {
  readonly url: string;
  /** The world now; `reset` puts a new one in its place. */
  readonly world: () => World;
  readonly reset: (scenario: Scenario, staff?: boolean) => World;
  /** Gives browsers a hint on the live stream. */
  readonly tell: (topics: readonly LiveTopic[]) => void;
  readonly close: () => Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  // A form with a file is not read here.
  if (request.headers['content-type']?.startsWith('multipart/') === true) return {};
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function match(pattern: string, call: string): string | null {
  const expression = new RegExp(`^${pattern.replace('{id}', '([^/]+)')}$`);
  const found = expression.exec(call);
  return found === null ? null : (found[1] ?? '');
}

async function answerCall(world: World, request: IncomingMessage, url: URL): Promise<unknown> {
  const name = `${request.method ?? 'GET'} ${url.pathname}`;
  const body = await readBody(request);
  if (world.delayMs > 0 && request.method !== 'GET') await new Promise((resolve) => setTimeout(resolve, world.delayMs));
  const refusal = world.refusals.get(name);
  if (refusal !== undefined) throw new Refusal(refusal.status, refusal.answer.code, refusal.answer);
  if (!world.signedIn && !PUBLIC_CALLS.has(name)) throw new Refusal(401, 'not_authenticated');
  if (world.half && !PUBLIC_CALLS.has(name) && !HALF_CALLS.has(name)) throw new Refusal(401, 'second_factor_due');
  if (world.signedIn && request.method !== 'GET' && request.headers['x-csrftoken'] !== CSRF) throw new Refusal(403, 'csrf_failed');
  if (world.scenario === 'failing' && !ALWAYS_WORKING.has(name)) throw new Refusal(500, 'internal');
  for (const [pattern, handler] of HANDLERS) {
    const id = match(pattern, name);
    if (id === null) continue;
    const call: Call = { world, query: url.searchParams, body, id };
    return handler(call);
  }
  throw new Refusal(404, 'not_found');
}

async function serveCall(world: World, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  response.setHeader('content-type', 'application/json');
  response.setHeader('set-cookie', `csrftoken=${CSRF}; Path=/; SameSite=Lax`);
  if (request.url === '/api/logout/') response.setHeader('clear-site-data', '"cache", "storage"');
  try {
    response.end(JSON.stringify(await answerCall(world, request, url)));
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(500, 'internal', { message: String(error) });
    response.statusCode = refusal.status;
    response.end(JSON.stringify(refusal.answer));
  }
}

/** A file of the build, or the page itself for every address that is none. */
async function serveFile(world: World, response: ServerResponse, path: string): Promise<void> {
  const isFile = extname(path) !== '';
  const file = join(DIST, normalize(isFile ? path : '/index.html'));
  response.setHeader('content-security-policy', contentPolicy(world.botCheck.kind));
  try {
    const bytes = await readFile(file);
    // Built files carry a hash in their name.
    if (isFile) response.setHeader('cache-control', 'public, max-age=31536000, immutable');
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    response.end(bytes);
  } catch {
    response.statusCode = 404;
    response.end();
  }
}

/** Serves the built console with a world of its own; port 0 takes a free one. */
export function startMock(scenario: Scenario, { port = 0, staff = false } = {}): Promise<MockServer> {
  let world = new World(scenario, staff);
  const live = new LiveBrowsers();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://mock');
    if (url.pathname === '/api/live/' && world.signedIn) return live.open(response);
    void (url.pathname.startsWith('/api/') ? serveCall(world, request, response, url) : serveFile(world, response, url.pathname));
  });
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const taken = typeof address === 'object' && address !== null ? address.port : port;
      const close = () =>
        new Promise<void>((done) => {
          server.close(() => done());
          server.closeAllConnections();
        });
      const reset = (next: Scenario, asStaff = false) => {
        world = new World(next, asStaff);
        return world;
      };
      resolve({ url: `http://127.0.0.1:${taken}`, world: () => world, reset, tell: (topics) => live.tell(topics), close });
    });
  });
}
