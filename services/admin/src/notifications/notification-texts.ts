import type { Locale, NotificationKind } from '@leakwatch/vocabulary';
import { en } from './texts/en.ts';
import { ru } from './texts/ru.ts';

export type SystemKind = Exclude<NotificationKind, 'staff'>;

/** What a text names; what is not known is an empty string. */
export interface NotificationDetails {
  readonly task: string;
  readonly repository: string;
  readonly source: string;
  readonly error: string;
  /** `DD.MM.YYYY HH:mm` in UTC. */
  readonly at: string;
}

export interface NotificationText {
  readonly title: (details: NotificationDetails) => string;
  readonly message: (details: NotificationDetails) => string;
}

export const NOTIFICATION_TEXTS: Readonly<Record<Locale, Readonly<Record<SystemKind, NotificationText>>>> = { ru, en };
