import { Controller } from '@nestjs/common';
import {
  confirmTelegram,
  disableTelegram,
  getNotificationSettings,
  type InputOf,
  inviteTelegram,
  setEmailNotifications as setEmailNotificationsRoute,
} from '@leakwatch/contracts';
import { type Caller, Database, FromCaller, FromRequest, IDENTITY, Serves } from '@leakwatch/platform';
import { signedIn } from '../accounts/signed-in.ts';
import { recordAudit } from '../audit/audit.store.ts';
import { ConfirmChat } from './confirm-chat.ts';
import { DescribeNotificationSettings } from './describe-notification-settings.ts';
import { InviteChat } from './invite-chat.ts';
import { setEmailNotifications } from './notification-settings.store.ts';
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

  @Serves(setEmailNotificationsRoute)
  async patchEmail(@FromRequest() input: InputOf<typeof setEmailNotificationsRoute>, @FromCaller() caller: Caller) {
    const { id } = signedIn(caller);
    await this.database.inScope(IDENTITY, (em) => setEmailNotifications(em, id, input.body.email_notifications));
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
    const { id: account } = signedIn(caller);
    await this.database.inScope(IDENTITY, async (em) => {
      const chat = await disableLink(em, account);
      if (chat !== undefined) await recordAudit(em, { kind: 'telegram_disconnected', account, from: caller, detail: { chat } });
    });
    return { ok: true };
  }
}
