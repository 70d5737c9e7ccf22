import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { contentPolicy, liveUpdates, type LiveTopic, logoutPost } from '@leakwatch/contracts';
import { answerRequest, CSRF } from './answer.ts';
import { LiveBrowsers } from './live.ts';
import { type Scenario, World } from './world.ts';

const DIST = join(import.meta.dirname, '..', 'dist');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** What the build writes beside a file, the smaller first. */
const PACKINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

export interface MockServer {
  readonly url: string;
  /** The world now; `reset` puts a new one in its place. */
  readonly world: () => World;
  readonly reset: (scenario: Scenario, staff?: boolean) => World;
  /** Gives browsers a hint on the live stream. */
  readonly announce: (topics: readonly LiveTopic[]) => void;
  readonly close: () => Promise<void>;
}

/** The JSON of a body; a form with a file is not read. */
async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text === '' || request.headers['content-type']?.startsWith('multipart/') === true ? undefined : JSON.parse(text);
}

async function serveCall(world: World, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  const token = request.headers['x-csrftoken'];
  const { status, type, text } = await answerRequest(world, {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    csrf: typeof token === 'string' ? token : null,
    body: await readBody(request),
  });
  response.statusCode = status;
  response.setHeader('content-type', type);
  // As the gateway does: a browser keeps a 410 otherwise.
  response.setHeader('cache-control', 'no-store');
  response.setHeader('set-cookie', `csrftoken=${CSRF}; Path=/; SameSite=Lax`);
  if (url.pathname === logoutPost.path) response.setHeader('clear-site-data', '"cache", "storage"');
  response.end(text);
}

/** A file of the build, or the page itself for every address that is none; compressed, as the gateway sends it. */
async function serveFile(world: World, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
  const isFile = extname(path) !== '';
  const file = join(DIST, normalize(isFile ? path : '/index.html'));
  response.setHeader('content-security-policy', contentPolicy(world.botCheck.kind));
  const accepted = String(request.headers['accept-encoding']);
  const packing = PACKINGS.find(({ encoding }) => accepted.includes(encoding));
  const compressed = packing && (await readFile(file + packing.ending).catch(() => undefined));
  try {
    const bytes = compressed ?? (await readFile(file));
    if (packing !== undefined && compressed !== undefined) response.setHeader('content-encoding', packing.encoding);
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
    if (url.pathname === liveUpdates.path && world.signedIn) return live.open(response);
    void (url.pathname.startsWith('/api/') ? serveCall(world, request, response, url) : serveFile(world, request, response, url.pathname));
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
      resolve({ url: `http://127.0.0.1:${taken}`, world: () => world, reset, announce: (topics) => live.announce(topics), close });
    });
  });
}
