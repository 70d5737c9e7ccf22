import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { LOGGER, type Logger } from '@leakwatch/platform';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BotApi, BotFault, type RawUpdate } from '../bot/bot-api.ts';
import { HandleUpdate } from './handle-update.ts';
import { TelegramBot } from '../bot/telegram-bot.ts';

/** How often a process without the lease tries to acquire it. */
const STAND_BY_MS = 5_000;
/** So that the end of a pause is not asked for again and again. */
const LEAST_PAUSE_MS = 50;
/** A bad token or a second reader needs an administrator. */
const PAUSES_MS = { refused: 300_000, conflict: 15_000 } as const;
const BACK_OFF_MS = { first: 1_000, most: 60_000 };
/** An update is skipped after so many failures, because the later updates wait for it. */
const MAX_ATTEMPTS = 5;

/** Receives the bot's updates by long polling while the service runs, in the process that holds the bot's lease. */
@Injectable()
export class PollUpdates implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private failures = 0;
  private stuck = { update: -1, attempts: 0 };

  constructor(
    private readonly bot: TelegramBot,
    private readonly handle: HandleUpdate,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    const { api } = this.bot;
    if (api !== undefined) this.running = this.loop(api);
  }

  async beforeApplicationShutdown() {
    this.stopping.abort();
    await this.running;
  }

  private async loop(api: BotApi): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const pause = await this.round(api).catch((error: unknown) => this.pauseAfterFailure(error));
      if (pause > 0) await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
    await this.bot.release().catch(() => undefined);
  }

  /** One poll. Returns the pause after it, in milliseconds. */
  private async round(api: BotApi): Promise<number> {
    const lease = await this.bot.lease();
    if (lease === undefined) return STAND_BY_MS;
    if (lease.paused_ms !== null) return Math.min(STAND_BY_MS, Math.max(lease.paused_ms, LEAST_PAUSE_MS));
    await this.bot.learnName();
    for (const update of await api.updates(lease.next_offset, this.stopping.signal)) await this.take(update);
    this.failures = 0;
    return 0;
  }

  private async take(update: RawUpdate): Promise<void> {
    const { update_id: id } = update;
    try {
      await this.handle.run(update, this.bot.id, this.bot.holder);
    } catch (error) {
      this.stuck = { update: id, attempts: this.stuck.update === id ? this.stuck.attempts + 1 : 1 };
      if (this.stuck.attempts < MAX_ATTEMPTS) throw error;
      this.logger.error({ update: id, error: String(error) }, 'an update of the bot was skipped');
      await this.handle.run({ update_id: id }, this.bot.id, this.bot.holder);
    }
  }

  private async pauseAfterFailure(error: unknown): Promise<number> {
    if (this.stopping.signal.aborted) return 0;
    this.failures += 1;
    const backOff = Math.min(BACK_OFF_MS.first * 2 ** (this.failures - 1), BACK_OFF_MS.most);
    if (!(error instanceof BotFault)) {
      this.logger.warn({ error: String(error) }, 'the updates of the bot could not be read');
      return backOff;
    }
    this.logger[error.kind === 'refused' ? 'error' : 'warn'](
      { fault: error.kind, error: error.message },
      'the updates of the bot could not be read',
    );
    if (error.kind === 'limited') await this.bot.pause(error.retryAfter).catch(() => undefined);
    if (error.kind === 'refused' || error.kind === 'conflict') return PAUSES_MS[error.kind];
    return error.kind === 'limited' ? 50 : backOff;
  }
}
