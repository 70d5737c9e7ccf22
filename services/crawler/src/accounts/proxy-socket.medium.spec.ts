import { once } from 'node:events';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { startProxy } from '@leakwatch/simulators';
import type { ProxyAddress } from './proxy-connection.ts';
import { openSocket } from './proxy-socket.ts';
import { UpstreamError } from './upstream-error.ts';

const never = new AbortController().signal;
const CREDENTIALS = { user: 'ann', password: 'p:ss' };
const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A server that speaks first, as none of HTTP does. */
async function startTarget() {
  const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(() => server.close());
  const address = server.address();
  return { host: '127.0.0.1', port: typeof address === 'object' && address !== null ? address.port : 0 };
}

async function startThe(type: 'http' | 'socks5') {
  const proxy = await startProxy({ kind: type, credentials: CREDENTIALS });
  open.push(() => proxy.close());
  const address: ProxyAddress = { type, ...proxy.address, login: CREDENTIALS.user, password: CREDENTIALS.password };
  return { proxy, address };
}

const failure = async (socket: Promise<unknown>) =>
  socket.then(
    () => 'opened',
    (error: unknown) => {
      expect(JSON.stringify([error, String(error instanceof Error ? error.stack : '')])).not.toContain('p:ss');
      return error instanceof UpstreamError ? error.failure : error;
    },
  );

test('a direct connection reaches the target, and fails where there is none', async () => {
  const target = await startTarget();
  const socket = await openSocket(null, target, { connectMs: 30_000, signal: never });
  expect(await text(socket)).toBe('hello');
  expect(await failure(openSocket(null, { ...target, port: 1 }, { connectMs: 30_000, signal: never }))).toBe('unavailable');
});

describe.each(['http', 'socks5'] as const)('through a proxy of the type %s', (type) => {
  test('the target is reached', async () => {
    const [target, { proxy, address }] = [await startTarget(), await startThe(type)];
    const socket = await openSocket(address, target, { connectMs: 30_000, signal: never });
    expect(proxy.connections).toEqual([{ user: 'ann', target: `127.0.0.1:${target.port}` }]);
    expect(await text(socket)).toBe('hello');
  });

  test.each(['refused_credentials', 'bad_gateway', 'dead', 'held'] as const)('%s is a failure of the proxy', async (kind) => {
    const [target, { proxy, address }] = [await startTarget(), await startThe(type)];
    proxy.behaviour = { kind };
    expect(await failure(openSocket(address, target, { connectMs: 200, signal: never }))).toBe('proxy_failed');
  });

  test('an ended step gives its own reason', async () => {
    const [target, { proxy, address }] = [await startTarget(), await startThe(type)];
    proxy.behaviour = { kind: 'held' };
    const ending = new AbortController();
    const opening = failure(openSocket(address, target, { connectMs: 2_000, signal: ending.signal }));
    ending.abort('the step ends');
    expect(await opening).toBe('the step ends');
  });
});
