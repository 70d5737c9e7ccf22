import { afterEach, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { startProxy } from './proxy.ts';
import type { ProxyOptions, SimulatedProxy } from './stage.ts';

const run = promisify(execFile);
const credentials = { user: 'crawler', password: 's3cret' };
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function startTarget(bytes = 4): Promise<{ host: string; seen: (string | undefined)[] }> {
  const seen: (string | undefined)[] = [];
  const server: Server = createServer((asked, response) => {
    seen.push(asked.socket.remoteAddress);
    response.end('x'.repeat(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  open.push({ close: () => server.closeAllConnections() }, server);
  return { host: `127.0.0.1:${address.port}`, seen };
}

async function start(options: ProxyOptions): Promise<SimulatedProxy> {
  const proxy = await startProxy(options);
  open.push(proxy);
  return proxy;
}

/** git's client is libcurl, which is no code of ours. Gives its error; the target is no repository, so that there always is one. */
async function gitError(proxy: SimulatedProxy, scheme: string, target: string, signIn = 'crawler:s3cret@'): Promise<string> {
  const address = `${scheme}://${signIn}${proxy.address.host}:${proxy.address.port}`;
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', no_proxy: '', NO_PROXY: '', LC_ALL: 'C' };
  return run(
    'git',
    ['-c', `http.proxy=${address}`, '-c', 'http.lowSpeedTime=2', '-c', 'http.lowSpeedLimit=1', 'ls-remote', `http://${target}/a.git`],
    { env },
  ).then(
    () => '',
    (error: unknown) => String(error),
  );
}

describe.each<[ProxyOptions['kind'], string]>([
  ['http', 'http'],
  ['socks5', 'socks5h'],
])('a simulated %s proxy', (kind, scheme) => {
  test('passes requests on and says whose they were', async () => {
    const [target, proxy] = [await startTarget(), await start({ kind, credentials })];
    await gitError(proxy, scheme, target.host);
    expect(target.seen.length).toBeGreaterThan(0);
    expect(proxy.connections[0]).toEqual({ user: 'crawler', target: target.host });
  });

  test('asks for no credentials when it has none', async () => {
    const [target, proxy] = [await startTarget(), await start({ kind })];
    await gitError(proxy, scheme, target.host, '');
    expect(target.seen.length).toBeGreaterThan(0);
    expect(proxy.connections[0]?.user).toBeNull();
  });

  test('refuses other credentials', async () => {
    const [target, proxy] = [await startTarget(), await start({ kind, credentials })];
    await gitError(proxy, scheme, target.host, 'crawler:other@');
    await gitError(proxy, scheme, target.host, '');
    expect([target.seen, proxy.connections]).toEqual([[], []]);
  });

  test.each(['refused_credentials', 'bad_gateway', 'dead'] as const)('%s: nothing passes until it is over', async (behaviour) => {
    const [target, proxy] = [await startTarget(), await start({ kind, credentials })];
    proxy.behaviour = { kind: behaviour };
    const error = await gitError(proxy, scheme, target.host);
    expect(target.seen).toEqual([]);
    expect(error).toMatch(
      {
        http: { refused_credentials: /407/, bad_gateway: /502/, dead: /connect/ },
        socks5: { refused_credentials: /rejected/, bad_gateway: /SOCKS5|Can't complete/, dead: /connect/ },
      }[kind][behaviour],
    );
    proxy.behaviour = { kind: 'plain' };
    await gitError(proxy, scheme, target.host);
    expect(target.seen.length).toBeGreaterThan(0);
  });

  test('held: the connection stays without an answer', async () => {
    const [target, proxy] = [await startTarget(), await start({ kind, credentials })];
    proxy.behaviour = { kind: 'held' };
    const socket = connect(proxy.address.port, proxy.address.host);
    socket.write(kind === 'http' ? `CONNECT ${target.host} HTTP/1.1\r\nHost: ${target.host}\r\n\r\n` : Buffer.from([5, 1, 0]));
    const answered = text(socket);
    await proxy.close();
    expect(await answered.catch(() => '')).toBe('');
  });

  test('cut: the answer breaks off', async () => {
    const [target, proxy] = [await startTarget(5_000_000), await start({ kind, credentials })];
    proxy.behaviour = { kind: 'cut', afterBytes: 1000 };
    expect(await gitError(proxy, scheme, target.host)).toMatch(/reset|Recv failure|transfer closed/i);
  });
});

test('CONNECT leads to the target, from the address that the proxy has there', async () => {
  const [target, proxy] = [await startTarget(), await start({ kind: 'http', credentials, exit: '127.0.0.5' })];
  const asked = request({
    ...proxy.address,
    method: 'CONNECT',
    path: target.host,
    headers: { 'proxy-authorization': `Basic ${Buffer.from('crawler:s3cret').toString('base64')}` },
  }).end();
  const socket = await new Promise<NodeJS.ReadWriteStream>((resolve, reject) => {
    asked.once('connect', (_response, stream) => resolve(stream));
    asked.once('error', reject);
  });
  socket.write(`GET / HTTP/1.1\r\nHost: ${target.host}\r\nConnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(/xxxx/);
  expect(target.seen).toEqual(['127.0.0.5']);
});
