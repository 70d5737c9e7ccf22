import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections on which nothing is answered. Browsers and balancers open some in advance, and a client that was refused may hold back the rest of
 * its body; Node's `close` counts both as at work and would wait for a minute or more. Returns what closes them, now and from now on.
 */
export function watchUnusedConnections(server: Server): () => void {
  const unused = new Set<Socket>();
  const answers = new WeakMap<Socket, number>();
  let closing = false;
  const isUnused = (socket: Socket) => {
    if (socket.destroyed) return;
    // What was answered is sent before.
    if (closing) socket.destroySoon();
    else unused.add(socket);
  };
  server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy();
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  // Not the socket's `data`: a listener there would take the bytes off the parser's short way.
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unused.delete(socket);
    // More than one where a client does not wait for answers.
    answers.set(socket, (answers.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (answers.get(socket) ?? 1) - 1;
      answers.set(socket, left);
      if (left === 0) isUnused(socket);
    });
  });
  return () => {
    closing = true;
    for (const socket of unused) socket.destroySoon();
  };
}
