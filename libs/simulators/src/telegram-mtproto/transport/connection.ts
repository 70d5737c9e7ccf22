import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { gunzipSync, gzipSync } from 'node:zlib';
import { decrypt, encrypt, messageHash, messageKey, type ServerKey } from '../crypto.ts';
import { RpcError } from '../rpc-error.ts';
import { TlReader } from '../tl/read.ts';
import { asList, asLong, type TlObject, type TlValue } from '../tl/values.ts';
import { byteString, int, integer, writeObject, writeResult } from '../tl/write.ts';
import { Frames } from './frames.ts';
import { KeyExchange } from './key-exchange.ts';
import type { Authorisation, Authorisations } from './authorisations.ts';

const CONTAINER = 0x73f1f8dc;
const GZIP = 0x3072cfa1;
const RPC_RESULT = 0xf35c6d01;
const RPC_ERROR = 0x2144ca19;
/** Longer answers are compressed, as Telegram does. */
const GZIP_FROM = 512;
const UNPACKED_MAX = 4 * 1024 * 1024;

/** Serves one request of a client. Throws RpcError to refuse it. */
export type Serve = (request: TlObject, caller: Caller) => TlValue | Promise<TlValue>;

export interface Caller {
  readonly authorisation: Authorisation;
  readonly address: string;
  readonly dc: number;
  readonly close: () => void;
}

interface Incoming {
  readonly id: bigint;
  readonly sequence: number;
  readonly body: Buffer;
}

/** One TCP connection: the key exchange in plain, then encrypted messages of MTProto 2.0. */
export class Connection {
  private readonly frames = new Frames();
  private readonly exchange: KeyExchange;
  private authorisation: Authorisation | undefined;
  private session = 0n;
  private lastId = 0n;
  private sequence = 0;

  constructor(
    private readonly socket: Socket,
    private readonly dc: number,
    serverKey: ServerKey,
    private readonly authorisations: Authorisations,
    private readonly serve: Serve,
  ) {
    this.exchange = new KeyExchange(serverKey);
    socket.setNoDelay().on('error', () => socket.destroy());
    socket.on('close', () => this.authorisation?.connections.delete(this));
    socket.on('data', (chunk: Buffer) => {
      try {
        for (const packet of this.frames.push(chunk)) this.take(packet);
      } catch {
        socket.destroy();
      }
    });
  }

  get address(): string {
    return this.socket.remoteAddress ?? '';
  }

  readonly close = (): void => void this.socket.destroy();

  /** Sends an update, as Telegram does without being asked. */
  readonly notify = (update: TlObject): void => {
    if (!this.socket.destroyed) this.send(writeObject(update), true);
  };

  private take(packet: Buffer): void {
    const id = packet.readBigInt64LE();
    if (id === 0n) return this.takePlain(packet);
    const authorisation = this.authorisations.find(this.dc, id);
    // Telegram's answer to a key that it does not know.
    if (authorisation === undefined) return void this.write(int(-404));
    this.authorisation = authorisation;
    authorisation.connections.add(this);
    const hash = packet.subarray(8, 24);
    const plain = decrypt(packet.subarray(24), messageKey(authorisation.key, hash, 'client'));
    if (!messageHash(authorisation.key, plain, 'client').equals(hash)) throw new Error('a message is damaged');
    const salt = plain.readBigInt64LE();
    const session = plain.readBigInt64LE(8);
    const message = { id: plain.readBigInt64LE(16), sequence: plain.readInt32LE(24), body: plain.subarray(32, 32 + plain.readInt32LE(28)) };
    const isNew = this.session !== session;
    this.session = session;
    if (salt !== authorisation.salt) return this.refuseSalt(message, authorisation);
    if (isNew) {
      const created = { first_msg_id: message.id, unique_id: randomBytes(8).readBigInt64LE(), server_salt: authorisation.salt };
      this.send(writeObject({ _: 'new_session_created', ...created }), true);
    }
    const messages = unpack(message);
    const related = messages.filter(({ sequence }) => sequence % 2 === 1).map((one) => one.id);
    if (related.length > 0) this.send(writeObject({ _: 'msgs_ack', msg_ids: related }), false);
    for (const one of messages) void this.handle(one, authorisation);
  }

