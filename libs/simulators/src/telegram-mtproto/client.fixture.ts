import { createPublicKey } from 'node:crypto';
import { Api, helpers, TelegramClient } from 'telegram';
import { _serverKeys } from 'telegram/crypto/RSA.js';
import { Logger, LogLevel } from 'telegram/extensions/Logger.js';
import { ConnectionTCPFull } from 'telegram/network/connection/TCPFull.js';
import type { Connection } from 'telegram/network/index.js';
import { StringSession } from 'telegram/sessions/index.js';
import type { TelegramServer } from './server.ts';

export const API = { id: 17, hash: 'a1b2c3' };

/** The unmodified client, connected to a simulated server. */
export async function connectClient(server: TelegramServer, options: { session?: string; connection?: typeof Connection } = {}) {
  const { n = '', e = '' } = createPublicKey(server.key.publicKey).export({ format: 'jwk' });
  const number = (text: string) => helpers.readBigIntFromBuffer(Buffer.from(text, 'base64url'), false);
  _serverKeys.set(String(server.key.fingerprint), { n: number(n), e: number(e).toJSNumber() });
  const Base = options.connection ?? ConnectionTCPFull;
  // The package has fixed ports.
  class Local extends Base {
    constructor(params: ConstructorParameters<typeof Connection>[0]) {
      const centre = server.centres.find(({ id }) => id === params.dcId);
      super({ ...params, ip: centre?.host ?? params.ip, port: centre?.port ?? params.port });
    }
  }
  const session = new StringSession(options.session ?? '');
  if (options.session === undefined) session.setDC(2, '127.0.0.1', 80);
  const client = new TelegramClient(session, API.id, API.hash, {
    connection: Local,
    floodSleepThreshold: 0,
    requestRetries: 3,
    connectionRetries: 3,
    reconnectRetries: 1,
    retryDelay: 50,
    baseLogger: new Logger(LogLevel.NONE),
  });
  await client.connect();
  return { client, session, close: () => closeClient(client) };
}

/** `destroy` leaves the connections to other data centres open, and the timers that would close them. */
async function closeClient(client: TelegramClient): Promise<void> {
  const timers: unknown = Reflect.get(client, '_exportedSenderReleaseTimeouts');
  if (timers instanceof Map) for (const timer of timers.values()) clearTimeout(timer);
  for (const other of [...client._exportedSenderPromises.values()]) await (await other).disconnect();
  await client.destroy();
}

export const credentials = { apiId: API.id, apiHash: API.hash };

/** Signs in with a code; returns the session as text. */
export async function signIn(client: TelegramClient, session: StringSession, phone: string, code: string): Promise<string> {
  const { phoneCodeHash } = await client.sendCode(credentials, phone);
  await client.invoke(new Api.auth.SignIn({ phoneNumber: phone, phoneCodeHash, phoneCode: code }));
  return session.save();
}
