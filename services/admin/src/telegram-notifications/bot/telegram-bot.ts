import { Inject, Injectable } from '@nestjs/common';
import { Database, newId, SCHEDULER, SETTINGS } from '@leakwatch/platform';
import { BotApi, BotFault } from './bot-api.ts';
import { type BotLease, botName, leaseBot, maySend, nameBot, pauseBot, releaseBot } from './telegram-bot.store.ts';
import type { AdminSettings } from '../../settings.ts';

/** The bot of this installation, and this process's right to speak for it. */
@Injectable()
export class TelegramBot {
  /** undefined where no token is set. */
  readonly api: BotApi | undefined;
  /** The number of the bot: the part of a token that is no secret. */
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

  /** The right to speak for it; undefined while another process has it. */
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

  /** Asks once in a process what the bot is called: links are made with it. Throws BotFault. */
  async learnName(): Promise<void> {
    if (this.isNamed || this.api === undefined) return;
    const { id, username } = await this.api.me();
    if (id !== this.id) throw new BotFault('refused', 'getMe: another bot answers');
    await this.database.inScope(SCHEDULER, (em) => nameBot(em, this.id, username));
    this.isNamed = true;
  }

  /** null until it was reached. */
  name(): Promise<string | null> {
    return this.database.inScope(SCHEDULER, (em) => botName(em, this.id));
  }
}
