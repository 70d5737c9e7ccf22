import { organisationStatistics } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = '/settings/statistics';
const SHOWN = `${PATH}?org=${mockId(8, 1)}`;
const staff = { staff: true };

test('an organisation is chosen and shown; the address holds it', async () => {
  const { user } = await openPage(PATH, staff);
  screen.getByText('No organisation is chosen');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Show' }).disabled).toBe(true);
  await user.click(screen.getByRole('combobox', { name: 'Organisation' }));
  await user.click(await screen.findByRole('option', { name: 'ООО «Пример»', hidden: true }));
  await user.click(screen.getByRole('button', { name: 'Show' }));
  expect(window.location.search).toBe(`?org=${mockId(8, 1)}`);
  await waitFor(() => expect(screen.getAllByRole('group', { name: /Leaks by date/ })).toHaveLength(2));
});

test('the last day has a bar for each hour, the last month one for each day', async () => {
  await openPage(SHOWN, staff);
  const bars = (name: string) => within(screen.getByRole('region', { name })).getAllByRole('img');
  expect(bars('Last day')).toHaveLength(24);
  expect(bars('Last month')).toHaveLength(32);
  expect(bars('Last month').at(-1)?.getAttribute('aria-label')).toMatch(/^20\.11\.2026: \d+ leak/);
});

test('the numbers are a table too', async () => {
  const { user } = await openPage(SHOWN, staff);
  await user.click(screen.getByRole('radio', { name: 'Table' }));
  expect(screen.getAllByRole('table')).toHaveLength(2);
  expect(window.location.search).toContain('view=table');
});

test('a period without leaks says so, and a chart that did not load can be asked for again', async () => {
  await openPage(`${PATH}?org=${mockId(8, 2)}`, staff);
  expect(screen.getAllByText('No leaks were found in this period')).toHaveLength(2);
  const { user, world } = await openPage(SHOWN, { ...staff, world: (made) => made.refuse(organisationStatistics, 503, 'unavailable') });
  const [again] = screen.getAllByRole('button', { name: 'Try again' });
  if (again === undefined) throw new Error('no button');
  world.refusals.clear();
  await user.click(again);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(1));
});

test('the page is forbidden to users who are not staff', async () => {
  await openPage(PATH);
  screen.getByRole('heading', { level: 1, name: 'No access' });
});
