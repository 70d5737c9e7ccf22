import type { Locale } from '@leakwatch/vocabulary';
import { en } from './texts/en.ts';
import { ru } from './texts/ru.ts';
import type { NotificationText, SystemKind } from './texts/shape.ts';

export const NOTIFICATION_TEXTS: Readonly<Record<Locale, Readonly<Record<SystemKind, NotificationText>>>> = { ru, en };
