import { mockId } from '../../../apps/console/mock/ids.ts';
import type { Screen } from './screen.ts';

const PATH = '/settings/keywords';
const set = mockId(10, 1);

/** The staff table of keyword sets, and its dialogs. */
export const KEYWORD_SET_SCREENS: readonly Screen[] = [
  { name: 'keyword-sets', path: PATH, scenarios: ['full', 'empty', 'failing'], staff: true },
  { name: 'keyword-sets-nothing', path: `${PATH}?name=no-such-group`, scenarios: ['full'], staff: true },
  { name: 'keyword-sets-view', path: `${PATH}?view=${set}`, scenarios: ['full'], staff: true },
  { name: 'keyword-sets-missing', path: `${PATH}?view=${mockId(10, 99)}`, scenarios: ['full'], staff: true },
  {
    name: 'keyword-sets-edit',
    path: `${PATH}?edit=${set}`,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.fill('[role=dialog] textarea', 'token\n-bad line\nTOKEN\nключ доступа\njdbc:oracle');
    },
  },
  { name: 'keyword-sets-create', path: `${PATH}?create=true`, scenarios: ['full'], staff: true },
  {
    name: 'keyword-sets-delete',
    path: PATH,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.locator('tbody tr').first().locator('button').last().click();
      await page.waitForSelector('[role=dialog]');
    },
  },
];
