import { listObservers } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = '/settings/git_monitoring';
const staff = { staff: true };
const TASK = mockId(2, 1);
const details = () => screen.getAllByRole('button', { name: /^Details: / });

test('the list shows organisation, account, host, task and repositories of each observer', async () => {
  await openPage(PATH, staff);
  const [, first] = screen.getAllByRole('row');
  if (first === undefined) throw new Error('no row');
  const cells = within(first)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
  expect(cells[1]).toBe('ООО «Пример»');
  expect(cells[5]).toMatch(/^\d+ with an error: 1$/);
  expect(within(first).getByRole('link', { name: 'Monitoring of billing 1' }).getAttribute('href')).toBe(`/git_monitoring/${TASK}`);
});

test('a row opens to the account and its repositories, and is in the address', async () => {
  const { user, world } = await openPage(PATH, staff);
  const [first] = details();
  if (first === undefined) throw new Error('no row');
  expect(first.getAttribute('aria-expanded')).toBe('false');
  await user.click(first);
  expect(window.location.search).toBe(`?open=${TASK}`);
  const nested = screen.getAllByRole('table')[1];
  if (nested === undefined) throw new Error('no table of repositories');
  const task = world.tasks.find(({ id }) => id === TASK);
  expect(within(nested).getAllByRole('row')).toHaveLength((task?.git_repositories.length ?? 0) + 1);
  within(nested).getByText('Error');
  screen.getByText(TASK);
  await user.click(first);
  expect(screen.getAllByRole('table')).toHaveLength(1);
  expect(window.location.search).toBe('');
});

test('what the list leaves out is on the page of the task', async () => {
  await openPage(`${PATH}?open=${TASK}`, {
    ...staff,
    world: (made) => {
      made.tasks = made.tasks.map((task) => {
        const [one] = task.git_repositories;
        if (task.id !== TASK || one === undefined) return task;
        return { ...task, git_repositories: Array.from({ length: 103 }, (_, at) => ({ ...one, id: mockId(3, 1000 + at) })) };
      });
    },
  });
  const rest = screen.getByRole('link', { name: '3 more repositories on the page of the task' });
  expect(rest.getAttribute('href')).toBe(`/git_monitoring/${TASK}?tab=repositories`);
});

test('the list is narrowed to an organisation', async () => {
  const { user } = await openPage(`${PATH}?org=${mockId(8, 2)}`, staff);
  screen.getByText('The organisation has no observers');
  await user.click(screen.getByRole('button', { name: 'Show all organisations' }));
  await waitFor(() => expect(details().length).toBeGreaterThan(0));
  expect(window.location.search).toBe('');
});

test('the list says when there is none and when it did not load', async () => {
  await openPage(PATH, { ...staff, scenario: 'empty' });
  screen.getByText('No observers yet');
  await openPage(PATH, { ...staff, world: (made) => made.refuse(listObservers, 503, 'unavailable') });
  expect(screen.getByRole('alert').textContent).toContain('The observers did not load');
});

test('the page is forbidden to users who are not staff', async () => {
  await openPage(PATH);
  screen.getByRole('heading', { level: 1, name: 'No access' });
});
