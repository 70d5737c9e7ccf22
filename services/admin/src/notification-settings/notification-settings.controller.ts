import { Controller } from '@nestjs/common';
import {
  confirmTelegram,
  disableTelegram,
  getNotificationSettings,
  type InputOf,
  inviteTelegram,
  setEmailNotifications,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, NotAuthenticated, rows, Serves, sql } from '@leakwatch/platform';
import { recordAudit } from '../audit/audit.store.ts';
import { ConfirmChat } from './confirm-chat.ts';
import { DescribeNotificationSettings } from './describe-notification-settings.ts';
import { InviteChat } from './invite-chat.ts';
import { disableLink } from '../telegram-notifications/chats/telegram-link.store.ts';

@Controller()
export class NotificationSettingsController {
  constructor(
    private readonly describe: DescribeNotificationSettings,
    private readonly invite: InviteChat,
    private readonly confirm: ConfirmChat,
    private readonly database: Database,
  ) {}

  @Serves(getNotificationSettings)
  get(@FromCaller() caller: Caller) {
    return this.describe.run(caller);
  }

  @Serves(setEmailNotifications)
  async patchEmail(@FromRequest() input: InputOf<typeof setEmailNotifications>, @FromCaller() { account }: Caller) {
    if (account === null) throw new NotAuthenticated();
    const { email_notifications: on } = input.body;
    await this.database.inScope(IDENTITY, (em) =>
      rows(em, sql`update admin.account set email_notifications = ${on} where id = ${account.id}`),
    );
    return { ok: true };
  }

  @Serves(inviteTelegram)
  postInvite(@FromCaller() caller: Caller) {
    return this.invite.run(caller);
  }

  @Serves(confirmTelegram)
  async postConfirm(@FromRequest() input: InputOf<typeof confirmTelegram>, @FromCaller() caller: Caller) {
    await this.confirm.run(caller, input.body.request);
    return { ok: true };
  }

  @Serves(disableTelegram)
  async postDisable(@FromCaller() caller: Caller) {
    const { account } = caller;
    if (account === null) throw new NotAuthenticated();
    await this.database.inScope(IDENTITY, async (em) => {
      const chat = await disableLink(em, account.id);
      if (chat !== undefined) await recordAudit(em, { kind: 'telegram_disconnected', account: account.id, from: caller, detail: { chat } });
    });
    return { ok: true };
  }
}
