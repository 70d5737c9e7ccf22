import type { Locale } from '@leakwatch/vocabulary';

/** A file of texts in each language, loaded when a screen needs it. Its exports are the first parts of the keys. */
export type Texts = Readonly<Record<Locale, () => Promise<object>>>;

/** Texts of the frame, and of the error codes that the sign-in page may receive: loaded before anything is drawn. */
export const BASE_TEXTS: Texts = { ru: () => import('./ru/base.ts'), en: () => import('./en/base.ts') };

/**
 * Texts of the other codes: the frame of signed-in pages loads them, a page without that frame names them. The sign-in
 * page does without, because they are the largest part of the texts.
 */
export const CODE_TEXTS: Texts = { ru: () => import('./ru/errors.ts'), en: () => import('./en/errors.ts') };

/** Texts that several features use. */
export const SHARED_TEXTS = {
  acting: { ru: () => import('./ru/acting.ts'), en: () => import('./en/acting.ts') },
  activity: { ru: () => import('./ru/activity.ts'), en: () => import('./en/activity.ts') },
  blacklist: { ru: () => import('./ru/blacklist.ts'), en: () => import('./en/blacklist.ts') },
  chart: { ru: () => import('./ru/chart.ts'), en: () => import('./en/chart.ts') },
  eventStatus: { ru: () => import('./ru/event-status.ts'), en: () => import('./en/event-status.ts') },
  identity: { ru: () => import('./ru/identity.ts'), en: () => import('./en/identity.ts') },
  password: { ru: () => import('./ru/password.ts'), en: () => import('./en/password.ts') },
  pool: { ru: () => import('./ru/pool.ts'), en: () => import('./en/pool.ts') },
  gitRepositories: { ru: () => import('./ru/git-repositories.ts'), en: () => import('./en/git-repositories.ts') },
  severity: { ru: () => import('./ru/severity.ts'), en: () => import('./en/severity.ts') },
  taskActions: { ru: () => import('./ru/task-actions.ts'), en: () => import('./en/task-actions.ts') },
  twoFactor: { ru: () => import('./ru/two-factor.ts'), en: () => import('./en/two-factor.ts') },
  undo: { ru: () => import('./ru/undo.ts'), en: () => import('./en/undo.ts') },
} as const satisfies Readonly<Record<string, Texts>>;

/** Loaded when the command palette is opened. */
export const PALETTE_TEXTS: Texts = { ru: () => import('./ru/palette.ts'), en: () => import('./en/palette.ts') };

/** What the frame of signed-in pages loads beside its code. */
export const FRAME_TEXTS: readonly Texts[] = [CODE_TEXTS, SHARED_TEXTS.acting];
