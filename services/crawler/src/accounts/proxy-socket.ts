import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { SocksClient } from 'socks';
import { type ProxyAddress, ProxyFailure, shortly } from './proxy-connection.ts';
import { UpstreamError } from './upstream-error.ts';

export interface SocketTarget {
  readonly host: string;
  readonly port: number;
}

/**
 * Opens a TCP connection to a target, through a proxy where there is one; the proxy resolves names.
 * @throws UpstreamError proxy_failed, unavailable; the signal's reason when it was aborted
 */
export async function openSocket(
  proxy: ProxyAddress | null,
  target: SocketTarget,
  { connectMs, signal }: { readonly connectMs: number; readonly signal: AbortSignal },
): Promise<Socket> {
  const ending = AbortSignal.any([signal, AbortSignal.timeout(connectMs)]);
  try {
    const socket = await (proxy === null ? openDirect(target, ending) : through(proxy, target, connectMs, ending));
    if (!ending.aborted) return socket.setNoDelay();
    socket.destroy();
    throw new Error('aborted');
  } catch (error) {
    signal.throwIfAborted();
    // Not as the cause: the library's error holds the proxy's password.
    if (proxy !== null) throw new UpstreamError('proxy_failed', { text: shortly(error) });
    throw new UpstreamError('unavailable', { cause: error });
  }
}

async function openDirect({ host, port }: SocketTarget, signal: AbortSignal): Promise<Socket> {
  const socket = connect({ host, port });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function through(proxy: ProxyAddress, target: SocketTarget, timeout: number, signal: AbortSignal): Promise<Socket> {
  const { type, host, port, login, password } = proxy;
  if (type === 'http') return openTunnel(proxy, target, signal);
  // The library cannot be aborted; its socket can be closed.
  const existing = await openDirect({ host, port }, signal);
  const stop = () => void existing.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: { type: 5, host, port, ...(login !== '' && { userId: login, password: password ?? '' }) },
      command: 'connect',
      destination: target,
      existing_socket: existing,
      timeout,
    });
    return socket;
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function openTunnel({ host, port, login, password }: ProxyAddress, target: SocketTarget, signal: AbortSignal): Promise<Socket> {
  const credentials = Buffer.from(`${login}:${password ?? ''}`).toString('base64');
  return new Promise((resolve, reject) => {
    const path = `${target.host}:${target.port}`;
    const headers = { host: path, ...(login !== '' && { 'proxy-authorization': `Basic ${credentials}` }) };
    const asked = request({ host, port, method: 'CONNECT', path, headers, signal, agent: false });
    asked.once('error', reject);
    asked.once('response', (response) => {
      response.destroy();
      reject(new ProxyFailure(`HTTP ${response.statusCode ?? 0}`));
    });
    asked.once('connect', (response, socket, head) => {
      if (response.statusCode !== 200) {
        socket.destroy();
        return reject(new ProxyFailure(`HTTP ${response.statusCode ?? 0}`));
      }
      // The target may speak first.
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    asked.end();
  });
}
