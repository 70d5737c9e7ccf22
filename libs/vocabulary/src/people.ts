export const LOCALES = ['ru', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'ru';

export const TARIFF_TYPES = ['all_inclusive', 'count_launch'] as const;
export type TariffType = (typeof TARIFF_TYPES)[number];

export const ROLES = ['authenticated', 'staff'] as const;
export type Role = (typeof ROLES)[number];
