import { Inject, Injectable } from '@nestjs/common';
import type { NotificationSettings } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY, SETTINGS } from '@leakwatch/platform';
import { activeAccount } from '../accounts/account.store.ts';
import { signedIn } from '../accounts/signed-in.ts';
import { Invitations } from './invitation.ts';
import { telegramOffReason } from './may-telegram.ts';
import { TelegramBot } from '../telegram-notifications/bot/telegram-bot.ts';
import { telegramLinkOf } from '../telegram-notifications/chats/telegram-link.store.ts';
import type { AdminSettings } from '../settings.ts';

/** The caller's notification settings, including the state of the Telegram chat. */
@Injectable()
export class DescribeNotificationSettings {
  constructor(
    private readonly database: Database,
    private readonly bot: TelegramBot,
    private readonly invitations: Invitations,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  async run(caller: Caller): Promise<NotificationSettings> {
    const { id } = signedIn(caller);
    const { account, off, link } = await this.database.inScope(IDENTITY, async (em) => ({
      account: await activeAccount(em, id),
      off: await telegramOffReason(em, id, this.bot),
      link: await telegramLinkOf(em, id),
    }));
    const name = link.status === 'start' && off === null ? await this.bot.name() : null;
    const shown = name !== null && link.request !== null ? await this.invitations.show(name, link.request) : null;
    return {
      telegram_notifications: {
        enabled: off === null,
        off_because: off,
        status: link.paused ? 'authorization' : link.status === 'muted' ? 'inactive' : link.status,
        paused: link.paused,
        telegram_handler: link.status === 'muted' ? null : link.handler,
        invite_link: shown?.invite_link ?? null,
        invite_qr: shown?.invite_qr ?? null,
        request: link.expires === null && !link.paused ? null : link.request,
        expires: link.expires?.toISOString() ?? null,
      },
      email_notifications: { enabled: account.email_notifications },
      digest_interval: this.settings.DIGEST_INTERVAL_SECONDS,
    };
  }
}
