import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import { Api } from 'telegram';
import type { Access } from '../accounts/access.port.ts';
import { AccountPool } from '../accounts/account-pool.ts';
import { UpstreamError } from '../accounts/upstream-error.ts';
import { TelegramSource } from '../sources/telegram/telegram.source.ts';
import { refusalOf } from '../upstreams/telegram/telegram-refusal.ts';
import type { TelegramSession } from '../upstreams/telegram/telegram-session.ts';
import { TelegramSessions } from '../upstreams/telegram/telegram-sessions.ts';
import { noticeOf, Notices } from './notices.ts';
import { askAgain, pushChannels, pushMemberships, watchingOrganisations } from './pushed-units.store.ts';

/** Until accounts that nobody listens with are looked for again. */
const LOOK_MS = 2_000;
/** Longer for a process with more accounts, so that processes that start together share them. */
const SHARE_MS = 1_000;
/** After a listener ended, or where no task names a channel. */
const PAUSE_MS = 5_000;
/** Notices are gathered for so long, so that a flood of messages is one write. */
const GATHER_MS = 500;
/** Accounts that one process keeps: each is a connection and a session of the client. */
const LISTENERS_MAX = 50;
/** Of the lease's contract. */
const ORGANISATIONS_MAX = 10_000;

/**
 * Keeps the accounts of Telegram leased, with one connection each, over which Telegram pushes updates of channels that the account has joined. Steps
 * of this process read with the same connections.
 */
@Injectable()
export class ListenToUpdates implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly listeners = new Set<Promise<void>>();
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly pool: AccountPool,
    private readonly sessions: TelegramSessions,
    private readonly source: TelegramSource,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    this.looking = this.look();
  }

  async onModuleDestroy() {
    this.stopping.abort(new Error('the crawler stops'));
    await this.looking;
    await Promise.all(this.listeners);
  }

  /** Accounts that this process listens with. */
  get count(): number {
    return this.listeners.size;
  }

  private async look(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const pause = await this.begin().catch((error: unknown) => {
        this.logger.warn({ error: String(error) }, 'no account could be listened with');
        return PAUSE_MS;
      });
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Listens with one more account, where one is free. Returns the milliseconds until the next one is looked for. */
  private async begin(): Promise<number> {
    if (this.listeners.size >= LISTENERS_MAX) return PAUSE_MS;
    const organisations = await this.database.inScope(SCHEDULER, (em) => watchingOrganisations(em, ORGANISATIONS_MAX));
    if (organisations.length === 0) return PAUSE_MS;
    let began: () => void = () => undefined;
    const beginning = new Promise<number>((resolve) => {
      began = () => resolve(this.listeners.size * SHARE_MS);
    });
    const listening = this.listen(organisations, () => {
      this.listeners.add(ended);
      began();
    });
    const ended = listening.then(() => undefined).finally(() => this.listeners.delete(ended));
    return Promise.race([beginning, listening]);
  }

  /** Never throws. Returns the milliseconds until another account is looked for. */
  private async listen(organisations: readonly string[], began: () => void): Promise<number> {
    const { kind: source, rates } = this.source;
    const resource = this.source.resources.ask();
    const { signal } = this.stopping;
    const wanted = { source, accounts: 'required', organisations, resource, rates, purpose: 'crawl', signal } as const;
    try {
      await this.pool.keep(wanted, async (access, held, lend) => {
        began();
        await this.listenWith(access, held, lend);
      });
      return 0;
    } catch (error) {
      if (signal.aborted) return 0;
      const isNone = error instanceof UpstreamError && (error.failure === 'limited' || error.failure === 'no_account');
      if (isNone) return LOOK_MS;
      this.logger.info(
        { source, reason: error instanceof UpstreamError ? (error.text ?? error.failure) : String(error) },
        'a listener ended',
      );
      return PAUSE_MS;
    }
  }

  /** Until the connection or the lease ends: always throws. */
  private async listenWith(access: Access, signal: AbortSignal, lend: () => void): Promise<void> {
    const account = access.account ?? '';
    const notices = new Notices();
    const session = await this.sessions.keep(access, signal);
    session.listen((update) => {
      const notice = noticeOf(update);
      if (notice !== null) notices.add(notice);
    });
    await begin(session, signal);
    // Updates that came while nobody listened are lost.
    await this.database.inScope(SCHEDULER, (em) => pushMemberships(em, account));
    lend();
    const ending = AbortSignal.any([signal, session.interrupted]);
    while (!ending.aborted) {
      await this.write(account, notices);
      await sleep(GATHER_MS, undefined, { signal: ending }).catch(() => undefined);
    }
    throw ending.reason;
  }

  private async write(account: string, notices: Notices): Promise<void> {
    const taken = notices.take();
    if (taken === undefined) return;
    const isLeft = await this.database.inScope(SCHEDULER, async (em) => {
      await pushChannels(em, taken.channels);
      if (taken.lost) await pushMemberships(em, account);
      return taken.memberships.length > 0 && (await askAgain(em, account, taken.memberships));
    });
    if (isLeft) for (const id of taken.memberships) notices.add({ kind: 'membership', id });
  }
}

/** Telegram pushes updates to a connection from its first request on. */
async function begin(session: TelegramSession, signal: AbortSignal): Promise<void> {
  try {
    await session.call(new Api.updates.GetState());
  } catch (error) {
    signal.throwIfAborted();
    throw refusalOf(error, '');
  }
}
