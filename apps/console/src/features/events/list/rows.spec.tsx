import { changeManyStatuses } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { makeEvent } from '../../../../mock/data/events.ts';
import { mockId } from '../../../../mock/ids.ts';
import type { World } from '../../../../mock/world.ts';
import { FULL_ROWS, openPage, settle } from '../../../app/open-page.fixture.tsx';

const rows = () => screen.getAllByRole('article');
const ids = () => rows().map((row) => row.id.replace('event-', ''));
const statusOf = (world: World, number: number) => world.events.find(({ id }) => id === mockId(1, number))?.status;
const query = () => new URLSearchParams(window.location.search);

/** Three patterns found one line; one event of it belongs to nobody whom the person may act for. Another line stands alone. */
const PLACE = { file_path: 'settings/mail.py', line: 7, status: 'open', same_file: false, owner_status: true } as const;
function atOnePlace(world: World): void {
  world.events = [
    makeEvent(9, { ...PLACE, pattern: 'corp.example password', last_seen: '2026-11-01T10:00:00.000Z' }),
    makeEvent(8, { ...PLACE, pattern: 'AKIA', task_name: 'Nightly' }),
    makeEvent(7, { ...PLACE, pattern: 'smtp_password' }),
    makeEvent(4, { ...PLACE, line: 30, pattern: 'AKIA' }),
  ];
}
const opened = (path = '/', more: Parameters<typeof openPage>[1] = {}) => openPage(path, { world: atOnePlace, ...more });

describe('a row for each place', () => {
  test.each([{}, FULL_ROWS])('shows the patterns of one line as chips, and its events on demand, %j', async (stored) => {
    const { user } = await opened('/', { stored });
    await screen.findAllByRole('article');
    expect(ids()).toEqual([mockId(1, 9), mockId(1, 4)]);
    screen.getByText('4 events');
    screen.getByText('in 2 rows');
    const first = within(rows()[0] ?? document.body);
    for (const pattern of ['corp.example password', 'AKIA', 'smtp_password']) first.getAllByText(pattern);
    await user.click(first.getByRole('button', { name: '3 events' }));
    const listed = within(first.getByRole('group', { name: 'Events of this row' }));
    expect(listed.getAllByRole('listitem')).toHaveLength(3);
    listed.getByText('Nightly');
    expect(listed.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      [9, 8, 7].map((one) => `/events/${mockId(1, one)}`),
    );
    expect(first.getByTitle(/^Last seen/).textContent).toMatch(/^seen /);
    expect(within(rows()[1] ?? document.body).queryByRole('button', { name: /events$/ })).toBeNull();
  });

  test('is selected and changed as a whole, by keys too, and says how many; one undo takes all back', async () => {
    const { user, world } = await opened();
    await user.keyboard('jx');
    screen.getByText('3 events selected');
    await user.keyboard('2');
    await screen.findByText('Status of 3 events changed: In progress');
    expect([9, 8, 7, 4].map((one) => statusOf(world, one))).toEqual(['in_progress', 'in_progress', 'in_progress', 'open']);
    // It stays selected, for a second action.
    screen.getByText('3 events selected');
    await user.keyboard('u');
    await waitFor(() => expect(statusOf(world, 8)).toBe('open'));
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await user.keyboard('3');
    await waitFor(() => expect([9, 8, 7].map((one) => statusOf(world, one))).toEqual(['fixed', 'fixed', 'fixed']));
  });

  test('loses no key while the server takes its time: the changes follow one another', async () => {
    const { user, world } = await opened();
    world.delayMs = 300;
    await user.keyboard('j2j3');
    await waitFor(() => expect([9, 4].map((one) => statusOf(world, one))).toEqual(['in_progress', 'fixed']));
  });

  test('is changed as a whole beside the list, which says so, also for another event of the row', async () => {
    const { user, world } = await opened(`/?event=${mockId(1, 8)}`, { width: 1200 });
    const panel = within(await screen.findByRole('complementary', { name: 'Chosen event' }));
    await panel.findByText('Changes apply to all 3 events of the row');
    await user.click(await panel.findByRole('button', { name: 'Fixed' }));
    await waitFor(() => expect([9, 8, 7].map((one) => statusOf(world, one))).toEqual(['fixed', 'fixed', 'fixed']));
  });

  test('changes only the events that the person may change', async () => {
    const { user, world } = await opened('/', {
      world: (it) => {
        atOnePlace(it);
        it.events = it.events.map((event) => (event.id === mockId(1, 8) ? { ...event, owner_status: false } : event));
      },
    });
    await user.keyboard('jx');
    screen.getByText('2 events selected');
    await user.keyboard('2');
    await waitFor(() => expect(statusOf(world, 9)).toBe('in_progress'));
    expect(statusOf(world, 8)).toBe('open');
  });

  test('a change that fails is taken back in all events of the row', async () => {
    const { user } = await opened('/', {
      world: (it) => {
        atOnePlace(it);
        it.refuse(changeManyStatuses, 503, 'unavailable');
      },
    });
    await user.keyboard('j3');
    await screen.findByText('Could not change the status');
    await waitFor(() => expect(within(rows()[0] ?? document.body).getByText('Open')).toBeTruthy());
    expect(within(rows()[0] ?? document.body).queryByText('Fixed')).toBeNull();
  });
});

