import { Injectable } from '@nestjs/common';
import { type Caller, Conflict, Database, IDENTITY, NotAuthenticated } from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { accountById } from '../accounts/account.store.ts';
import { describeChange } from '../mails/describe-change.ts';
import { queueMail } from '../mails/mail.store.ts';
import { requireTelegram, telegramOffReason } from './may-telegram.ts';
import { TelegramBot } from '../telegram-notifications/bot/telegram-bot.ts';
import { confirmChat } from '../telegram-notifications/chats/telegram-link.store.ts';
import { queueTelegram } from '../telegram-notifications/messages/telegram-message.store.ts';

/** The person has seen whose chat it is, and says yes: the chat and the owner's mailbox are told. */
@Injectable()
export class ConfirmChat {
  constructor(
    private readonly database: Database,
    private readonly bot: TelegramBot,
  ) {}

  async run(caller: Caller, request: string): Promise<void> {
    const { account: signedIn } = caller;
    if (signedIn === null) throw new NotAuthenticated();
    await this.database.inScope(IDENTITY, async (em) => {
      const account = await accountById(em, signedIn.id);
      if (account === undefined) throw new NotAuthenticated();
      requireTelegram(await telegramOffReason(em, account.id, this.bot));
      const chat = await confirmChat(em, account.id, request);
      if (chat === undefined) throw new Conflict('telegram_request_over');
      await recordAudit(em, { kind: 'telegram_connected', account: account.id, from: caller, detail: { chat } });
      await queueMail(em, 'telegram_connected', { account: account.id }, { ...describeChange(caller), chat });
      await queueTelegram(em, account.id, 'connected', { email: account.email });
    });
  }
}
