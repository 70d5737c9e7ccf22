import { listTaskOptions } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import type { World } from '../../../mock/world.ts';
import { openPage } from '../open-page.fixture.tsx';

type User = Awaited<ReturnType<typeof openPage>>['user'];

const OPEN = '{Control>}k{/Control}';
const field = () => screen.findByRole('combobox', { name: 'Command palette' });
const results = () => within(screen.getByRole('listbox', { name: /^(Results|Результаты)$/ }));
const options = () =>
  results()
    .queryAllByRole('option')
    .map((option) => option.textContent);
const active = () =>
  results()
    .queryAllByRole('option', { selected: true })
    .map((option) => option.textContent);
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const path = () => window.location.pathname + window.location.search;

async function find(user: User, text: string): Promise<void> {
  await user.keyboard(OPEN);
  await user.type(await field(), text);
}

describe('the command palette', () => {
  test('opens with its keys and its button, holds the focus, and gives it back', async () => {
    const { user } = await openPage('/tasks');
    const button = screen.getByRole('button', { name: 'Command palette (Ctrl+K)' });
    await user.click(button);
    const input = await field();
    await waitFor(() => expect(document.activeElement === input).toBe(true));
    await user.tab();
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true);
    await user.keyboard('{Escape}');
    await isClosed();
    await waitFor(() => expect(document.activeElement === button).toBe(true));
    await user.keyboard(OPEN);
    await field();
  });

  test('leads to a page by typing, arrows and Enter; what was used comes first the next time', async () => {
    const { user } = await openPage('/tasks');
    await find(user, 'report');
    expect(active()).toEqual(['Reports']);
    await user.keyboard('{Enter}');
    await isClosed();
    await waitFor(() => expect(path()).toBe('/reports'));
    await user.keyboard(OPEN);
    await field();
    within(screen.getByRole('group', { name: 'Recently used' })).getByRole('option', { name: 'Reports' });
    expect(active()).toEqual(['Reports']);
    const [, second] = options();
    await user.keyboard('{ArrowDown}');
    expect(active()).toEqual([second]);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(active()).toEqual([options().at(-1)]);
  });

  test('finds the pages of staff for staff alone', async () => {
    const { user } = await openPage('/tasks');
    await find(user, 'tariff');
    screen.getByText(/^Nothing found/);
    expect(options()).toEqual([]);
    const staff = await openPage('/tasks', { staff: true });
    await find(staff.user, 'tariff');
    await waitFor(() => expect(options()).toContainEqual(expect.stringMatching(/^Tariffs/)));
  });

  test('finds tasks by a part of the name, an event by its id, and saved views', async () => {
    const view = { id: mockId(44, 1), name: 'Weekly critical', shared: false, author: 'irina', fault: null, version: 1 };
    const withView = (world: World) => (world.views = [{ ...view, filters: { severity: ['critical'] } }]);
    const { user, world } = await openPage('/reports', { world: withView });
    const task = world.tasks[0];
    await find(user, task?.title ?? '');
    await user.click(await screen.findByRole('option', { name: task?.title ?? '' }));
    await waitFor(() => expect(path()).toBe(`/task/${task?.id}`));
    await find(user, 'weekly');
    await screen.findByRole('option', { name: 'Weekly critical' });
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/?severity=critical'));
    await find(user, mockId(1, 1));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe(`/events/${mockId(1, 1)}`));
  });

  test('leads staff to an organisation on the page that is open, and nobody else', async () => {
    const { user, world } = await openPage('/reports', { staff: true });
    const [one] = world.organisations;
    await find(user, one?.name ?? '');
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${one?.name}`) }));
    await waitFor(() => expect(path()).toBe(`/reports?org=${one?.id}`));
    await openPage('/tasks', { staff: true });
    await find(user, 'all organisations');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(path()).toBe('/'));
    await openPage('/tasks');
    await find(user, one?.name ?? '');
    expect(options()).toEqual([]);
  });

  test('acts on the current event, and undoes it', async () => {
    const { user, world } = await openPage('/');
    const first = world.events.find(({ status }) => status === 'open');
    const status = () => world.events.find(({ id }) => id === first?.id)?.status;
    await user.keyboard(OPEN);
    await field();
    expect(options().filter((option) => option?.startsWith('Status'))).toEqual([]);
    await user.keyboard('{Escape}');
    await isClosed();
    await user.keyboard('j');
    await find(user, 'in progress');
    expect(active()).toEqual([expect.stringContaining(`Status: In progress${first?.pattern}`)]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(status()).toBe('in_progress'));
    await screen.findByRole('button', { name: 'Undo' });
    await find(user, 'undo');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(status()).toBe('open'));
  });

  test('says that tasks could not be loaded, and still finds the rest', async () => {
    const { user, world } = await openPage('/reports', { locale: 'ru', world: (it) => it.refuse(listTaskOptions, 503, 'unavailable') });
    await user.keyboard(OPEN);
    await user.type(await screen.findByRole('combobox', { name: 'Палитра команд' }), 'задач');
    await screen.findByText(/Часть задач или представлений не загрузилась/);
    expect(active()).toEqual(['Задачи']);
    world.refusals.clear();
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await waitFor(() => expect(screen.queryByText(/не загрузилась/)).toBeNull());
  });
});
