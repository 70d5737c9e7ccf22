import { eventOverview } from '@leakwatch/contracts';
import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PATH = '/overview';

/** What is open, how fast it is fixed, and how the sources are read. */
export const OVERVIEW_SCREENS: readonly Screen[] = [
  { name: 'overview', path: PATH, scenarios: ['full', 'empty', 'failing'] },
  { name: 'overview-staff', path: `${PATH}?org=${mockId(8, 1)}&days=90&condition=failing`, scenarios: ['full'], staff: true },
  {
    name: 'overview-half',
    path: PATH,
    scenarios: ['full'],
    world: (world) => world.refuse(eventOverview, 503, 'unavailable'),
  },
];
