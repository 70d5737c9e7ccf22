import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PATH = '/settings/statistics';

/** The charts of an organisation's events for staff. */
export const STATISTICS_SCREENS: readonly Screen[] = [
  { name: 'statistics-none', path: PATH, scenarios: ['full'], staff: true },
  { name: 'statistics', path: `${PATH}?org=${mockId(8, 1)}`, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'statistics-table', path: `${PATH}?org=${mockId(8, 1)}&view=table`, scenarios: ['full'], staff: true },
];
