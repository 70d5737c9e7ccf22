import { mockId } from '../../../apps/console/mock/ids.ts';
import { FULL_ROWS, type Screen } from './screen.ts';

/** States of the events page while a person triages. */
export const TRIAGE_SCREENS: readonly Screen[] = [
  { name: 'events-by-reason', path: '/?status=closed&reason=revoked', scenarios: ['full'] },
  {
    name: 'palette',
    path: '/tasks',
    scenarios: ['full', 'empty'],
    staff: true,
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.waitForSelector('[role=dialog] [role=option]');
    },
  },
  {
    name: 'palette-acting',
    path: '/',
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('article');
      await page.keyboard.press('j');
      await page.keyboard.press('Control+k');
      await page.waitForSelector('[role=dialog] [role=option]');
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'palette-found',
    path: '/tasks',
    scenarios: ['full', 'failing'],
    act: async (page) => {
      await page.keyboard.press('Control+k');
      await page.fill('[role=dialog] [role=combobox]', 'mon');
    },
  },
  {
    name: 'events-same-file',
    path: '/?status=all',
    scenarios: ['full'],
    stored: FULL_ROWS,
    world: (world) => {
      world.events = world.events.map((event, at) =>
        at < 4 ? { ...event, status: 'open', same_file: true, file_path: 'config/.env' } : event,
      );
    },
    act: async (page) => {
      await page
        .locator('article')
        .first()
        .locator('button', { hasText: /^(Исправлено|Fixed)$/ })
        .click();
      await page.waitForSelector('article [role=group] li');
    },
  },
  {
    name: 'events-also-similar',
    path: '/?status=all',
    scenarios: ['full'],
    stored: FULL_ROWS,
    world: (world) => {
      world.events = world.events.map((event, at) => ({ ...event, sim_count: at === 0 ? 5 : 0, same_file: false, status: 'open' }));
    },
    act: async (page) => {
      await page
        .locator('article')
        .first()
        .locator('button', { hasText: /^(Исправлено|Fixed)$/ })
        .click();
      await page.waitForSelector('.mantine-Notification-root >> text=/похож|similar/');
    },
  },
  { name: 'events-full-rows', path: '/?status=all&size=20', scenarios: ['full'], stored: FULL_ROWS },
  {
    name: 'events-panel',
    path: `/?status=all&size=20&event=${mockId(1, 33)}`,
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('article, h1 >> text=/./');
    },
  },
];
