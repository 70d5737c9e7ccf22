import { Inject, Injectable } from '@nestjs/common';
import type { NotificationSettings } from '@leakwatch/contracts';
import { type Caller, Database, IDENTITY, NotAuthenticated, row, SETTINGS, sql } from '@leakwatch/platform';
import { Invitations } from './invitation.ts';
import { telegramOffReason } from './may-telegram.ts';
import { TelegramBot } from '../telegram-notifications/bot/telegram-bot.ts';
import { telegramLinkOf } from '../telegram-notifications/chats/telegram-link.store.ts';
import type { AdminSettings } from '../settings.ts';

/** The notifications of the caller (spec/1-console section 3, 'Telegram notifications'). */
@Injectable()
export class DescribeNotificationSettings {
  constructor(
    private readonly database: Database,
    private readonly bot: TelegramBot,
    private readonly invitations: Invitations,
    @Inject(SETTINGS) private readonly settings: AdminSettings,
  ) {}

  async run({ account }: Caller): Promise<NotificationSettings> {
    if (account === null) throw new NotAuthenticated();
    const { byMail, off, link } = await this.database.inScope(IDENTITY, async (em) => ({
      byMail: await row(em, sql<{ enabled: boolean }>`select email_notifications as enabled from admin.account where id = ${account.id}`),
      off: await telegramOffReason(em, account.id, this.bot),
      link: await telegramLinkOf(em, account.id),
    }));
    if (byMail === undefined) throw new NotAuthenticated();
    const name = link.status === 'start' && off === null ? await this.bot.name() : null;
    const shown = name !== null && link.request !== null ? await this.invitations.show(name, link.request) : null;
    return {
      telegram_notifications: {
        enabled: off === null,
        off_because: off,
        status: link.status,
        telegram_handler: link.handler,
        invite_link: shown?.invite_link ?? null,
        invite_qr: shown?.invite_qr ?? null,
        request: link.expires === null ? null : link.request,
        expires: link.expires?.toISOString() ?? null,
      },
      email_notifications: byMail,
      digest_interval: this.settings.DIGEST_INTERVAL_SECONDS,
    };
  }
}
