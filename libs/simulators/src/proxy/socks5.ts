import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import type { ProxyStage } from './stage.ts';
import { tunnel } from './tunnel.ts';

const VERSION = 5;
const METHOD = { none: 0, password: 2, unacceptable: 0xff };
const CONNECT = 1;
const ADDRESS = { ipv4: 1, name: 3, ipv6: 4 };
const REPLY = { granted: 0, connectionRefused: 5, commandNotSupported: 7, addressNotSupported: 8 };

/** Serves CONNECT of SOCKS 5 (RFC 1928) with or without a password (RFC 1929). */
export function serveSocks5(server: Server, stage: ProxyStage): Server {
  server.on('connection', (client: Socket) => {
    client.on('error', () => undefined);
    talk(client, stage).catch(() => client.destroy());
  });
  return server;
}

async function talk(client: Socket, stage: ProxyStage): Promise<void> {
  if (stage.behaviour().kind === 'held') return;
  const closed = new AbortController();
  client.once('close', () => closed.abort());
  const take = (bytes: number) => takeFrom(client, bytes, closed.signal);

  const [version, methods = 0] = await take(2);
  if (version !== VERSION) return void client.destroy();
  const offered = await take(methods);
  const user = await signIn(client, stage, take, offered);
  if (user === undefined) return void client.end();

  const [, command, , type] = await take(4);
  const host = await readHost(type, take);
  const port = (await take(2)).readUInt16BE();
  if (command !== CONNECT) return void client.end(reply(REPLY.commandNotSupported));
  if (host === null) return void client.end(reply(REPLY.addressNotSupported));
  if (stage.behaviour().kind === 'bad_gateway') return void client.end(reply(REPLY.connectionRefused));
  stage.accepted({ user, target: `${host}:${port}` });
  tunnel(client, { host, port }, stage, {
    connected: () => void client.write(reply(REPLY.granted)),
    failed: () => void client.end(reply(REPLY.connectionRefused)),
  });
}

/** The user, null where none is asked for; undefined when the client was refused. */
async function signIn(
  client: Socket,
  { options, behaviour }: ProxyStage,
  take: (bytes: number) => Promise<Buffer>,
  offered: Buffer,
): Promise<string | null | undefined> {
  const { credentials } = options;
  const wanted = credentials === undefined ? METHOD.none : METHOD.password;
  if (!offered.includes(wanted) || (credentials === undefined && behaviour().kind === 'refused_credentials')) {
    client.write(Buffer.from([VERSION, METHOD.unacceptable]));
    return undefined;
  }
  client.write(Buffer.from([VERSION, wanted]));
  if (credentials === undefined) return null;
  const [, userBytes = 0] = await take(2);
  const user = (await take(userBytes)).toString();
  const [passwordBytes = 0] = await take(1);
  const password = (await take(passwordBytes)).toString();
  const fits = behaviour().kind !== 'refused_credentials' && user === credentials.user && password === credentials.password;
  client.write(Buffer.from([1, fits ? 0 : 1]));
  return fits ? user : undefined;
}

async function readHost(type: number | undefined, take: (bytes: number) => Promise<Buffer>): Promise<string | null> {
  if (type === ADDRESS.ipv4) return [...(await take(4))].join('.');
  if (type === ADDRESS.ipv6) return ((await take(16)).toString('hex').match(/.{4}/g) ?? []).join(':');
  if (type !== ADDRESS.name) return null;
  const [bytes = 0] = await take(1);
  return (await take(bytes)).toString();
}

const reply = (code: number) => Buffer.from([VERSION, code, 0, ADDRESS.ipv4, 0, 0, 0, 0, 0, 0]);

async function takeFrom(client: Socket, bytes: number, signal: AbortSignal): Promise<Buffer> {
  if (bytes === 0) return Buffer.alloc(0);
  for (;;) {
    const part: unknown = client.read(bytes);
    if (Buffer.isBuffer(part) && part.byteLength === bytes) return part;
    if (part !== null || client.readableEnded) throw new Error('the client ended the connection');
    await once(client, 'readable', { signal });
  }
}
