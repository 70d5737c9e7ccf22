import { type Api, TelegramClient } from 'telegram';
import { Raw } from 'telegram/events/Raw.js';
import { Logger, LogLevel } from 'telegram/extensions/Logger.js';
import { StringSession } from 'telegram/sessions/index.js';
import type { Socket } from 'node:net';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { DataCentre } from '../../telegram-servers.ts';
import { connectionClass, socketClass } from './proxied-socket.ts';
import { refusalOf, transportRefusal } from './telegram-refusal.ts';

/** From a request to its answer. Telegram answers within seconds, or not at all. */
const CALL_MS = 30_000;
/** With the exchange of keys, where there is no session yet. */
const OPEN_MS = 30_000;

export interface SessionOptions {
  readonly apiId: number;
  readonly apiHash: string;
  /** Text of the session; empty to begin one. */
  readonly session: string;
  readonly centres: readonly DataCentre[];
  /** Of a session that begins. */
  readonly centre?: number;
  readonly connect: (host: string, port: number) => Promise<Socket>;
  readonly signal: AbortSignal;
}

/** Where accounts without a session begin; Telegram sends them on. */
const FIRST_CENTRE = 2;

/** The client of the package `telegram`, with limits of time, without its own waits and with failures of one kind. */
export class TelegramSession {
  private isClosed = false;

  private constructor(
    readonly client: TelegramClient,
    private readonly session: StringSession,
    /** Aborted with the failure of the connection. */
    private readonly broken: AbortSignal,
    /** Aborted when a connection has ended: updates are lost until the next one. */
    readonly interrupted: AbortSignal,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws UpstreamError proxy_failed, unavailable, account_refused, limited; the signal's reason when it was aborted */
  static async open({
    apiId,
    apiHash,
    session: text,
    centres,
    centre = FIRST_CENTRE,
    connect,
    signal,
  }: SessionOptions): Promise<TelegramSession> {
    signal.throwIfAborted();
    const session = readSession(text);
    const broken = new AbortController();
    const interrupted = new AbortController();
    const wire = {
      centres,
      open: async (host: string, port: number) => {
        // The package tries again by itself, also after `disconnect`.
        if (opened.isClosed) throw new UpstreamError('unavailable', { text: 'the session is closed' });
        return connect(host, port);
      },
      failed: (error: unknown) => broken.abort(error),
      refused: (code: number) => broken.abort(transportRefusal(code)),
      ended: () => interrupted.abort(new UpstreamError('unavailable', { text: 'the connection ended' })),
    };
    // The address is not used: the connection takes it from the settings.
    if (text === '') session.setDC(centre, '127.0.0.1', 443);
    const client = new TelegramClient(session, apiId, apiHash, {
      connection: connectionClass(wire),
      networkSocket: socketClass(wire),
      // Waits are the runner's; the second try is for an account that lives in another data centre.
      floodSleepThreshold: 0,
      requestRetries: 2,
      connectionRetries: 1,
      reconnectRetries: 1,
      retryDelay: 0,
      baseLogger: new Logger(LogLevel.NONE),
    });
    const opened = new TelegramSession(client, session, broken.signal, interrupted.signal, signal);
    try {
      if (!(await opened.within(client.connect(), OPEN_MS))) throw new UpstreamError('unavailable', { text: 'no connection' });
      return opened;
    } catch (error) {
      await opened.close();
      signal.throwIfAborted();
      throw refusalOf(error, '');
    }
  }

  /** Sends a request. Throws what the package throws; the signal's reason when it was aborted. */
  call<R extends Api.AnyRequest>(request: R): Promise<R['__response']> {
    return this.within(this.client.invoke(request), CALL_MS);
  }

  /** Waits for a request, or for several that follow from one another, within a limit of time. */
  within<T>(work: Promise<T>, milliseconds: number = CALL_MS): Promise<T> {
    const ending = AbortSignal.any([this.signal, this.broken, AbortSignal.timeout(milliseconds)]);
    return new Promise((resolve, reject) => {
      const stop = () => reject(ending.reason);
      if (ending.aborted) stop();
      ending.addEventListener('abort', stop, { once: true });
      work.then(resolve, reject).finally(() => ending.removeEventListener('abort', stop));
    });
  }

  /** The same session for another step, whose signal ends its requests. */
  under = (signal: AbortSignal): TelegramSession =>
    new TelegramSession(this.client, this.session, this.broken, this.interrupted, AbortSignal.any([signal, this.signal]));

  /** Calls back with every update that Telegram pushes. */
  listen(received: (update: Api.TypeUpdate | Api.TypeUpdates) => void): void {
    this.client.addEventHandler(received, new Raw({}));
  }

  /** The session as text; whoever has it is signed in. */
  save = (): string => this.session.save();

  /** Ends every connection, and keeps the package from opening new ones. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.client.destroy().catch(() => undefined);
  }
}

function readSession(text: string): StringSession {
  try {
    return new StringSession(text);
  } catch {
    throw new UpstreamError('account_refused', { text: 'the session of the account cannot be read' });
  }
}
