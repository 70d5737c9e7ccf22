import { listQueues, QUEUES } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage } from '../../app/open-page.fixture.tsx';
import { dialogOf } from '../../app/table.fixture.ts';
import { mockId } from '../../../mock/ids.ts';

const PATH = '/settings/fleet';
const [FIRST = ''] = QUEUES;
const section = () => within(screen.getByRole('region', { name: 'Queues' }));
const rows = (at: number) =>
  within(section().getAllByRole('table')[at] ?? document.body)
    .getAllByRole('row')
    .slice(1);

test('queues are listed with the numbers of their jobs, and open to them', async () => {
  const { user } = await openPage(PATH, { staff: true });
  expect(rows(0)).toHaveLength(QUEUES.length);
  await user.click(section().getByRole('button', { name: `${FIRST}, Waiting: 2. Show the jobs` }));
  expect(window.location.search).toBe(`?queue=${FIRST}&jobs=waiting`);
  await waitFor(() => expect(rows(1)).toHaveLength(2));
  expect(rows(1)[0]?.textContent).toContain('source_type: github');
  expect(within(rows(1)[0] ?? document.body).queryByRole('button', { name: /^Retry/ })).toBeNull();
  await user.selectOptions(section().getByRole('combobox', { name: 'State' }), 'Active');
  await waitFor(() => expect(rows(1)).toHaveLength(1));
  expect(within(rows(1)[0] ?? document.body).queryByRole('button')).toBeNull();
});

test('a failed job is retried, and one is removed after a question', async () => {
  const { world, user } = await openPage(`${PATH}?queue=${FIRST}&jobs=failed`, { staff: true });
  await user.click(await section().findByRole('button', { name: `Retry: ${mockId(60, 4)}` }));
  await section().findByText('No jobs in this state');
  await user.selectOptions(section().getByRole('combobox', { name: 'State' }), 'Waiting');
  await user.click(await section().findByRole('button', { name: `Remove: ${mockId(60, 1)}` }));
  const question = await dialogOf();
  await user.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(world.jobs[FIRST]?.map(({ id }) => id)).not.toContain(mockId(60, 1)));
});

test('a job that moved on meanwhile says so', async () => {
  const { world, user } = await openPage(`${PATH}?queue=${FIRST}&jobs=failed`, { staff: true });
  const retry = await section().findByRole('button', { name: `Retry: ${mockId(60, 4)}` });
  world.jobs[FIRST] = (world.jobs[FIRST] ?? []).map((one) => ({ ...one, state: 'active' as const }));
  await user.click(retry);
  await screen.findByText('The job has moved on meanwhile: look at the list again', { exact: false });
});

test('numbers that could not be read again stay, and say from when they are', async () => {
  const { world, user } = await openPage(`${PATH}?queue=${FIRST}&jobs=failed`, { staff: true });
  world.refuse(listQueues, 503, 'unavailable');
  await user.click(await section().findByRole('button', { name: `Retry: ${mockId(60, 4)}` }));
  await section().findByText(/^Could not refresh/);
  expect(rows(0)).toHaveLength(QUEUES.length);
});

test('the rest of the page is there while the queues do not load', async () => {
  await openPage(PATH, { staff: true, world: (made) => made.refuse(listQueues, 503, 'unavailable') });
  expect(section().getByRole('alert').textContent).toContain('The queues did not load');
  screen.getByRole('region', { name: 'Dead letters' });
});
