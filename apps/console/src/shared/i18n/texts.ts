import type { Locale } from '@leakwatch/vocabulary';

/** A file of texts in each language, loaded when a screen needs it. Its exports are the first parts of the keys. */
export type Texts = Readonly<Record<Locale, () => Promise<object>>>;

/** Texts of the frame, and of the error codes that the sign-in page may receive: loaded before anything is drawn. */
export const BASE_TEXTS: Texts = { ru: () => import('./ru/base.ts'), en: () => import('./en/base.ts') };

/** Texts of the frame of signed-in people, and of what the page of events draws first. */
export const FRAME_TEXTS: Texts = { ru: () => import('./ru/frame.ts'), en: () => import('./en/frame.ts') };

/**
 * Texts of the other codes, and what several pages of signed-in people use: one file, because a browser asks for each separately. Pages in that
 * frame get it with their own texts, a page without the frame names it. The sign-in page does without, and the page of events until it is drawn,
 * because it is the largest of the texts; a call that is refused waits for it.
 */
export const CODE_TEXTS: Texts = { ru: () => import('./ru/codes.ts'), en: () => import('./en/codes.ts') };

/** Texts that several features use, also outside of that frame. */
export const SHARED_TEXTS = {
  /** What detectors of Leakwatch are called. */
  detectors: { ru: () => import('./ru/detectors.ts'), en: () => import('./en/detectors.ts') },
  identity: { ru: () => import('./ru/identity.ts'), en: () => import('./en/identity.ts') },
  password: { ru: () => import('./ru/password.ts'), en: () => import('./en/password.ts') },
  twoFactor: { ru: () => import('./ru/two-factor.ts'), en: () => import('./en/two-factor.ts') },
} as const satisfies Readonly<Record<string, Texts>>;

/** Loaded when the command palette is opened. */
export const PALETTE_TEXTS: Texts = { ru: () => import('./ru/palette.ts'), en: () => import('./en/palette.ts') };
