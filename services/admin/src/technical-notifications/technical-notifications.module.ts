import { Module } from '@nestjs/common';
import { NotifyOfExpiry } from './notify-of-expiry.ts';
import { OwnNotifications } from './own-notifications.ts';
import { TechnicalFactsConsumer } from './technical-facts.consumer.ts';
import { TechnicalNotificationsController } from './technical-notifications.controller.ts';

@Module({ controllers: [TechnicalNotificationsController, TechnicalFactsConsumer], providers: [OwnNotifications, NotifyOfExpiry] })
export class TechnicalNotificationsModule {}
