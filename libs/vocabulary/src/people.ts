export const LOCALES = ['ru', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'ru';

export const TARIFF_TYPES = ['all_inclusive', 'count_launch'] as const;
export type TariffType = (typeof TARIFF_TYPES)[number];

/** The name that customers see in the place of staff who work in their organisation's name. No username has parentheses. */
export const SUPPORT_NAME = '(support)';

export const ROLES = ['authenticated', 'staff'] as const;
export type Role = (typeof ROLES)[number];
