import type { AnswerOf, confirmTelegram, getNotificationSettings, inviteTelegram } from '@leakwatch/contracts';
import { NOTHING, type Telegram, TELEGRAM_FACES } from './notification-settings-data.ts';
import { type Call, Refusal } from './refusal.ts';

const become = ({ world }: Call, telegram: Partial<Telegram>) => {
  world.notificationSettings = { ...world.notificationSettings, telegram_notifications: { ...NOTHING, ...telegram } };
};

const get = ({ world }: Call): AnswerOf<typeof getNotificationSettings> => world.notificationSettings;

const email = ({ world, body }: Call): AnswerOf<typeof confirmTelegram> => {
  world.notificationSettings = { ...world.notificationSettings, email_notifications: { enabled: body['email_notifications'] === true } };
  return { ok: true };
};

const invite = (call: Call): AnswerOf<typeof inviteTelegram> => {
  const { invite_link, invite_qr, request, expires } = TELEGRAM_FACES.start;
  become(call, TELEGRAM_FACES.start);
  return { invite_link, invite_qr, request, expires };
};

const confirm = (call: Call): AnswerOf<typeof confirmTelegram> => {
  if (call.body['request'] !== call.world.notificationSettings.telegram_notifications.request)
    throw new Refusal(409, 'telegram_request_over');
  become(call, TELEGRAM_FACES.active);
  return { ok: true };
};

const disable = (call: Call): AnswerOf<typeof confirmTelegram> => {
  become(call, {});
  return { ok: true };
};

const CONTROL = '/api/control/accounts';
export const NOTIFICATION_HANDLERS: readonly (readonly [string, (call: Call) => unknown])[] = [
  ['GET /api/profile/notifications/', get],
  [`PATCH ${CONTROL}/email_notifications/`, email],
  [`POST ${CONTROL}/generate_telegram_invite_link/`, invite],
  [`POST ${CONTROL}/confirm_telegram_notifications/`, confirm],
  [`POST ${CONTROL}/disable_telegram_notifications/`, disable],
];
