import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type Server } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type ProxyBehaviour, type SimulatedProxy, startProxy } from '@leakwatch/simulators';
import type { UpstreamRequest } from './access.port.ts';
import type { ProxyAddress } from './proxy-connection.ts';
import { ProxyDispatchers } from './proxy-dispatchers.ts';
import { sendRequest } from './send-request.ts';
import { UpstreamError } from './upstream-error.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** A server on 127.0.0.1; returns its origin. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  return listen(server, () => {
    server.closeAllConnections();
    server.close();
  });
}

/** A server that answers with these bytes and ends the connection. */
async function serveBytes(bytes: Uint8Array): Promise<string> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined).once('data', () => socket.end(bytes));
  });
  return listen(server, () => server.close());
}

async function listen(server: Server, close: () => unknown): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push({ close });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const credentials = { user: 'us:er%40', password: 'p@ss:word%' };
async function proxyOf(type: ProxyAddress['type'], known = credentials): Promise<{ simulated: SimulatedProxy; proxy: ProxyAddress }> {
  const simulated = await startProxy({ kind: type, credentials: known });
  open.push(simulated);
  return { simulated, proxy: { type, ...simulated.address, login: credentials.user.replace(':', ''), password: credentials.password } };
}

function opened(): ProxyDispatchers {
  const dispatchers = new ProxyDispatchers();
  open.push({ close: () => dispatchers.onModuleDestroy() });
  return dispatchers;
}

const send = (
  dispatchers: ProxyDispatchers,
  proxy: ProxyAddress | null,
  address: string,
  request: Partial<UpstreamRequest> = {},
  ms?: number,
) => dispatchers.with(proxy, (dispatcher) => sendRequest(dispatcher, address, { signal: new AbortController().signal, ...request }, ms));

async function failureOf(sent: Promise<unknown>): Promise<UpstreamError> {
  const error = await sent.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UpstreamError)) throw new Error('no UpstreamError', { cause: error });
  return error;
}

/** Everything of an error that could reach a log. */
function shown(error: Error): string {
  const all: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) all.push(at.stack ?? '', JSON.stringify({ ...at }));
  return all.join('\n');
}

describe.each(['http', 'socks5'] as const)('through a proxy by %s', (type) => {
  const user = { ...credentials, user: credentials.user.replace(':', '') };

  it('requests arrive, and connections are used again', async () => {
    const origin = await serve((request, response) => response.end(`${request.url} ${request.headers['authorization']}`));
    const { simulated, proxy } = await proxyOf(type, user);
    const dispatchers = opened();
    for (const path of Array.from({ length: 20 }, (_, at) => `/${at}`)) {
      const answer = await send(dispatchers, proxy, `${origin}${path}`, { headers: { authorization: 'token t' } });
      expect(await answer.text()).toBe(`${path} token t`);
    }
    expect(simulated.connections[0]).toEqual({ user: user.user, target: new URL(origin).host });
    // A request may begin before the connection of the last one is free again.
    expect(simulated.connections.length).toBeLessThanOrEqual(3);
  });

  it('changed credentials open another connection', async () => {
    const origin = await serve((_, response) => response.end('ok'));
    const { simulated, proxy } = await proxyOf(type, user);
    const dispatchers = opened();
    await send(dispatchers, proxy, origin);
    const failure = await failureOf(send(dispatchers, { ...proxy, password: 'other' }, origin));
    expect(failure.failure).toBe('proxy_failed');
    expect(simulated.connections).toHaveLength(1);
  });

  it.each<[ProxyBehaviour['kind'], RegExp]>([
    ['refused_credentials', type === 'http' ? /^HTTP 407$/ : /authentication failed/i],
    ['bad_gateway', type === 'http' ? /^HTTP 502$/ : /ConnectionRefused/],
    ['dead', /ECONNREFUSED/],
    ['held', type === 'http' ? /^UND_ERR_HEADERS_TIMEOUT$/ : /timed out/],
  ])('%s is a failure of the proxy, in few words and without its password', async (kind, text) => {
    const origin = await serve((_, response) => response.end('ok'));
    const { simulated, proxy } = await proxyOf(type, user);
    simulated.behaviour = kind === 'cut' ? { kind, afterBytes: 0 } : { kind };
    const dispatchers = opened();
    dispatchers.connectMs = 500;
    const failure = await failureOf(send(dispatchers, proxy, origin));
    expect(failure).toMatchObject({ failure: 'proxy_failed', text: expect.stringMatching(text) });
    expect(shown(failure)).not.toMatch(/p@ss|cEBzczp3b3Jk/);
  });

  it('an upstream that fails behind a working proxy is unavailable', async () => {
    const origin = await serve((request) => request.socket.destroy());
    const { proxy } = await proxyOf(type, user);
    expect(await failureOf(send(opened(), proxy, origin))).toMatchObject({ failure: 'unavailable' });
    const silent = await serve(() => undefined);
    expect(await failureOf(send(opened(), proxy, silent, {}, 300))).toMatchObject({ failure: 'unavailable' });
  });

  it('an answer that breaks off is unavailable', async () => {
    const origin = await serve((_, response) => response.end('x'.repeat(5_000_000)));
    const { simulated, proxy } = await proxyOf(type, user);
    simulated.behaviour = { kind: 'cut', afterBytes: 1000 };
    expect(await failureOf(send(opened(), proxy, origin))).toMatchObject({ failure: 'unavailable' });
  });
});

