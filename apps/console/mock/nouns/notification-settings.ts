import { confirmTelegram, disableTelegram, getNotificationSettings, inviteTelegram, setEmailNotifications } from '@leakwatch/contracts';
import { NOTHING, type Telegram, TELEGRAM_FACES } from '../data/notification-settings.ts';
import { handle } from '../handle.ts';
import { DONE, Refusal } from '../replies.ts';
import type { World } from '../world.ts';

const become = (world: World, telegram: Partial<Telegram>) => {
  world.notificationSettings = { ...world.notificationSettings, telegram_notifications: { ...NOTHING, ...telegram } };
};

export const HANDLERS = [
  handle(getNotificationSettings, ({ world }) => world.notificationSettings),
  handle(setEmailNotifications, ({ world, body }) => {
    world.notificationSettings = { ...world.notificationSettings, email_notifications: { enabled: body.email_notifications } };
    return DONE;
  }),
  handle(inviteTelegram, ({ world }) => {
    const { invite_link, invite_qr, request, expires } = TELEGRAM_FACES.start;
    become(world, TELEGRAM_FACES.start);
    return { invite_link, invite_qr, request, expires };
  }),
  handle(confirmTelegram, ({ world, body }) => {
    if (body.request !== world.notificationSettings.telegram_notifications.request) throw new Refusal(409, 'telegram_request_over');
    become(world, TELEGRAM_FACES.active);
    return DONE;
  }),
  handle(disableTelegram, ({ world }) => {
    become(world, {});
    return DONE;
  }),
];