  private takePlain(packet: Buffer): void {
    const { answer, agreed } = this.exchange.answer(new TlReader(packet.subarray(20)).object());
    if (agreed !== undefined) this.authorisations.add(this.dc, agreed);
    const body = writeObject(answer);
    this.write(Buffer.concat([Buffer.alloc(8), integer(this.nextId(), 8), int(body.length), body]));
  }

  private refuseSalt({ id, sequence }: Incoming, { salt }: Authorisation): void {
    const refusal = { bad_msg_id: id, bad_msg_seqno: sequence, error_code: 48, new_server_salt: salt };
    this.send(writeObject({ _: 'bad_server_salt', ...refusal }), false);
  }

  private async handle({ id, body }: Incoming, authorisation: Authorisation): Promise<void> {
    const request = new TlReader(body).object();
    if (request._ === 'msgs_ack') return void asList(request.msg_ids).forEach((one) => authorisation.acknowledged.add(asLong(one)));
    if (request._ === 'ping' || request._ === 'ping_delay_disconnect')
      return this.send(writeObject({ _: 'pong', msg_id: id, ping_id: asLong(request.ping_id) }), false);
    const result = await this.resultOf(request, authorisation);
    const packed = result.length > GZIP_FROM ? Buffer.concat([int(GZIP), byteString(gzipSync(result))]) : result;
    if (!this.socket.destroyed) this.send(Buffer.concat([int(RPC_RESULT), integer(id, 8), packed]), true);
  }

  private async resultOf(request: TlObject, authorisation: Authorisation): Promise<Buffer> {
    try {
      const caller = { authorisation, address: this.address, dc: this.dc, close: this.close };
      const inner = unwrap(request, authorisation);
      return writeResult(inner._, await this.serve(inner, caller));
    } catch (error) {
      const { code, message } = error instanceof RpcError ? error : new RpcError(500, `SIMULATOR_${String(error)}`);
      return Buffer.concat([int(RPC_ERROR), int(code), byteString(Buffer.from(message))]);
    }
  }

  /** Encrypts a message for the client. */
  private send(body: Buffer, isRelated: boolean): void {
    if (this.authorisation === undefined) return;
    const { key, id, salt } = this.authorisation;
    const sequence = this.sequence * 2 + (isRelated ? 1 : 0);
    if (isRelated) this.sequence += 1;
    const head = [integer(salt, 8), integer(this.session, 8), integer(this.nextId(), 8), int(sequence), int(body.length)];
    const data = Buffer.concat([...head, body]);
    const padded = Buffer.concat([data, randomBytes(12 + ((16 - ((data.length + 12) % 16)) % 16))]);
    const hash = messageHash(key, padded, 'server');
    this.write(Buffer.concat([integer(id, 8), hash, encrypt(padded, messageKey(key, hash, 'server'))]));
  }

  /** Answers have numbers that are 1 modulo 4, by the clock. */
  private nextId(): bigint {
    const now = Date.now();
    const byClock = (BigInt(Math.floor(now / 1000)) << 32n) | (BigInt(now % 1000) << 22n);
    this.lastId = (byClock > this.lastId ? byClock : this.lastId + 4n) & ~3n;
    this.lastId += 1n;
    return this.lastId;
  }

  private write = (packet: Buffer): boolean => this.socket.write(this.frames.wrap(packet));
}

/** The messages in a packet: one, or those of a container; compressed ones opened. */
function unpack({ id, sequence, body }: Incoming): Incoming[] {
  const reader = new TlReader(body);
  const kind = reader.id();
  if (kind === GZIP) return unpack({ id, sequence, body: gunzipSync(reader.byteString(), { maxOutputLength: UNPACKED_MAX }) });
  if (kind !== CONTAINER) return [{ id, sequence, body }];
  return Array.from({ length: reader.int() }, () => {
    const [inner, order, length] = [reader.long(), reader.int(), reader.int()];
    return unpack({ id: inner, sequence: order, body: reader.take(length) });
  }).flat();
}

/** The request inside its wrappers. A key must say once which layer its client speaks. */
function unwrap(request: TlObject, authorisation: Authorisation): TlObject {
  const { query } = request;
  if (request._ === 'initConnection') authorisation.inited = true;
  const isWrapper = ['invokeWithLayer', 'initConnection', 'invokeAfterMsg', 'invokeWithoutUpdates'].includes(request._);
  if (isWrapper && typeof query === 'object' && '_' in query) return unwrap(query, authorisation);
  if (!authorisation.inited) throw new RpcError(400, 'CONNECTION_NOT_INITED');
  return request;
}
