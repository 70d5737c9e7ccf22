import { Inject, Injectable } from '@nestjs/common';
import { Database, newId, SCHEDULER, SETTINGS } from '@leakwatch/platform';
import { BotApi, BotFault } from './bot-api.ts';
import { type BotLease, botName, leaseBot, maySend, nameBot, pauseBot, releaseBot } from './telegram-bot.store.ts';
import type { AdminSettings } from '../../settings.ts';

/** The bot of this installation, and this process's lease on it: one process at a time polls and sends. */
@Injectable()
export class TelegramBot {
  /** undefined without a token in the settings. */
  readonly api: BotApi | undefined;
  /** The number of the bot: the public part of the token. */
  readonly id: number;
  readonly holder = newId();
  private isNamed = false;

  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) settings: AdminSettings,
  ) {
    const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_BOT_API_URL: base } = settings;
    this.api = token === undefined ? undefined : new BotApi(base, token);
    this.id = Number(token?.split(':')[0] ?? 0);
  }

  /** Acquires or renews the lease; undefined while another process holds it. */
  lease(): Promise<BotLease | undefined> {
    return this.database.inScope(SCHEDULER, (em) => leaseBot(em, this.id, this.holder));
  }

  maySend(): Promise<boolean> {
    return this.database.inScope(SCHEDULER, (em) => maySend(em, this.id, this.holder));
  }

  release(): Promise<void> {
    return this.database.inScope(SCHEDULER, (em) => releaseBot(em, this.id, this.holder));
  }

  pause(seconds: number): Promise<void> {
    return this.database.inScope(SCHEDULER, (em) => pauseBot(em, this.id, seconds));
  }

  /** Stores the bot's name, which invite links contain; asks the Bot API once in a process. Throws BotFault. */
  async learnName(): Promise<void> {
    if (this.isNamed || this.api === undefined) return;
    const { id, username } = await this.api.me();
    if (id !== this.id) throw new BotFault('refused', 'getMe: the answer names another bot');
    await this.database.inScope(SCHEDULER, (em) => nameBot(em, this.id, username));
    this.isNamed = true;
  }

  /** null until the Bot API has answered once. */
  name(): Promise<string | null> {
    return this.database.inScope(SCHEDULER, (em) => botName(em, this.id));
  }
}