describe('a request', () => {
  it('gives whatever the upstream answers, unpacked', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/304') response.writeHead(304, { etag: 'x' }).end();
      else if (request.url === '/404') response.writeHead(404).end('gone');
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain'));
    });
    const dispatchers = opened();
    expect(await (await send(dispatchers, null, origin)).text()).toBe('plain');
    const [none, gone] = [await send(dispatchers, null, `${origin}/304`), await send(dispatchers, null, `${origin}/404`)];
    expect([none.status, none.headers.get('etag'), gone.status, await gone.text()]).toEqual([304, 'x', 404, 'gone']);
  });

  it.each([
    [{}, 17 * 1024 * 1024],
    [{ maximumBytes: 1000 }, 1001],
  ])('with %j ends at its bound, also for what is packed', async (request, bytes) => {
    const origin = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(bytes))));
    expect(await failureOf(send(opened(), null, origin, request))).toMatchObject({ failure: 'broken_answer' });
  });

  const packed = gzipSync(Buffer.alloc(100_000, 'some text of a leak\n'));
  const head = (lines: string) => `HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`;
  it.each([
    ['a body shorter than its length', head('content-length: 100'), 'abc'],
    ['a body in parts without the last one', head('transfer-encoding: chunked'), '3\r\nabc\r\n'],
    ['a part that is shorter than its length', head('transfer-encoding: chunked'), '9\r\nabc'],
    ['a packed body that ends early, but as HTTP has it', head(`content-encoding: gzip\r\ncontent-length: 200`), packed.subarray(0, 200)],
    [
      'a packed body with another text than packed',
      head(`content-encoding: gzip\r\ncontent-length: ${packed.byteLength}`),
      Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8, 1)]),
    ],
    [
      'a body packed by brotli that ends early',
      head('content-encoding: br\r\ncontent-length: 20'),
      brotliCompressSync('some text of a leak that is longer than a line').subarray(0, 20),
    ],
  ])('that is answered with %s is unavailable, not a shorter text', async (_, lines, body) => {
    const origin = await serveBytes(Buffer.concat([Buffer.from(lines), Buffer.from(body)]));
    expect(await failureOf(send(opened(), null, origin))).toMatchObject({ failure: 'unavailable' });
  });

  it('names what it takes, and itself, unless the source says otherwise', async () => {
    const seen: unknown[] = [];
    const origin = await serve(({ headers }, response) => {
      seen.push([headers['user-agent'], headers['accept-encoding'], headers.accept]);
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('plain'));
    });
    const dispatchers = opened();
    expect(await (await send(dispatchers, null, origin)).text()).toBe('plain');
    await send(dispatchers, null, origin, { headers: { 'User-Agent': 'other', Accept: 'text/html' } });
    expect(seen).toEqual([
      ['leakwatch', 'gzip, br', '*/*'],
      ['other', 'gzip, br', 'text/html'],
    ]);
  });

  it('that is answered in another packing than asked for is a broken answer', async () => {
    const origin = await serve((_, response) => response.writeHead(200, { 'content-encoding': 'compress' }).end('x'));
    expect(await failureOf(send(opened(), null, origin))).toMatchObject({ failure: 'broken_answer' });
  });

  it('follows redirects within the origin only, and not for ever', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers['authorization']);
      response.end();
    });
    const origin = await serve((request, response) => {
      const to = { '/away': `${other}/`, '/moved': '/here', '/loop': '/loop' }[request.url ?? ''];
      if (to === undefined) response.end('here');
      else response.writeHead(301, { location: to }).end();
    });
    const dispatchers = opened();
    expect(await (await send(dispatchers, null, `${origin}/moved`)).text()).toBe('here');
    for (const path of ['/away', '/loop'])
      expect(await failureOf(send(dispatchers, null, `${origin}${path}`, { headers: { authorization: 'token t' } }))).toMatchObject({
        failure: 'broken_answer',
      });
    expect(seen).toEqual([]);
  });

  it('that is aborted throws the reason of the signal', async () => {
    const origin = await serve(() => undefined);
    const stop = new AbortController();
    const sent = send(opened(), null, origin, { signal: stop.signal });
    const reason = new Error('the task was stopped');
    stop.abort(reason);
    await expect(sent).rejects.toBe(reason);
  });

  it('to a server that is not there is unavailable', async () => {
    expect(await failureOf(send(opened(), null, 'http://127.0.0.1:1/'))).toMatchObject({ failure: 'unavailable' });
  });
});
