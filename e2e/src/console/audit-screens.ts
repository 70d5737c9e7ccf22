import type { Screen } from './screen.ts';

/** The audit trail for staff. */
export const AUDIT_SCREENS: readonly Screen[] = [
  { name: 'audit', path: '/settings/audit', scenarios: ['full', 'empty', 'failing'], staff: true },
];
