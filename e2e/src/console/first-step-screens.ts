import type { Screen } from './screen.ts';

const PATH = '/settings/first-steps';

/** What the first member of staff has to set up. */
export const FIRST_STEP_SCREENS: readonly Screen[] = [
  { name: 'first-steps', path: PATH, scenarios: ['empty', 'full', 'failing'], staff: true },
  {
    name: 'first-steps-offered',
    path: '/',
    scenarios: ['empty'],
    staff: true,
    world: (world) => {
      world.settings = { ...world.settings, organisation: null };
    },
  },
];
