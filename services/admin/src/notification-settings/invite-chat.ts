import { Injectable } from '@nestjs/common';
import type { AnswerOf, inviteTelegram } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, IDENTITY, newId, NotAuthenticated, sha256Hex, Unavailable } from '@leakwatch/platform';
import { BotFault } from '../telegram-notifications/bot/bot-api.ts';
import { Invitations } from './invitation.ts';
import { requireTelegram, telegramOffReason } from './may-telegram.ts';
import { TelegramBot } from '../telegram-notifications/bot/telegram-bot.ts';
import { openInvitation } from '../telegram-notifications/chats/telegram-link.store.ts';

/** A new invite link; the one before, and a chat that waited, are over. A connected chat is let go first. */
@Injectable()
export class InviteChat {
  constructor(
    private readonly database: Database,
    private readonly bot: TelegramBot,
    private readonly invitations: Invitations,
  ) {}

  async run({ account }: Caller): Promise<AnswerOf<typeof inviteTelegram>> {
    if (account === null) throw new NotAuthenticated();
    const request = newId();
    const codeHash = sha256Hex(this.invitations.codeOf(request));
    requireTelegram(await this.database.inScope(IDENTITY, (em) => telegramOffReason(em, account.id, this.bot)));
    const name = (await this.bot.name()) ?? (await this.nameNow());
    const expires = await this.database.inScope(IDENTITY, (em) => openInvitation(em, { account: account.id, request, codeHash }));
    if (expires === undefined) throw new Conflict('telegram_connected');
    return { ...(await this.invitations.show(name, request)), request, expires: expires.toISOString() };
  }

  /** Nobody has reached the bot yet: this installation has just started, or Telegram is away. */
  private async nameNow(): Promise<string> {
    await this.bot.learnName().catch((error: unknown) => {
      if (!(error instanceof BotFault)) throw error;
    });
    const name = await this.bot.name();
    if (name === null) throw new Unavailable('telegram_unavailable');
    return name;
  }
}
