import type { Locale } from '@leakwatch/vocabulary';
import { en } from './texts/en.ts';
import type { MessageTexts } from './texts/message-text.ts';
import { ru } from './texts/ru.ts';

/** Every message in every language; plain text, no markup. */
export const MESSAGE_TEXTS: Readonly<Record<Locale, MessageTexts>> = { ru, en };
