import { eventOverview, sourceOverview } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = '/overview';
const region = (name: string) => within(screen.getByRole('region', { name }));
const hrefs = (name: string) =>
  region(name)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '');

test('each number leads to its events', async () => {
  const { world } = await openPage(PATH);
  const open = world.events.filter(({ status }) => status === 'open').length;
  region('Open events').getByText(`${open} events`);
  const numbers = hrefs('Open events');
  expect(numbers).toContain('/?severity=critical');
  expect(numbers.some((href) => href.startsWith('/?severity=critical&start_datetime='))).toBe(true);
  expect(numbers).toContain('/?status=in_progress');
  expect(hrefs('Repositories')).toEqual(['/?repo_name=team%2Fbilling']);
  expect(hrefs('Authors')[0]).toMatch(/^\/\?author=/);
  expect(hrefs('Tasks')).toContain(`/?task=${mockId(2, 1)}`);
  expect(hrefs('Time to fix')[0]).toMatch(/^\/\?status=fixed&fixed_start=[^&]+$/);
});

test('the period is in the address', async () => {
  const { user } = await openPage(PATH);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Period' }), '90');
  expect(window.location.search).toBe('?days=90');
});

test('sources are listed with what is wrong first, and filtered by their state', async () => {
  const { user } = await openPage(PATH);
  const table = region('Sources');
  expect(table.getAllByRole('row')[1]?.textContent).toContain('Failing');
  await user.click(table.getByRole('button', { name: /^Stopped/ }));
  await waitFor(() => expect(region('Sources').getAllByRole('row')).toHaveLength(2));
  expect(window.location.search).toBe('?condition=stopped');
});

test('each half fails by itself and can be asked for again', async () => {
  const { user, world } = await openPage(PATH, { world: (made) => made.refuse(eventOverview, 503, 'unavailable') });
  screen.getByRole('region', { name: 'Sources' });
  world.refusals.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => region('Open events'));
  await openPage(PATH, { world: (made) => made.refuse(sourceOverview, 503, 'unavailable') });
  screen.getByText('The sources could not be loaded');
});

test('without events and tasks it says what to do', async () => {
  await openPage(PATH, { scenario: 'empty' });
  screen.getByRole('heading', { name: 'No events are open' });
  screen.getByRole('link', { name: 'Create a task' });
});

test('staff choose an organisation; the links keep it', async () => {
  await openPage(`${PATH}?org=${mockId(8, 1)}`, { staff: true });
  screen.getByRole('combobox', { name: 'Organisation' });
  expect(hrefs('Repositories')).toEqual([`/?repo_name=team%2Fbilling&org=${mockId(8, 1)}`]);
});
