import type { Locale } from '@leakwatch/vocabulary';
import { en } from './texts/en.ts';
import { ru } from './texts/ru.ts';
import type { HistoryTexts } from './texts/shape.ts';

export const HISTORY_TEXTS: Readonly<Record<Locale, HistoryTexts>> = { ru, en };