describe('the choice of what a row is', () => {
  test('is in the address and remembered; by secret the row says in how many places it is', async () => {
    const { user } = await opened();
    await user.selectOptions(screen.getByRole('combobox', { name: 'What a row is' }), 'A row for each event');
    await waitFor(() => expect(ids()).toEqual([9, 8, 7, 4].map((one) => mockId(1, one))));
    expect(query().get('rows')).toBe('event');
    await user.selectOptions(screen.getByRole('combobox', { name: 'What a row is' }), 'A row for each secret');
    await waitFor(() => expect(query().get('rows')).toBe('secret'));
    await screen.findByRole('button', { name: 'in 2 places' });
    expect(localStorage.getItem('leakwatch.rows')).toBe('secret');
    await opened('/?severity=critical', { stored: { 'leakwatch.rows': 'event' } });
    await waitFor(() => expect(window.location.search).toBe('?severity=critical&rows=event'));
    // The address says more than what is remembered.
    const other = await opened('/?rows=place', { stored: { 'leakwatch.rows': 'event' } });
    await other.user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Most severe first');
    await waitFor(() => expect(query().get('sort')).toBe('severity'));
    expect(query().get('rows')).toBe('place');
  });
});

describe('the selection', () => {
  test('is kept on other pages, says so, acts on all of them, and can be cleared', async () => {
    const { user, world } = await openPage('/?status=all&rows=event');
    await user.keyboard('jx');
    const first = ids()[0];
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(ids()).not.toContain(first));
    screen.getByText('1 event selected');
    screen.getByText(/1 on other pages/);
    await user.keyboard('jx');
    screen.getByText('2 events selected');
    const second = ids()[0];
    const calls: string[] = [];
    await user.keyboard('2');
    await screen.findByText(/^Status of \d events? changed: In progress$/);
    for (const id of [first, second]) calls.push(world.events.find((event) => event.id === id)?.status ?? '');
    expect(calls).toEqual(['in_progress', 'in_progress']);
    screen.getByText('2 events selected');
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByText(/selected$/)).toBeNull();
  });
});

describe('what a change of filters resets', () => {
  test('is said: the status by another task, with a way to have it again', async () => {
    const { user } = await openPage('/?status=all');
    await user.click(await screen.findByRole('combobox', { name: 'Task' }));
    await user.click(await screen.findByRole('option', { name: 'Monitoring of billing 1', hidden: true }));
    await screen.findByText('Status was set back to Open');
    expect(query().get('status')).toBeNull();
    const task = query().get('task');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(query().get('status')).toBe('all'));
    expect(query().get('task')).toBe(task);
  });

  test('is said: the selection, which is there again with the filters of before', async () => {
    const { user } = await openPage('/');
    await user.keyboard('jx');
    await user.click(await screen.findByRole('radio', { name: /^All/ }));
    await screen.findByText('The selection of 1 event was cleared');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(window.location.search).toBe(''));
    await screen.findByText('1 event selected');
  });

  test('is not said where nothing was', async () => {
    const { user } = await openPage('/');
    await user.click(await screen.findByRole('radio', { name: /^All/ }));
    await waitFor(() => expect(query().get('status')).toBe('all'));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

test('when the current row leaves the list, its place is kept: j goes on from there, and no other event changes before', async () => {
  const { user, world } = await openPage('/?status=open', {
    world: (it) => {
      it.events = [9, 8, 7, 6].map((number) => makeEvent(number, { ...PLACE, line: number, sim_count: 0 }));
    },
  });
  await user.keyboard('jj');
  world.events = world.events.map((event) => (event.id === mockId(1, 8) ? { ...event, status: 'fixed' } : event));
  await user.click(await screen.findByRole('button', { name: /update the list$/ }, { timeout: 60_000 }));
  await waitFor(() => expect(ids()).toEqual([9, 7, 6].map((number) => mockId(1, number))));
  await waitFor(() => expect(document.activeElement).toBe(document.getElementById(`event-${mockId(1, 7)}`)));
  await user.keyboard('3');
  await settle();
  expect([9, 7, 6].map((number) => statusOf(world, number))).toEqual(['open', 'open', 'open']);
  await user.keyboard('j3');
  await waitFor(() => expect(statusOf(world, 7)).toBe('fixed'));
  expect([9, 6].map((number) => statusOf(world, number))).toEqual(['open', 'open']);
});
