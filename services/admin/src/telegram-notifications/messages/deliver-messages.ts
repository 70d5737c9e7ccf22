import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { consoleAddress, Database, LOGGER, type Logger, SCHEDULER, SETTINGS, type ServiceSettings } from '@leakwatch/platform';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BotApi, BotFault } from '../bot/bot-api.ts';
import { TelegramBot } from '../bot/telegram-bot.ts';
import { blockChat } from '../chats/telegram-link.store.ts';
import { type ClaimedMessage, claimMessage, deleteMessage, retryMessageIn } from './telegram-message.store.ts';
import { MESSAGE_TEXTS } from './message-texts.ts';

const TICK_MS = 1_000;
/** Telegram takes about 30 messages a second of a bot. */
const GAP_MS = 40;
const PAUSES_SECONDS = [2, 10, 60, 300, 900];
/** A message that nobody got for a day tells nobody anything. */
const GIVE_UP_MS = 86_400_000;

/** Sends what stands in the outbox, from the process that speaks for the bot. */
@Injectable()
export class DeliverMessages implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    private readonly bot: TelegramBot,
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap() {
    const { api } = this.bot;
    if (api !== undefined) this.timer = setInterval(() => this.tick(api), TICK_MS);
  }

  async beforeApplicationShutdown() {
    clearInterval(this.timer);
    await this.running;
  }

  private tick(api: BotApi): void {
    this.running ??= this.run(api)
      .catch((error: unknown) => this.logger.warn({ error: String(error) }, 'messages of the bot not sent'))
      .finally(() => {
        this.running = undefined;
      });
  }

  private async run(api: BotApi): Promise<void> {
    while (await this.bot.maySend()) {
      const message = await this.database.inScope(SCHEDULER, claimMessage);
      if (message === undefined) return;
      await this.send(api, message);
      await sleep(GAP_MS);
    }
  }

  private async send(api: BotApi, message: ClaimedMessage): Promise<void> {
    const { id, chat, kind, locale, details } = message;
    try {
      const settings = consoleAddress(this.settings, '/settings');
      if (chat !== null) await api.send(chat, MESSAGE_TEXTS[locale][kind]({ settings, details }));
      await this.database.inScope(SCHEDULER, (em) => deleteMessage(em, id));
    } catch (error) {
      await this.putBack(message, error);
    }
  }

  private async putBack({ id, chat, attempts, created, kind }: ClaimedMessage, error: unknown): Promise<void> {
    const fault = error instanceof BotFault ? error : undefined;
    if (fault?.kind === 'limited') {
      await this.bot.pause(fault.retryAfter);
      return this.database.inScope(SCHEDULER, (em) => retryMessageIn(em, id, fault.retryAfter));
    }
    if (fault?.kind === 'chat_closed' && chat !== null) {
      return this.database.inScope(SCHEDULER, async (em) => {
        await blockChat(em, chat);
        await deleteMessage(em, id);
      });
    }
    const over = Date.now() - created.getTime() > GIVE_UP_MS;
    this.logger.warn(
      { message: id, kind, attempts, error: String(error) },
      over ? 'message of the bot given up' : 'message of the bot not sent',
    );
    const pause = PAUSES_SECONDS[Math.min(attempts, PAUSES_SECONDS.length) - 1] ?? 0;
    return this.database.inScope(SCHEDULER, (em) => (over ? deleteMessage(em, id) : retryMessageIn(em, id, pause)));
  }
}
