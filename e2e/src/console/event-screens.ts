import { getEvent } from '@leakwatch/contracts';
import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const withKey = mockId(1, 32);

/** The page of an event. */
export const EVENT_SCREENS: readonly Screen[] = [
  { name: 'event', path: `/events/${withKey}?status=all`, scenarios: ['full'] },
  { name: 'event-unknown-secret', path: `/events/${mockId(1, 33)}`, scenarios: ['full'] },
  { name: 'event-missing', path: `/events/${mockId(1, 999)}`, scenarios: ['full'] },
  {
    name: 'event-failed',
    path: `/events/${withKey}`,
    scenarios: ['full'],
    world: (world) => world.refuse(getEvent, 503, 'unavailable'),
  },
  {
    name: 'event-revealed',
    path: `/events/${withKey}`,
    scenarios: ['full'],
    act: async (page) => {
      await page.click('button:has-text("Показать значения"), button:has-text("Show values")');
      await page.waitForSelector('button:has-text("Скрыть значения"), button:has-text("Hide values")');
    },
  },
  {
    name: 'event-reading',
    path: `/events/${mockId(1, 33)}`,
    scenarios: ['full'],
    act: async (page) => {
      // The keys work from the first answer on.
      await page.waitForSelector('mark');
      await page.keyboard.press('v');
      await page.waitForSelector('mark[data-current]');
    },
  },
  {
    name: 'event-text-dialog',
    path: `/?status=all&text=${mockId(1, 33)}`,
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('[role=dialog] mark');
    },
  },
  {
    name: 'event-assigning',
    path: `/events/${withKey}`,
    scenarios: ['full'],
    act: async (page) => {
      await page.waitForSelector('h1');
      await page.keyboard.press('a');
      await page.waitForSelector('[role=dialog] form');
    },
  },
  {
    name: 'events-views',
    path: '/?severity=critical&assignee=me',
    scenarios: ['full'],
    world: (world) => {
      const own = { shared: false, author: 'irina', fault: null, version: 1 };
      world.views = [
        { id: mockId(44, 1), name: 'Мои критические', ...own, filters: { severity: ['critical'], assignee: ['me'] } },
        { id: mockId(44, 2), name: 'Просроченные', ...own, filters: { due: 'overdue' }, shared: true },
        { id: mockId(44, 3), name: 'Старая задача', ...own, filters: { task: mockId(2, 99) }, fault: 'task' },
      ];
    },
  },
];
