import type { Settings } from '../../shared/api/settings.ts';

type BadgeOf = (settings: Settings) => number;

/** Sections of the top bar, in order; what is not built yet is not here. */
export const NAV_ITEMS = [
  { key: 'events', path: '/', badge: (settings) => settings.counts.events, also: [] },
  { key: 'tasks', path: '/tasks', badge: (settings) => settings.counts.tasks, also: ['/task/', '/git_monitoring/'] },
  { key: 'reports', path: '/reports', badge: null, also: [] },
] as const satisfies readonly { key: string; path: string; badge: BadgeOf | null; also: readonly string[] }[];

export type NavItem = (typeof NAV_ITEMS)[number];

/** Whether the section holds the page at this path. */
export const isCurrent = (item: NavItem, path: string): boolean =>
  path === item.path || item.also.some((prefix) => path.startsWith(prefix));
