import { blockTaskPost, listControlTasks } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import type { World } from '../../../mock/world.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = '/settings/tasks';
const staff = { staff: true };
const titles = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const row = (title: string) => {
  const found = screen.getAllByRole('row').find((one) => within(one).queryByRole('link', { name: title }) !== null);
  if (found === undefined) throw new Error(`no row ${title}`);
  return within(found);
};
const buttons = (title: string) =>
  row(title)
    .getAllByRole('button')
    .map((button) => `${button.textContent}${button.hasAttribute('disabled') ? ' (disabled)' : ''}`);
const WAITS = 'Monitoring of billing 1';
const STOPPED = 'Monitoring of billing 3';
const UNCONFIRMED = 'Monitoring of billing 4';
const DEEP = 'Monitoring of billing 5';
/** What the customer saves meanwhile. */
const edit = (world: World, number: number, title: string) => {
  world.tasks = world.tasks.map((task) => (task.id === mockId(2, number) ? { ...task, title, version: task.version + 1 } : task));
};

describe('the table of tasks', () => {
  test('shows first what waits, with the actions that the state allows', async () => {
    await openPage(PATH, staff);
    expect(titles().slice(0, 2)).toEqual([WAITS, UNCONFIRMED]);
    row(WAITS).getByText('Changes waiting: 1');
    expect(buttons(WAITS)).toEqual(['Confirm', 'Block', 'Stop', '']);
    expect(buttons(STOPPED)).toEqual(['Block', 'Start', '']);
    expect(buttons(UNCONFIRMED)).toEqual(['Confirm', 'Stop', '']);
    expect(row(WAITS).getByRole('link').getAttribute('href')).toBe(`/git_monitoring/${mockId(2, 1)}`);
    expect(row(DEEP).getByRole('link').getAttribute('href')).toBe(`/task/${mockId(2, 5)}`);
    expect(row(DEEP).getByRole('link').getAttribute('target')).toBe('_blank');
    row(DEEP).getByText('Old Corp');
  });

  test('a stopped task that is not confirmed cannot be started', async () => {
    await openPage(PATH, {
      ...staff,
      world: (made) => (made.tasks = made.tasks.map((task) => ({ ...task, status: false, confirmed: false }))),
    });
    expect(buttons(STOPPED)).toEqual(['Confirm', 'Start (disabled)', '']);
  });

  test('is narrowed by organisation and by title or author, in the address', async () => {
    const { user } = await openPage(`${PATH}?org=${mockId(8, 2)}`, staff);
    expect(titles()).toEqual([DEEP]);
    await openPage(`${PATH}?page=1&size=20`, staff);
    await user.type(screen.getByRole('searchbox', { name: 'Search by title' }), 'BILLING 3');
    await waitFor(() => expect(titles()).toEqual([STOPPED]));
    expect(new URLSearchParams(window.location.search).get('text')).toBe('BILLING 3');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Search in' }), 'author');
    await screen.findByText('No task matches the filters');
    expect(window.location.search).toContain('field=author');
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(titles()).toHaveLength(5));
    screen.getByRole('searchbox', { name: 'Search by author' });
  });

  test('has sizes of a page, and says when there is nothing or it did not load', async () => {
    const { user } = await openPage(`${PATH}?size=10`, {
      ...staff,
      world: (made) => {
        made.tasks = Array.from({ length: 12 }, (_, at) => ({
          ...(made.tasks[0] ?? never()),
          id: mockId(2, at + 1),
          title: `Task ${at + 1}`,
        }));
      },
    });
    expect(titles()).toHaveLength(10);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Per page' }), '20');
    await waitFor(() => expect(titles()).toHaveLength(12));
    await openPage(PATH, { ...staff, scenario: 'empty' });
    screen.getByText('No tasks yet');
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listControlTasks, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('Could not load the tasks');
    screen.getByRole('button', { name: 'Try again' });
  });

  test('is in Russian too', async () => {
    await openPage(`${PATH}?text=billing 4`, { ...staff, locale: 'ru' });
    screen.getByText('1 задача');
    expect(buttons(UNCONFIRMED)).toEqual(['Подтвердить', 'Остановить', '']);
    row(UNCONFIRMED).getByText('Не подтверждена');
  });

  test('is forbidden to users who are not staff, and absent from their menu', async () => {
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
    await openPage('/settings');
    expect(screen.queryByRole('link', { name: 'Organisations’ tasks' })).toBeNull();
  });
});

