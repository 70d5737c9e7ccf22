import { countLaunches } from '../../../apps/console/mock/nouns/launch-sessions.ts';
import type { Screen } from './screen.ts';

const HOUR_MS = 3_600_000;

/** The task list of a tariff that counts launches, in each state of its session. */
export const SESSION_SCREENS: readonly Screen[] = [
  {
    name: 'tasks-session-none',
    path: '/tasks',
    scenarios: ['full', 'empty'],
    world: (world) => void countLaunches(world),
    act: async (page) => {
      await page.locator('input[role=switch]:not([disabled])').check({ force: true });
    },
  },
  {
    name: 'tasks-session-ask',
    path: '/tasks',
    scenarios: ['full'],
    world: (world) => void countLaunches(world),
    act: async (page) => {
      await page.locator('input[role=switch]:not([disabled])').check({ force: true });
      await page.locator('tbody input[type=checkbox]').first().check();
      await page.locator('section button').last().click();
      await page.waitForSelector('[role=dialog]');
    },
  },
  {
    name: 'tasks-session-running',
    path: '/tasks',
    scenarios: ['full'],
    world: (world) => void countLaunches(world, { endTime: Date.now() + 50 * HOUR_MS }),
    act: async (page) => {
      await page.waitForSelector('[role=timer]');
    },
  },
  {
    name: 'tasks-session-timeout',
    path: '/tasks',
    scenarios: ['full'],
    world: (world) => void countLaunches(world, { endTime: Date.now() - HOUR_MS }),
  },
  {
    name: 'tasks-session-spent',
    path: '/tasks',
    scenarios: ['full'],
    world: (world) => void countLaunches(world, { used: 5 }),
  },
  {
    name: 'tasks-delete',
    path: '/tasks',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('tbody tr').first().locator('button').last().click();
      await page.waitForSelector('[role=dialog]');
    },
  },
];
