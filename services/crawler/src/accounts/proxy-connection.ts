import { types } from 'node:util';
import type { LeasedAccess } from '@leakwatch/contracts';
import { SocksClient } from 'socks';
import { Agent, buildConnector, type Dispatcher, Pool, ProxyAgent } from 'undici';

/** How a proxy is reached. */
export type ProxyAddress = Omit<NonNullable<LeasedAccess['proxy']>, 'id'>;

/** The proxy could not be reached, or refused. The message is short, for staff, and holds no credentials. */
export class ProxyFailure extends Error {
  override readonly name = 'ProxyFailure';
}

/** Connecting to the proxy, and the proxy's connecting to the target. A proxy on another continent needs a second or two. */
export const CONNECT_MS = 10_000;
/** Connections that one proxy holds to one target at once: those of the documents that are fetched at once. */
const CONNECTIONS = 8;
const MAX_CAUSES = 5;
const MESSAGE_MAX = 100;

/** Opens a dispatcher whose requests all go through the proxy; without one they go directly. Connections are kept open until it is closed. */
export function openDispatcher(proxy: ProxyAddress | null, connectMs: number): Dispatcher {
  if (proxy === null) return new Agent({ connections: CONNECTIONS, connect: { timeout: connectMs } });
  return proxy.type === 'http' ? openHttpProxy(proxy, connectMs) : openSocksProxy(proxy, connectMs);
}

function openHttpProxy({ host, port, login, password }: ProxyAddress, connectMs: number): Dispatcher {
  const credentials = Buffer.from(`${login}:${password ?? ''}`).toString('base64');
  return new ProxyAgent({
    uri: `http://${host}:${port}`,
    ...(login !== '' && { token: `Basic ${credentials}` }),
    connections: CONNECTIONS,
    proxyTls: { timeout: connectMs },
    requestTls: { timeout: connectMs },
    clientFactory: (origin, options) => new TunnelPool(origin, { ...options, headersTimeout: connectMs }),
  });
}

/** The connections to an HTTP proxy. Every failure to open a tunnel is the proxy's. */
class TunnelPool extends Pool {
  // The callback form of `connect` is not used by ProxyAgent.
  override connect(options: Dispatcher.ConnectOptions): never;
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData>;
  override async connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    const data = await super.connect(options).catch((error: unknown) => {
      throw new ProxyFailure(shortly(error));
    });
    if (data.statusCode === 200) return data;
    data.socket.on('error', () => undefined).destroy();
    throw new ProxyFailure(`HTTP ${data.statusCode}`);
  }
}

function openSocksProxy({ host, port, login, password }: ProxyAddress, connectMs: number): Dispatcher {
  const tls = buildConnector({ timeout: connectMs });
  return new Agent({
    connections: CONNECTIONS,
    connect: (target, callback) => {
      const isTls = target.protocol === 'https:';
      SocksClient.createConnection({
        proxy: { type: 5, host, port, ...(login !== '' && { userId: login, password: password ?? '' }) },
        command: 'connect',
        // The proxy resolves the name: the installation's resolver learns nothing of what is asked.
        destination: { host: target.hostname, port: Number(target.port) || (isTls ? 443 : 80) },
        timeout: connectMs,
      }).then(
        ({ socket }) => (isTls ? tls({ ...target, httpSocket: socket }, callback) : callback(null, socket.setNoDelay())),
        // Not as the cause: the library's error holds the proxy's password.
        (error: unknown) => callback(new ProxyFailure(shortly(error)), null),
      );
    },
  });
}

/** The code of the innermost error that has one, else its message. Neither names anything but the proxy's address. */
export function shortly(error: unknown, depth = 0): string {
  if (!types.isNativeError(error) || depth > MAX_CAUSES) return '';
  const own = 'code' in error && typeof error.code === 'string' ? error.code : error.message.slice(0, MESSAGE_MAX);
  return shortly(error.cause, depth + 1) || own;
}
