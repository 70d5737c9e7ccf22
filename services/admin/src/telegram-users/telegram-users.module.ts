import { Module } from '@nestjs/common';
import { ChangeTelegramUser } from './change-telegram-user.ts';
import { TelegramUsersController } from './telegram-users.controller.ts';

/** The Telegram chats of people, for staff. */
@Module({ controllers: [TelegramUsersController], providers: [ChangeTelegramUser] })
export class TelegramUsersModule {}