describe('confirming', () => {
  const open = async (user: Awaited<ReturnType<typeof openPage>>['user'], title: string) => {
    await user.click(row(title).getByRole('button', { name: `Confirm the task “${title}”` }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Confirm' }).hasAttribute('disabled')).toBe(false));
    return dialog;
  };

  test('shows the additions that wait and confirms the version that was shown', async () => {
    const { world, user } = await openPage(PATH, staff);
    const dialog = await open(user, WAITS);
    dialog.getByText('Patterns: 1');
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['corp.example пароль']);
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(buttons(WAITS)).toEqual(['Block', 'Stop', '']));
    expect(world.sent).toEqual([{ version: 1 }]);
    await screen.findByText('The task was confirmed');
  });

  test('shows all of a task that was never confirmed', async () => {
    const { user } = await openPage(PATH, staff);
    const dialog = await open(user, UNCONFIRMED);
    dialog.getByText('Patterns: 8');
    dialog.getByText('Repositories: 5');
    dialog.getByText('service-1: https://git.example/team/service-1.git');
  });

  test('of a task that changed meanwhile is refused: a message says so, and the list is read again', async () => {
    const { world, user } = await openPage(PATH, staff);
    const dialog = await open(user, WAITS);
    edit(world, 1, 'Another title');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The task has changed since');
    await waitFor(() => expect(titles()[0]).toBe('Another title'));
    expect(world.tasks[0]?.waiting_additions).toBe(true);
    expect(world.sent).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click((await open(user, 'Another title')).getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(world.sent).toEqual([{ version: 2 }]));
  });
});

describe('the other actions', () => {
  const agree = async (user: Awaited<ReturnType<typeof openPage>>['user'], name: string) =>
    user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));

  test('block asks first, stops the task and takes its confirmation', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(row(WAITS).getByRole('button', { name: `Block the task “${WAITS}”` }));
    expect(world.tasks[0]?.confirmed).toBe(true);
    await agree(user, 'Block');
    await waitFor(() => expect(buttons(WAITS)).toEqual(['Confirm', 'Start (disabled)', '']));
    await screen.findByText('The task was blocked');
  });

  test('a refused block says so', async () => {
    const { user } = await openPage(PATH, { ...staff, world: (made) => made.refuse(blockTaskPost, 503, 'unavailable') });
    await user.click(row(WAITS).getByRole('button', { name: `Block the task “${WAITS}”` }));
    await agree(user, 'Block');
    expect((await screen.findByRole('alert')).textContent).toContain('Could not block the task');
  });

  test('start is refused with the reason; stop and delete ask first', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(row(STOPPED).getByRole('button', { name: `Start the task “${STOPPED}”` }));
    expect((await screen.findByRole('alert')).textContent).toContain('The tariff allows no more running tasks');
    await user.click(row(DEEP).getByRole('button', { name: `Stop the task “${DEEP}”` }));
    await agree(user, 'Stop');
    await waitFor(() => expect(buttons(DEEP)).toEqual(['Block', 'Start', '']));
    await user.click(row(DEEP).getByRole('button', { name: `Delete the task “${DEEP}”` }));
    await agree(user, 'Delete');
    await waitFor(() => expect(titles()).toHaveLength(4));
    expect(world.deletedWithEvents).toEqual([false]);
  });
});

function never(): never {
  throw new Error('the mock world has no task');
}
