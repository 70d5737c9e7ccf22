/**
 * Entries of the user menu, in order (spec/1-console section 2, 'Main frame'). An entry without a path is
 * disabled there: it stands in its place and cannot be chosen.
 */
export const USER_MENU_ITEMS = [
  { key: 'profile', path: '/profile' },
  { key: 'tasks_dashboard', path: '/tasks' },
  { key: 'events_dashboard', path: '/' },
  { key: 'blacklist_rules', path: null },
  { key: 'settings', path: '/settings' },
] as const satisfies readonly { key: string; path: string | null }[];
