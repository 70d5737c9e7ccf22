import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** silent: connections stay and no byte passes; refused: connections are reset, new ones too. */
export type Cut = 'silent' | 'refused';

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A port of 127.0.0.1 that passes connections on to a server of this machine, and can be cut. */
export class Link {
  private readonly server: Server;
  /** The server's port; set before the first connection. */
  target: number;
  private readonly pairs = new Set<Pair>();
  /** Connections that were opened while the link was silent. */
  private readonly waiting = new Set<Socket>();
  private cutNow: Cut | undefined;

  private constructor(target = 0) {
    this.target = target;
    this.server = createServer({ pauseOnConnect: true }, (client) => this.accept(client));
  }

  static async open(port: number, target?: number): Promise<Link> {
    const link = new Link(target);
    link.server.listen(port, '127.0.0.1');
    await once(link.server, 'listening');
    return link;
  }

  cut(how: Cut): void {
    this.cutNow = how;
    for (const { client, server } of this.pairs) {
      if (how === 'silent') for (const socket of [client, server]) socket.unpipe().pause();
      else client.resetAndDestroy();
    }
  }

  heal(): void {
    if (this.cutNow === undefined) return;
    this.cutNow = undefined;
    for (const { client, server } of this.pairs) {
      client.pipe(server);
      server.pipe(client);
    }
    for (const client of this.waiting) this.accept(client);
    this.waiting.clear();
  }

  async close(): Promise<void> {
    for (const { client } of this.pairs) client.destroy();
    for (const client of this.waiting) client.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    client.on('error', () => client.destroy());
    if (this.cutNow === 'refused') {
      client.resetAndDestroy();
      return;
    }
    if (this.cutNow === 'silent') {
      this.waiting.add(client);
      client.once('close', () => this.waiting.delete(client));
      return;
    }
    const server = connect(this.target, '127.0.0.1');
    const pair = { client, server };
    this.pairs.add(pair);
    server.on('error', () => client.destroy());
    server.once('close', () => client.destroySoon());
    client.once('close', () => {
      server.destroy();
      this.pairs.delete(pair);
    });
    client.pipe(server).pipe(client);
  }
}
