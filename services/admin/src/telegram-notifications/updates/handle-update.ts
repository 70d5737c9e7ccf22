import { Injectable } from '@nestjs/common';
import { Database, type RateLimit, RateLimiter, SCHEDULER, sha256Hex, type SqlEntityManager } from '@leakwatch/platform';
import { recordAudit } from '../../audit/audit.store.ts';
import type { RawUpdate } from '../bot/bot-api.ts';
import { type BotEvent, readUpdate } from './read-update.ts';
import { markUpdateHandled } from '../bot/telegram-bot.store.ts';
import { blockChat, stopChat, redeemInvitation, unblockChat } from '../chats/telegram-link.store.ts';
import { queueReply } from '../messages/telegram-message.store.ts';
import { handlerOf, INVITE_CODE, localeOf, readCommand } from './chat-message.domain.ts';

/** Messages of one chat, including attempts to use a code. */
const CHAT_LIMIT: RateLimit = { name: 'telegram_chat', attempts: 20, seconds: 600 };

type TextEvent = Extract<BotEvent, { kind: 'text' }>;

/** Audit records of a chat have no address: Telegram does not transmit one. */
const FROM_TELEGRAM = { address: '', user_agent: 'Telegram' };

/**
 * Handles an update of the bot, once: its effects, the answers in the outbox and the mark that it was handled are one
 * transaction. A chat over its rate limit gets no answers.
 */
@Injectable()
export class HandleUpdate {
  constructor(
    private readonly database: Database,
    private readonly limiter: RateLimiter,
  ) {}

  async run(update: RawUpdate, bot: number, holder: string): Promise<void> {
    const event = readUpdate(update);
    const isAnswered = event?.kind === 'text' && (await this.limiter.take(CHAT_LIMIT, String(event.from.id))).allowed;
    await this.database.inScope(SCHEDULER, async (em) => {
      if (!(await markUpdateHandled(em, bot, holder, update.update_id)) || event === null) return;
      if (event.kind === 'text') await this.handleMessage(em, event, isAnswered);
      else if (event.kind === 'blocked') await blockChat(em, event.chat);
      else await unblockChat(em, event.chat);
    });
  }

  private async handleMessage(em: SqlEntityManager, { text, from, language }: TextEvent, isAnswered: boolean): Promise<void> {
    const command = readCommand(text);
    const locale = localeOf(language);
    if (command.name === 'stop') return this.stop(em, from.id, locale, isAnswered);
    // A chat over its rate limit cannot try codes either.
    if (!isAnswered) return;
    if (command.name === 'other') return queueReply(em, from.id, 'help', locale);
    if (command.code === null) return queueReply(em, from.id, (await unblockChat(em, from.id)) > 0 ? 'already' : 'help', locale);
    const taken = INVITE_CODE.test(command.code)
      ? await redeemInvitation(em, sha256Hex(command.code), { id: from.id, handler: handlerOf(from) })
      : undefined;
    return queueReply(em, from.id, taken === undefined ? 'code_bad' : 'started', taken?.locale ?? locale);
  }

  private async stop(em: SqlEntityManager, chat: number, locale: ReturnType<typeof localeOf>, isAnswered: boolean): Promise<void> {
    const stopped = await stopChat(em, chat);
    for (const { account_id: account, handler } of stopped)
      await recordAudit(em, { kind: 'telegram_disconnected', account, from: FROM_TELEGRAM, detail: { chat: handler ?? '' } });
    const [first] = stopped;
    if (isAnswered) await queueReply(em, chat, first === undefined ? 'nothing_to_stop' : 'stopped', first?.locale ?? locale);
  }
}
