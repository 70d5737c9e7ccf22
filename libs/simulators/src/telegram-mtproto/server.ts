import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createServerKey } from './crypto.ts';
import { Channels } from './methods/channels.ts';
import { configShape, type DataCentre } from './methods/shapes.ts';
import { SignIn } from './methods/sign-in.ts';
import { RpcError } from './rpc-error.ts';
import { keyIdOf } from './transport/key-exchange.ts';
import { Authorisations } from './transport/authorisations.ts';
import { type Caller, Connection } from './transport/connection.ts';
import type { TlObject, TlValue } from './tl/values.ts';
import { FloodLimits, type SimulatedChannel, type SimulatedGroup, type SimulatedUser } from './world.ts';

export interface TelegramOptions {
  readonly users: readonly SimulatedUser[];
  readonly channels?: readonly SimulatedChannel[];
  /** Small groups. */
  readonly groups?: readonly SimulatedGroup[];
  readonly api: { readonly id: number; readonly hash: string };
  /** Data centres; 2 alone when not given. */
  readonly centres?: readonly number[];
}

export interface ServedRequest {
  readonly method: string;
  readonly dc: number;
  readonly phone: string | null;
  readonly request: TlObject;
}

/** Methods that need no signed-in user. */
const OPEN = new Set([
  'help.getConfig',
  'help.getNearestDc',
  'auth.sendCode',
  'auth.signIn',
  'auth.checkPassword',
  'auth.importAuthorization',
  'account.getPassword',
]);

/** Telegram's servers over TCP: MTProto 2.0 and the methods that reading channels needs. */
export class TelegramServer {
  readonly channels: SimulatedChannel[];
  /** Requests that were served or refused, in order. */
  readonly requests: ServedRequest[] = [];
  readonly flood = new FloodLimits();
  readonly key = createServerKey();
  /** Whether updates are pushed to members; without, they are lost on their way. */
  pushes = true;
  /** Called before each request is served; it may wait, or throw RpcError. */
  before: (request: ServedRequest) => void | Promise<void> = () => undefined;
  centres: readonly DataCentre[] = [];
  private readonly authorisations = new Authorisations();
  private readonly signIn: SignIn;
  private readonly reading: Channels;
  private servers: readonly Server[] = [];
  private readonly open = new Set<Connection>();

  constructor(private readonly options: TelegramOptions) {
    this.channels = [...(options.channels ?? [])];
    this.signIn = new SignIn(options.users, options.api);
    this.reading = new Channels(this.channels, options.groups);
    for (const group of options.groups ?? [])
      group.changed = (message, kind) => {
        for (const phone of group.members) if (this.pushes) this.push(phone, this.reading.groupUpdate(group, message, kind, phone));
      };
    for (const channel of this.channels)
      channel.changed = (change) => {
        for (const phone of channel.members) if (this.pushes) this.push(phone, this.reading.update(channel, change, phone));
      };
  }

  /** Sends an update to every connection of a user at its own data centre. */
  push(phone: string, update: TlObject): void {
    for (const { dc, connections, ended } of this.authorisations.all().filter((one) => one.phone === phone))
      if (ended === null && dc === this.homeOf(phone)) for (const connection of connections) connection.notify(update);
  }

  private homeOf = (phone: string): number => this.options.users.find((user) => user.phone === phone)?.dc ?? 2;

  async listen(): Promise<this> {
    const opened = await Promise.all((this.options.centres ?? [2]).map((id) => this.openCentre(id)));
    this.servers = opened.map(({ server }) => server);
    this.centres = opened.map(({ centre }) => centre);
    return this;
  }

