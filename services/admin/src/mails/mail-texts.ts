import type { Locale } from '@leakwatch/vocabulary';
import { en } from './texts/en.ts';
import type { MailTexts } from './texts/mail-text.ts';
import { ru } from './texts/ru.ts';

/** Every mail in every language. */
export const MAIL_TEXTS: Readonly<Record<Locale, MailTexts>> = { ru, en };
