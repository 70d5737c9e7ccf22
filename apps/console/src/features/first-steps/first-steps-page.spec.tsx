import { listTariffsOfType } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { World } from '../../../mock/world.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = '/settings/first-steps';
/** A new installation: its first member of staff belongs to no organisation. */
const newInstallation = (world: World) => {
  world.settings = { ...world.settings, organisation: null };
  world.tariffs = { all_inclusive: [], count_launch: [] };
  world.organisations = [];
  world.serviceAccounts = [];
  world.keywordSets = [];
  world.tasks = [];
  world.events = [];
};
const staff = { staff: true } as const;
const current = () => document.querySelector('[aria-current=step]')?.textContent ?? '';

describe('the first steps', () => {
  test('take the place of the empty page of events for staff without organisation, and begin with the tariff', async () => {
    const { user } = await openPage('/', { ...staff, world: newInstallation });
    await user.click(await screen.findByRole('link', { name: 'Set up the installation' }));
    await waitFor(() => expect(window.location.pathname).toBe(PATH));
    await screen.findByText('0 of 6 done');
    expect(current()).toContain('Tariff');
    expect(screen.getByRole('link', { name: 'Create a tariff' }).getAttribute('href')).toBe('/settings/tariffs');
  });

  test('are not offered to staff and people of an organisation', async () => {
    await openPage('/', { ...staff, scenario: 'empty' });
    await screen.findByText('No events yet');
    expect(screen.queryByRole('link', { name: 'Set up the installation' })).toBeNull();
  });

  test('show what is done, and lead on with the first that is not', async () => {
    await openPage(PATH, {
      ...staff,
      world: (world) => {
        const { tariffs, organisations } = world;
        newInstallation(world);
        Object.assign(world, { tariffs, organisations: organisations.map((one) => ({ ...one, users: 0 })) });
      },
    });
    await screen.findByText('2 of 6 done');
    expect(current()).toContain('User of the organisation');
    expect(screen.queryByRole('link', { name: 'Create a tariff' })).toBeNull();
  });

  test('are over when each is done', async () => {
    await openPage(PATH, staff);
    await screen.findByText('Everything is set up');
  });

  test('say that they are not known when one cannot be counted', async () => {
    await openPage(PATH, { ...staff, world: (world) => world.refuse(listTariffsOfType, 503, 'unavailable') });
    await screen.findByText('The steps did not load');
  });
});
