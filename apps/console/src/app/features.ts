import type { Feature, MenuEntry } from '../shared/lib/feature.ts';
import * as screens from './screens.ts';

const FEATURES: readonly Feature[] = Object.values(screens);

export const PAGES = FEATURES.flatMap(({ pages }) => pages);

/** The entries of one menu, in their order. */
export const menuOf = (place: MenuEntry['place']): readonly MenuEntry[] =>
  FEATURES.flatMap(({ menu = [] }) => menu.filter((entry) => entry.place === place)).sort((one, other) => one.order - other.order);
