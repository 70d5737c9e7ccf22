import type { Screen } from './screen.ts';

/** Reports in each of their states, and how they are asked for. */
export const REPORT_SCREENS: readonly Screen[] = [
  { name: 'reports', path: '/reports', scenarios: ['full', 'empty', 'failing'] },
  { name: 'reports-staff', path: '/reports?size=20', scenarios: ['full'], staff: true },
  {
    name: 'reports-delete',
    path: '/reports',
    scenarios: ['full'],
    act: async (page) => {
      await page.locator('tbody tr').nth(2).locator('button').last().click();
      await page.waitForSelector('[role=dialog]');
    },
  },
  {
    name: 'reports-formats',
    path: '/',
    scenarios: ['full'],
    act: async (page) => {
      await page.click('button[aria-haspopup=menu][aria-label*="отчёт"], button[aria-haspopup=menu][aria-label*="report"]');
      await page.waitForSelector('[role=menuitem]');
    },
  },
  {
    name: 'reports-asked',
    path: '/',
    scenarios: ['full'],
    act: async (page) => {
      await page.click('button:has-text("Создать отчёт"), button:has-text("Generate report")');
      await page.waitForSelector('[role=status] button');
    },
  },
];
