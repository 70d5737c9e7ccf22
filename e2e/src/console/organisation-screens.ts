import type { Screen } from './screen.ts';

/** The staff table of organisations, and the dialog that creates one. */
export const ORGANISATION_SCREENS: readonly Screen[] = [
  { name: 'organisations', path: '/settings/organisations', scenarios: ['full', 'failing'], staff: true },
  {
    name: 'organisations-none',
    path: '/settings/organisations',
    scenarios: ['full'],
    staff: true,
    world: (world) => {
      world.organisations = [];
    },
  },
  {
    name: 'organisations-faults',
    path: '/settings/organisations?dialog=new',
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page.click('[role=dialog] button[type=submit]');
      await page.waitForSelector('.mantine-InputWrapper-error');
    },
  },
  {
    name: 'organisations-tariff',
    path: '/settings/organisations?dialog=new',
    scenarios: ['full'],
    staff: true,
    act: async (page) => {
      await page
        .getByRole('dialog')
        .getByPlaceholder(/^(Выберите тариф|Choose a tariff)$/)
        .click();
      await page.locator('[role=option]').nth(1).click();
      await page.waitForSelector('[role=option]', { state: 'hidden' });
    },
  },
];
