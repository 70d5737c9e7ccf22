import { assignEvents, changeManyStatuses, changeOneStatus, type Route } from '@leakwatch/contracts';
import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { makeEvent } from '../../../../mock/data/events.ts';
import { mockId } from '../../../../mock/ids.ts';
import type { World } from '../../../../mock/world.ts';
import { FULL_ROWS, openPage, settle } from '../../../app/open-page.fixture.tsx';

const FREE = {
  status: 'open',
  owner_status: true,
  same_file: false,
  sim_count: 0,
  assignee: null,
  due_date: null,
  overdue: false,
} as const;

/** Three events, of which each is a row. */
const opened = () =>
  openPage('/?status=all', {
    stored: FULL_ROWS,
    world: (world) => {
      world.events = [9, 8, 7].map((number) => makeEvent(number, FREE));
    },
  });
const statuses = (world: World) => world.events.map(({ status }) => status);
const ALL_OPEN = ['open', 'open', 'open'];
const ALL_FIXED = ['fixed', 'fixed', 'fixed'];
const FAILED = 'No answer from the server';

/** Presses keys whose change is made and not answered. */
async function lose({ user, world }: Awaited<ReturnType<typeof opened>>, keys: string, route: Route) {
  world.lost.add(route);
  await user.keyboard(keys);
  await screen.findByText(FAILED);
  world.lost.clear();
  await settle();
}

test.each([
  ['pressed again', 'keys'],
  ['sent again from the message', 'message'],
])('a change of several events whose answer was lost is done once and can be undone when it is %s', async (_, how) => {
  const page = await opened();
  const { user, world } = page;
  await lose(page, 'jxjxjx3', changeManyStatuses);
  expect(statuses(world)).toEqual(ALL_FIXED);
  screen.getByText(/it is not applied twice/);
  if (how === 'keys') await user.keyboard('3');
  else await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Status of 3 events changed: Fixed');
  await user.keyboard('u');
  await screen.findByText('3 events restored');
  expect(statuses(world)).toEqual(ALL_OPEN);
  // What was answered is a change of its own the next time.
  await settle();
  expect(screen.queryByText(FAILED)).toBeNull();
  if (how === 'message') return;
  await user.keyboard('3');
  await waitFor(() => expect(statuses(world)).toEqual(ALL_FIXED));
});

test('a change of one event is sent again from the message, although the page shows it as done', async () => {
  const page = await opened();
  const { user, world } = page;
  await lose(page, 'j3', changeOneStatus);
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await settle();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Status of 1 event changed: Fixed');
  await user.keyboard('u');
  await waitFor(() => expect(statuses(world)).toEqual(ALL_OPEN));
});

test('after another change of the same events the lost one is a new change when it is pressed again', async () => {
  const page = await opened();
  const { user, world } = page;
  await lose(page, 'jxjxjx3', changeManyStatuses);
  await user.keyboard('1');
  await waitFor(() => expect(statuses(world)).toEqual(ALL_OPEN));
  await settle();
  await user.keyboard('3');
  await waitFor(() => expect(statuses(world)).toEqual(ALL_FIXED));
});

test('a refusal is not offered again', async () => {
  const { user, world } = await opened();
  world.refuse(changeManyStatuses, 403, 'forbidden');
  await user.keyboard('jxjxjx3');
  await screen.findByText('Could not change the status');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test.each([
  [500, 'internal', 1],
  [409, 'idempotency_key_reused', 0],
])('a change of several events that is refused with %i leaves the rows and the selection', async (status, code, again) => {
  const { user, world } = await opened();
  world.refuse(changeManyStatuses, status, code);
  await user.keyboard('jxjxjx3');
  await screen.findByText('Could not change the status');
  await settle();
  expect(statuses(world)).toEqual(ALL_OPEN);
  expect(screen.getAllByRole('article').map((row) => [row.dataset['selected'], /Open/.test(row.getAttribute('aria-label') ?? '')])).toEqual(
    Array.from({ length: 3 }, () => ['true', true]),
  );
  expect(screen.queryAllByRole('button', { name: 'Try again' })).toHaveLength(again);
});

test('an assignment whose answer was lost is done once and can be undone', async () => {
  const page = await opened();
  const { user, world } = page;
  await lose(page, 'jxjxjxm', assignEvents);
  await user.keyboard('m');
  await screen.findByText('3 events were changed');
  await user.keyboard('u');
  await screen.findByText('3 events restored');
  expect(world.events.every(({ assignee }) => assignee === null)).toBe(true);
});

test('the dialog for assigning leads on with the second try', async () => {
  const { user, world } = await opened();
  await user.keyboard('j');
  await user.click(within(screen.getAllByRole('article')[0] ?? document.body).getByRole('button', { name: 'Assign' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Due date' }), '24.12.2026');
  world.lost.add(assignEvents);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText(/may have been made/);
  world.lost.clear();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: /Undo/ }));
  await waitFor(() => expect(world.events.find(({ id }) => id === mockId(1, 9))?.due_date).toBeNull());
});
