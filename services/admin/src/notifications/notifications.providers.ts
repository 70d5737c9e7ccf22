import { FactsConsumer } from './facts.consumer.ts';
import { NotificationsController } from './notifications.controller.ts';
import { OwnNotifications } from './own-notifications.ts';
import { WatchExpiry } from './watch-expiry.ts';

/** Technical notifications: what the admin module takes in. */
export const NOTIFICATIONS_CONTROLLERS = [NotificationsController, FactsConsumer];
export const NOTIFICATIONS_PROVIDERS = [OwnNotifications, WatchExpiry];
