import type { Settings } from '../../shared/api/settings.ts';

/** Which texts the badge has, and what it counts. */
interface Badge {
  readonly name: 'events' | 'tasks';
  readonly of: (settings: Settings) => number;
}

/** Sections of the top bar, in the order of the documents. */
export const NAV_ITEMS = [
  { key: 'events', path: '/', badge: { name: 'events', of: (settings) => settings.counts.events }, also: [] },
  { key: 'tasks', path: '/tasks', badge: { name: 'tasks', of: (settings) => settings.counts.tasks }, also: ['/task/', '/git_monitoring/'] },
  // Without a badge: rules are not something to be dealt with.
  { key: 'blacklist', path: '/blacklist', badge: null, also: [] },
  { key: 'reports', path: '/reports', badge: null, also: [] },
] as const satisfies readonly { key: string; path: string; badge: Badge | null; also: readonly string[] }[];

export type NavItem = (typeof NAV_ITEMS)[number];

/** Whether the section holds the page at this path. */
export const isCurrent = (item: NavItem, path: string): boolean =>
  path === item.path || item.also.some((prefix) => path.startsWith(prefix));
