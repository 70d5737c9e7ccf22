import { Module } from '@nestjs/common';
import { TelegramNotificationsModule } from '../telegram-notifications/telegram-notifications.module.ts';
import { ConfirmChat } from './confirm-chat.ts';
import { DescribeNotificationSettings } from './describe-notification-settings.ts';
import { Invitations } from './invitation.ts';
import { InviteChat } from './invite-chat.ts';
import { NotificationSettingsController } from './notification-settings.controller.ts';

@Module({
  imports: [TelegramNotificationsModule],
  controllers: [NotificationSettingsController],
  providers: [Invitations, DescribeNotificationSettings, InviteChat, ConfirmChat],
})
export class NotificationSettingsModule {}
