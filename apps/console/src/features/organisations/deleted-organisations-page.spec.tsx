import { listDeletedOrganisations } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openPage } from '../../app/open-page.fixture.tsx';
import { dialogOf, tableCells } from '../../app/table.fixture.ts';

const PATH = '/settings/organisations/deleted';
const staff = { staff: true };

test('the page of deleted organisations says of each part how far it is', async () => {
  await openPage(PATH, staff);
  const [first, second, third] = tableCells();
  expect(first?.[0]).toBe('Ромашка');
  expect(first?.[1]).toContain('staff@leakwatch.example · with users');
  expect(first?.[2]).toBe('Deleted');
  expect(first?.[3]).toMatch(/^Hiddenleft: 4 until \d\d\.\d\d\.\d{4}$/);
  expect(first?.slice(4)).toEqual(['In progressleft: 100,000 or more', 'In progressleft: 812', 'Service is away', 'In progressleft: 2']);
  expect(second?.[1]).toContain('without users');
  expect(third?.slice(2)).toEqual(Array.from({ length: 6 }, () => 'Deleted'));
});

test('it is reached from the organisations, and an organisation that was just deleted is on it', async () => {
  const { user } = await openPage('/settings/organisations', staff);
  await user.click(screen.getByRole('button', { name: 'Delete: Old Corp' }));
  await user.click((await dialogOf()).getByRole('button', { name: 'Delete' }));
  await screen.findByText('Organisation “Old Corp” deleted');
  await user.click(screen.getByRole('link', { name: 'Deleted' }));
  await screen.findByRole('heading', { name: 'Deleted organisations' });
  await waitFor(() => expect(tableCells()[0]).toEqual(expect.arrayContaining(['Old Corp', 'In progressleft: 3'])));
});

test('it says when there is none, and when they did not load', async () => {
  await openPage(PATH, { ...staff, scenario: 'empty' });
  screen.getByText('No organisation has been deleted yet');
  await openPage(PATH, { ...staff, world: (made) => made.refuse(listDeletedOrganisations, 503, 'unavailable') });
  expect(screen.getByRole('alert').textContent).toContain('The deleted organisations did not load');
});

test('it is forbidden to users who are not staff', async () => {
  await openPage(PATH);
  screen.getByRole('heading', { level: 1, name: 'No access' });
});
