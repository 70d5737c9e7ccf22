import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import {
  consoleAddress,
  Database,
  deliverDue,
  LOGGER,
  type Logger,
  type OutboxPolicy,
  RetryAfter,
  SCHEDULER,
  Schedule,
  SETTINGS,
} from '@leakwatch/platform';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminSettings } from '../../settings.ts';
import { type BotApi, BotFault } from '../bot/bot-api.ts';
import { TelegramBot } from '../bot/telegram-bot.ts';
import { blockChat } from '../chats/telegram-link.store.ts';
import { type ClaimedMessage, claimMessage, deleteMessage, retryMessageIn } from './telegram-message.store.ts';
import { en } from './texts/en.ts';
import { ru } from './texts/ru.ts';

const TEXTS = { ru, en };
const TICK_MS = 1_000;
/** Telegram accepts about 30 messages a second from a bot. */
const GAP_MS = 40;
/** A notification that is a day late is of no use. */
const POLICY: OutboxPolicy = { name: 'telegram message', pausesSeconds: [2, 10, 60, 300, 900], giveUpMs: 86_400_000 };

/** Delivers the messages of the outbox, in the process that holds the bot's lease. */
@Injectable()
export class DeliverMessages extends Schedule {
  constructor(
    private readonly database: Database,
    private readonly bot: TelegramBot,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    const { api } = this.bot;
    return api === undefined ? Promise.resolve() : this.once(() => this.run(api));
  }

  private run(api: BotApi): Promise<number> {
    const { database, logger } = this;
    const remove = ({ id }: ClaimedMessage) => database.inScope(SCHEDULER, (em) => deleteMessage(em, id));
    return deliverDue<ClaimedMessage>({
      policy: POLICY,
      logger,
      mayContinue: () => this.bot.maySend(),
      claim: () => database.inScope(SCHEDULER, claimMessage),
      deliver: (message) => this.deliver(api, message),
      complete: remove,
      drop: remove,
      retryIn: ({ id }, seconds) => database.inScope(SCHEDULER, (em) => retryMessageIn(em, id, seconds)),
    });
  }

  private async deliver(api: BotApi, { chat, kind, locale, details }: ClaimedMessage): Promise<'delivered' | 'unwanted'> {
    if (chat === null) return 'unwanted';
    try {
      await api.send(chat, TEXTS[locale][kind]({ settings: consoleAddress(this.settings, '/settings'), details }));
    } catch (error) {
      return this.afterFault(chat, error);
    } finally {
      await sleep(GAP_MS);
    }
    return 'delivered';
  }

  private async afterFault(chat: number, error: unknown): Promise<'unwanted'> {
    if (error instanceof BotFault && error.kind === 'limited') {
      await this.bot.pause(error.retryAfter);
      throw new RetryAfter(error.retryAfter, error);
    }
    if (!(error instanceof BotFault) || error.kind !== 'chat_closed') throw error;
    await this.database.inScope(SCHEDULER, (em) => blockChat(em, chat));
    return 'unwanted';
  }
}
