import { Injectable } from '@nestjs/common';
import type { AnswerOf, inviteTelegram } from '@leakwatch/contracts';
import { type Caller, Conflict, Database, IDENTITY, newId, sha256Hex, Unavailable } from '@leakwatch/platform';
import { signedIn } from '../accounts/signed-in.ts';
import { BotFault } from '../telegram-notifications/bot/bot-api.ts';
import { Invitations } from './invitation.ts';
import { requireTelegram, telegramOffReason } from './may-telegram.ts';
import { TelegramBot } from '../telegram-notifications/bot/telegram-bot.ts';
import { openInvitation } from '../telegram-notifications/chats/telegram-link.store.ts';

/** Makes an invite link. It replaces an earlier link and a chat that waits for confirmation, but not a connected chat. */
@Injectable()
export class InviteChat {
  constructor(
    private readonly database: Database,
    private readonly bot: TelegramBot,
    private readonly invitations: Invitations,
  ) {}

  /** Throws telegram_by_organisation, telegram_not_set_up, telegram_unavailable, telegram_connected. */
  async run(caller: Caller): Promise<AnswerOf<typeof inviteTelegram>> {
    const { id: account } = signedIn(caller);
    const request = newId();
    const codeHash = sha256Hex(this.invitations.codeOf(request));
    requireTelegram(await this.database.inScope(IDENTITY, (em) => telegramOffReason(em, account, this.bot)));
    const name = (await this.bot.name()) ?? (await this.nameNow());
    const expires = await this.database.inScope(IDENTITY, (em) => openInvitation(em, { account, request, codeHash }));
    if (expires === undefined) throw new Conflict('telegram_connected');
    return { ...(await this.invitations.show(name, request)), request, expires: expires.toISOString() };
  }

  /** Asks the Bot API: after the first start the poll may not have stored the name yet. */
  private async nameNow(): Promise<string> {
    await this.bot.learnName().catch((error: unknown) => {
      if (!(error instanceof BotFault)) throw error;
    });
    const name = await this.bot.name();
    if (name === null) throw new Unavailable('telegram_unavailable');
    return name;
  }
}
