import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PATH = '/settings/regex';

/** The staff page of regular expressions, and its dialogs. */
export const REGEX_TEMPLATE_SCREENS: readonly Screen[] = [
  { name: 'regex-templates', path: PATH, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'regex-templates-built-in', path: `${PATH}?list=built_in`, scenarios: ['full'], staff: true },
  { name: 'regex-templates-nothing', path: `${PATH}?search=no-such-expression`, scenarios: ['full'], staff: true },
  {
    name: 'regex-templates-tried',
    path: `${PATH}?edit=${mockId(7, 1)}`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.fill('[role=dialog] textarea', 'Договор DOG-123456 от 01.02.2026\nDOG-65\nDOG-777777');
      await page.waitForSelector('[role=dialog] pre mark');
    },
  },
  {
    name: 'regex-templates-refused',
    path: `${PATH}?create=true`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.fill('[role=dialog] input[name=regex]', 'DOG(?=-[0-9])');
      await page.waitForFunction(() => (document.querySelector('[role=dialog] [role=status]')?.textContent ?? '') !== '');
    },
  },
  {
    name: 'regex-templates-delete',
    path: PATH,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.locator('tbody tr').first().locator('button').last().click();
      await page.waitForSelector('[role=dialog]');
    },
  },
];
