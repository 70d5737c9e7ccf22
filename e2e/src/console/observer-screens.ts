import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PATH = '/settings/git_monitoring';

/** The staff list of observers, and a row with its repositories. */
export const OBSERVER_SCREENS: readonly Screen[] = [
  { name: 'observers', path: PATH, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'observers-open', path: `${PATH}?open=${mockId(2, 1)}`, scenarios: ['full'], staff: true },
  { name: 'observers-nothing', path: `${PATH}?org=${mockId(8, 2)}`, scenarios: ['full'], staff: true },
];
