import type { CallerRole, Locale } from '@leakwatch/vocabulary';
import type { ComponentType } from 'react';
import type { Settings } from '../api/settings.ts';
import type { Texts } from '../i18n/texts.ts';

/** What stands around a page: nothing, the top bar, or the top bar and the side menu of the settings. */
export type Frame = 'none' | 'main' | 'settings';

/** A page with an address. Its code and its texts load when it is opened. */
export interface Page {
  /** As React Router writes it: `/task/:id`. */
  readonly path: string;
  readonly frame: Frame;
  /** Any of them opens the page; the API checks the same roles. */
  readonly roles: readonly CallerRole[];
  /** The API refuses the calls of the page to staff who work in an organisation's name. */
  readonly closedWhileActing?: true;
  /** Loaded before the page is drawn; CODE_TEXTS are, unless `later` is given. */
  readonly texts: readonly Texts[];
  /** Texts of parts that are loaded when the page is drawn: they wait for these (`withTexts`). */
  readonly later?: readonly Texts[];
  readonly load: () => Promise<ComponentType>;
}

/** An address that leads to another one. */
export interface Redirect {
  readonly path: string;
  readonly frame: Frame;
  readonly roles: readonly CallerRole[];
  readonly to: string;
}

/** An entry of a menu. */
export interface MenuEntry {
  /**
   * `bar`: sections of the top bar; `icons`: its right side; `user`: the user menu; `settings`: the side menu of the settings;
   * `palette`: none, only the command palette finds it.
   */
  readonly place: 'bar' | 'icons' | 'user' | 'settings' | 'palette';
  /** Lower comes first. */
  readonly order: number;
  /** null: the entry is shown and cannot be chosen. */
  readonly path: string | null;
  /** Shown while the page is not loaded, so it is not in the feature's texts. */
  readonly title: Readonly<Record<Locale, string>>;
  /** Which number of the settings answer the entry shows. */
  readonly badge?: Exclude<keyof Settings['counts'], 'rules'>;
  /** Beginnings of other addresses for which the entry is the current one. */
  readonly covers?: readonly string[];
  readonly icon?: 'bell' | 'log';
}

/** The manifest of a feature: all that the application needs to know about it before it loads. */
export interface Feature {
  readonly pages: readonly (Page | Redirect)[];
  readonly menu?: readonly MenuEntry[];
}
