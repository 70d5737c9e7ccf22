import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { serveHttpProxy } from './http-proxy.ts';
import { serveSocks5 } from './socks5.ts';
import type { ProxyBehaviour, ProxyConnection, ProxyOptions, ProxyStage, SimulatedProxy } from './stage.ts';

const HOST = '127.0.0.1';

/** A proxy on a free port of 127.0.0.1 (or `port`). It connects to whatever target it is asked for. */
export async function startProxy(options: ProxyOptions): Promise<SimulatedProxy> {
  const connections: ProxyConnection[] = [];
  const sockets = new Set<Socket>();
  let current: ProxyBehaviour = { kind: 'plain' };
  const stage: ProxyStage = { options, behaviour: () => current, accepted: (connection) => void connections.push(connection) };
  const server: Server = options.kind === 'http' ? serveHttpProxy(createHttpServer(), stage) : serveSocks5(createServer(), stage);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(options.port ?? 0, HOST);
  await once(server, 'listening');
  const listening = server.address();
  if (listening === null || typeof listening === 'string') throw new Error('the server has no port');
  const address = { host: HOST, port: listening.port };
  const stop = () => {
    if (server.listening) server.close();
    for (const socket of sockets) socket.destroy();
  };
  return {
    address,
    connections,
    get behaviour() {
      return current;
    },
    set behaviour(next) {
      const wasDead = current.kind === 'dead';
      current = next;
      if (next.kind === 'dead') stop();
      else if (wasDead) server.listen(address.port, HOST);
    },
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      stop();
      await closed;
    },
  };
}
