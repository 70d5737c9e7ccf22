import { Module } from '@nestjs/common';
import { TelegramNotificationsModule } from '../telegram-notifications/telegram-notifications.module.ts';
import { DigestsController } from './digests.controller.ts';

@Module({ imports: [TelegramNotificationsModule], controllers: [DigestsController] })
export class DigestsModule {}
