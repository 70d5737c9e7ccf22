import type { Screen } from './screen.ts';

const PATH = '/settings/tokens';

/** The staff table of API tokens, and the question before one is revoked. */
export const AUTH_TOKEN_SCREENS: readonly Screen[] = [
  { name: 'auth-tokens', path: PATH, scenarios: ['full', 'empty', 'failing'], staff: true },
  {
    name: 'auth-tokens-revoke',
    path: PATH,
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.locator('tbody tr').first().locator('button').last().click();
      await page.waitForSelector('[role=dialog]');
    },
  },
];
