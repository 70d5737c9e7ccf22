import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections on which no request ever began. Browsers and balancers open some in advance; Node's `close` counts them
 * as at work and would wait for a minute. Returns what closes them, now and from now on.
 */
export function watchUnusedConnections(server: Server): () => void {
  const unused = new Set<Socket>();
  let closing = false;
  server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  // Not the socket's `data`: a listener there would take the bytes off the parser's short way.
  server.on('request', ({ socket }: IncomingMessage) => void unused.delete(socket));
  return () => {
    closing = true;
    for (const socket of unused) socket.destroy();
  };
}