  async close(): Promise<void> {
    this.cut();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  /** Cuts every connection. */
  cut(): void {
    for (const connection of this.open) connection.close();
    this.open.clear();
  }

  connected = (): number => this.open.size;
  changeSalts = (): void => this.authorisations.changeSalts();
  expireCode = (phone: string): void => this.signIn.expireCode(phone);
  expireFileReferences = (): void => this.reading.expireFileReferences();

  /** Ends the sessions of a user: their requests are refused from now on. */
  end(phone: string, reason: 'SESSION_REVOKED' | 'AUTH_KEY_UNREGISTERED' | 'USER_DEACTIVATED_BAN'): void {
    for (const one of this.authorisations.all()) if (one.phone === phone) one.ended = reason;
  }

  /** A session that is signed in already, as the client stores it. */
  sessionOf(phone: string): string {
    const dc = this.homeOf(phone);
    const key = randomBytes(256);
    const added = this.authorisations.add(dc, { key, id: keyIdOf(key), salt: randomBytes(8).readBigInt64LE() });
    Object.assign(added, { phone, inited: true });
    const address = Buffer.from('127.0.0.1');
    const [length, port] = [Buffer.alloc(2), Buffer.alloc(2)];
    length.writeInt16BE(address.length);
    port.writeInt16BE(443);
    return `1${Buffer.concat([Buffer.from([dc]), length, address, port, key]).toString('base64')}`;
  }

  /** Sessions that are signed in, by phone. */
  signedIn = (): string[] => this.authorisations.all().flatMap(({ phone, ended }) => (phone === null || ended !== null ? [] : [phone]));

  private async openCentre(id: number): Promise<{ server: Server; centre: DataCentre }> {
    const server = createServer((socket) => {
      const connection = new Connection(socket, id, this.key, this.authorisations, (request, caller) => this.serve(request, caller));
      this.open.add(connection);
      socket.on('close', () => this.open.delete(connection));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return { server, centre: { id, host: '127.0.0.1', port: address.port } };
  }

  private async serve(request: TlObject, caller: Caller): Promise<TlValue> {
    const { authorisation, dc } = caller;
    const served = { method: request._, dc, phone: authorisation.phone, request };
    this.requests.push(served);
    await this.before(served);
    // A session that is seen from two addresses at once is ended.
    const addresses = new Set([...authorisation.connections].map(({ address }) => address));
    if (addresses.size > 1) authorisation.ended = 'AUTH_KEY_DUPLICATED';
    if (authorisation.ended !== null) throw new RpcError(authorisation.ended === 'AUTH_KEY_DUPLICATED' ? 406 : 401, authorisation.ended);
    if (authorisation.phone === null && !OPEN.has(request._)) throw new RpcError(401, 'AUTH_KEY_UNREGISTERED');
    this.flood.count(request._, authorisation.id);
    return this.answer(request, caller);
  }

  private answer(request: TlObject, caller: Caller): TlValue {
    switch (request._) {
      case 'help.getConfig':
        return configShape(caller.dc, this.centres);
      case 'help.getNearestDc':
        return { _: 'nearestDc', country: 'NL', this_dc: caller.dc, nearest_dc: caller.dc };
      case 'auth.sendCode':
        return this.signIn.sendCode(request, caller);
      case 'auth.signIn':
        return this.signIn.signIn(request, caller);
      case 'account.getPassword':
        return this.signIn.getPassword(caller);
      case 'auth.checkPassword':
        return this.signIn.checkPassword(request, caller);
      case 'auth.exportAuthorization':
        return this.signIn.export(caller);
      case 'auth.importAuthorization':
        return this.signIn.import(request, caller);
      case 'auth.logOut':
        caller.authorisation.phone = null;
        return { _: 'auth.loggedOut' };
      case 'users.getUsers':
        return [this.signIn.self(caller)];
      case 'updates.getState':
        return { _: 'updates.state', pts: 1, qts: 0, date: Math.floor(Date.now() / 1000), seq: 1, unread_count: 0 };
      case 'contacts.resolveUsername':
        return this.reading.resolve(request, caller);
      case 'messages.checkChatInvite':
        return this.reading.checkInvite(request, caller);
      case 'channels.getFullChannel':
        return this.reading.full(request, caller);
      case 'messages.getHistory':
        return this.reading.history(request, caller);
      case 'messages.getMessages':
        return this.reading.groups.messages(request, caller);
      case 'channels.getMessages':
        return this.reading.messages(request, caller);
      case 'updates.getChannelDifference':
        return this.reading.difference(request, caller);
      case 'upload.getFile':
        return this.reading.file(request, caller);
      default:
        throw new RpcError(400, 'METHOD_INVALID');
    }
  }
}
