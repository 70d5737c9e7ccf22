import { ConfirmChat } from './confirm-chat.ts';
import { DescribeNotifications } from './describe-notifications.ts';
import { HandleUpdate } from './handle-update.ts';
import { Invitations } from './invitation.ts';
import { InviteChat } from './invite-chat.ts';
import { ReadUpdates } from './read-updates.ts';
import { SendMessages } from './send-messages.ts';
import { TelegramBot } from './telegram-bot.ts';

/** What Telegram notifications bring to the service's module. */
export const telegramProviders = [
  TelegramBot,
  Invitations,
  HandleUpdate,
  ReadUpdates,
  SendMessages,
  DescribeNotifications,
  InviteChat,
  ConfirmChat,
];
