import type { Locale } from '@leakwatch/vocabulary';

/** A file of texts in each language, loaded when a screen needs it. Its exports are the first parts of the keys. */
export type Texts = Readonly<Record<Locale, () => Promise<object>>>;

/** Texts of the frame, and of the error codes that the sign-in page may receive: loaded before anything is drawn. */
export const BASE_TEXTS: Texts = { ru: () => import('./ru/base.ts'), en: () => import('./en/base.ts') };

/**
 * Texts of the other codes, and what several pages of signed-in people use: one file, because a browser asks for each separately. The frame of
 * signed-in people loads it, a page without that frame names it. The sign-in page does without, because it is the largest of the texts.
 */
export const FRAME_TEXTS: Texts = { ru: () => import('./ru/frame.ts'), en: () => import('./en/frame.ts') };

/** Texts that several features use, also outside of that frame. */
export const SHARED_TEXTS = {
  identity: { ru: () => import('./ru/identity.ts'), en: () => import('./en/identity.ts') },
  password: { ru: () => import('./ru/password.ts'), en: () => import('./en/password.ts') },
  twoFactor: { ru: () => import('./ru/two-factor.ts'), en: () => import('./en/two-factor.ts') },
} as const satisfies Readonly<Record<string, Texts>>;
