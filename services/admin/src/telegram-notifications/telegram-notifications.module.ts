import { Module } from '@nestjs/common';
import { TelegramBot } from './bot/telegram-bot.ts';
import { DeliverMessages } from './messages/deliver-messages.ts';
import { HandleUpdate } from './updates/handle-update.ts';
import { PollUpdates } from './updates/poll-updates.ts';

@Module({ providers: [TelegramBot, HandleUpdate, PollUpdates, DeliverMessages], exports: [TelegramBot] })
export class TelegramNotificationsModule {}
