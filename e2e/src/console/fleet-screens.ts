import type { Screen } from './screen.ts';

const PATH = '/settings/fleet';

/** How far the sources are read, and what runs now, for staff. */
export const FLEET_SCREENS: readonly Screen[] = [
  { name: 'fleet', path: PATH, scenarios: ['full', 'empty', 'failing'], staff: true },
  {
    name: 'fleet-dead-letters',
    path: PATH,
    scenarios: ['full'],
    staff: true,
    act: async (page) =>
      page
        .locator('section')
        .nth(3)
        .evaluate((section) => section.scrollIntoView()),
  },
  { name: 'fleet-queue', path: `${PATH}?queue=crawl-github&jobs=failed`, scenarios: ['full'], staff: true },
  { name: 'fleet-nothing', path: `${PATH}?source=pastebin`, scenarios: ['full'], staff: true },
];
