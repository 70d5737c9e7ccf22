import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY } from '@leakwatch/platform';
import { activeAccount } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { describeChange } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { TelegramBot } from '../telegram-notifications/bot/telegram-bot.ts';
import { confirmChat } from '../telegram-notifications/chats/telegram-link.store.ts';
import { queueTelegram } from '../telegram-notifications/messages/telegram-message.store.ts';
import { requireTelegram, telegramOffReason } from './may-telegram.ts';

/** Connects a chat after the person has checked its name. Notifies the chat, and the owner by mail. */
@Injectable()
export class ConfirmChat {
  constructor(
    private readonly database: Database,
    private readonly bot: TelegramBot,
  ) {}

  /** Throws telegram_by_organisation, telegram_not_set_up, telegram_request_over. */
  async run(caller: Caller, request: string): Promise<void> {
    const { id } = signedIn(caller);
    await this.database.inScope(IDENTITY, async (em) => {
      const account = await activeAccount(em, id);
      requireTelegram(await telegramOffReason(em, id, this.bot));
      const chat = await confirmChat(em, id, request);
      if (chat === undefined) throw new Conflict('telegram_request_over');
      await recordAudit(em, { kind: 'telegram_connected', account: id, from: caller, detail: { chat } });
      await queueMail(em, 'telegram_connected', { account: id }, { ...describeChange(caller), chat });
      await queueTelegram(em, id, 'connected', { email: account.email });
    });
  }
}
