import { createEventView, deleteEventView, type EventView } from '@leakwatch/contracts';
import { expect, jest, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../../mock/ids.ts';
import type { World } from '../../../../mock/world.ts';
import { openPage } from '../../../app/open-page.fixture.tsx';

const view = (number: number, over: Partial<EventView>): EventView => ({
  id: mockId(44, number),
  name: `View ${number}`,
  shared: false,
  author: 'irina',
  filters: {},
  fault: null,
  version: 1,
  ...over,
});
const some = (world: World) => {
  world.views = [
    view(1, { name: 'Critical of mine', filters: { severity: ['critical'], assignee: ['me'] }, sort: 'severity' }),
    view(2, { name: 'Of a deleted task', shared: true, author: 'boris', filters: { task: mockId(2, 9) }, fault: 'task' }),
  ];
};
/** jsdom lays nothing out, so a menu that opens is hidden there. */
const HIDDEN = { hidden: true };
const panel = () => within(screen.getByRole('region', { name: 'Saved views' }));

test('a view is a link to its filters; one that is not valid any more says so', async () => {
  const { user } = await openPage('/', { world: some });
  const link = await panel().findByRole('link', { name: 'Critical of mine' });
  expect(link.getAttribute('aria-current')).toBeNull();
  expect(panel().queryByRole('link', { name: 'Of a deleted task' })).toBeNull();
  panel().getByText('Its task was deleted');
  await user.click(link);
  await waitFor(() => expect(window.location.search).toBe('?severity=critical&assignee=me&sort=severity'));
  expect(panel().getByRole('link', { name: 'Critical of mine' }).getAttribute('aria-current')).toBe('true');
});

test('the filters of the list are saved for the person or for the organisation, and renamed', async () => {
  const { user, world } = await openPage('/?status=all&due=overdue&page=2');
  await user.click(panel().getByRole('button', { name: 'Save these filters…' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Late');
  await user.click(dialog.getByRole('checkbox', { name: 'For everybody in the organisation' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await panel().findByRole('link', { name: 'Late' });
  expect(world.views).toMatchObject([{ name: 'Late', shared: true, filters: { status: ['all'], due: 'overdue' } }]);

  await user.click(panel().getByRole('button', { name: 'Actions: Late' }));
  await user.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Rename' }));
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Name' }), 'r{Enter}');
  await panel().findByRole('link', { name: 'Later' });
});

test('a name that is taken is said at the field, and what was typed stays', async () => {
  const { user, world } = await openPage('/', { world: some });
  world.refuse(createEventView, 409, 'view_exists');
  await user.click(panel().getByRole('button', { name: 'Save these filters…' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByRole('textbox', { name: 'Name' });
  await user.type(field, 'View 1{Enter}');
  await dialog.findByText('There is a view of this name already');
  expect([field.getAttribute('aria-invalid'), screen.queryByRole('alert')]).toEqual(['true', null]);
  expect(field).toHaveProperty('value', 'View 1');
});

test('a view that someone deleted while it was renamed can be saved anew', async () => {
  const { user, world } = await openPage('/?due=overdue', { world: some });
  await user.click(await panel().findByRole('button', { name: 'Actions: Critical of mine' }));
  await user.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Rename' }));
  const dialog = within(await screen.findByRole('dialog'));
  world.views = [];
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), '!{Enter}');
  expect((await dialog.findByRole('alert')).textContent).toContain('Someone deleted this view meanwhile');
  await user.click(dialog.getByRole('button', { name: 'Save as a new view' }));
  await panel().findByRole('link', { name: 'Critical of mine!' });
  expect(world.views).toMatchObject([{ filters: { severity: ['critical'], assignee: ['me'] }, sort: 'severity' }]);
  // The button that opened the dialog has left the page.
  await waitFor(() => expect(document.activeElement).toBe(panel().getByRole('link', { name: 'Critical of mine!' })));
});

test('a view that a colleague renamed meanwhile is renamed after a look at the new name', async () => {
  const { user, world } = await openPage('/', { world: some });
  await user.click(await panel().findByRole('button', { name: 'Actions: Critical of mine' }));
  await user.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Rename' }));
  const dialog = within(await screen.findByRole('dialog'));
  world.views = world.views.map((one) => ({ ...one, name: `Theirs ${one.id}`, version: 2 }));
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), '!{Enter}');
  await user.click(await dialog.findByRole('button', { name: 'Load the new version' }));
  await dialog.findByText('The new version is loaded. Check the fields before you save.');
  expect(world.views[0]?.name).toMatch(/^Theirs/);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await panel().findByRole('link', { name: 'Critical of mine!' });
});

test('filters that a colleague replaced since the list was read are not replaced without a look at them', async () => {
  const { user, world } = await openPage('/?due=overdue', { world: some });
  await panel().findByRole('link', { name: 'Critical of mine' });
  world.views = world.views.map((one) => ({ ...one, filters: { severity: ['low'] }, fault: null, version: 2 }));
  const replace = async () => {
    await user.click(panel().getByRole('button', { name: 'Actions: Critical of mine' }));
    await user.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Replace with the current filters' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Replace' }));
  };
  await replace();
  await screen.findByText(/Someone changed the view meanwhile/);
  expect(world.views[0]?.filters).toEqual({ severity: ['low'] });
  const link = panel().getByRole('link', { name: 'Critical of mine' });
  await waitFor(() => expect(link.getAttribute('href')).toBe('/?severity=low&sort=severity'));
  await replace();
  await waitFor(() => expect(world.views[0]?.filters).toMatchObject({ due: 'overdue' }));
});

test('the filters of a view are replaced after a question', async () => {
  const { user, world } = await openPage('/?due=overdue', { world: some });
  const replace = async (answer: string) => {
    await user.click(await panel().findByRole('button', { name: 'Actions: Of a deleted task' }));
    await user.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Replace with the current filters' }));
    const question = within(await screen.findByRole('dialog'));
    question.getByText(/to everybody in the organisation/);
    await user.click(question.getByRole('button', { name: answer }));
  };
  await replace('Cancel');
  expect(world.views.at(-1)?.filters).toEqual({ task: mockId(2, 9) });
  await replace('Replace');
  await waitFor(() => expect(world.views.find(({ id }) => id === mockId(44, 2))?.filters).toMatchObject({ due: 'overdue' }));
});

test('a view is deleted after a question; a refusal is said', async () => {
  const { user, world } = await openPage('/', { world: some });
  const remove = async () => {
    await user.click(await panel().findByRole('button', { name: 'Actions: Of a deleted task' }));
    expect(screen.queryByRole('menuitem', { ...HIDDEN, name: 'Rename' })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  };
  world.refuse(deleteEventView, 404, 'not_found');
  await remove();
  await screen.findByText('The view was not deleted');
  world.refusals.delete(deleteEventView);
  await remove();
  await waitFor(() => expect(world.views.map(({ name }) => name)).toEqual(['Critical of mine']));
});

test('when a view is deleted, what takes its place has the focus', async () => {
  const { user, world } = await openPage('/', { world: some });
  const remove = async (name: string) => {
    await user.click(await panel().findByRole('button', { name: `Actions: ${name}` }));
    await user.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(panel().queryByText(name)).toBeNull());
  };
  await remove('Critical of mine');
  await waitFor(() => expect(document.activeElement).toBe(panel().getByRole('button', { name: 'Actions: Of a deleted task' })));
  await remove('Of a deleted task');
  expect(world.views).toEqual([]);
  await waitFor(() => expect(document.activeElement).toBe(panel().getByRole('button', { name: /^Save these filters/ })));
});

test('what a colleague renames, or deletes, is shown while the page is open', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  try {
    const { world } = await openPage('/', { world: some });
    await panel().findByRole('link', { name: 'Critical of mine' });
    world.views = world.views.slice(0, 1).map((one) => ({ ...one, name: 'Renamed' }));
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    await panel().findByRole('link', { name: 'Renamed' });
    expect(panel().queryByText('Of a deleted task')).toBeNull();
  } finally {
    jest.useRealTimers();
  }
});

test('a person without an organisation has no views', async () => {
  await openPage('/', { world: (world) => void (world.settings = { ...world.settings, organisation: null }) });
  expect(screen.queryByRole('region', { name: 'Saved views' })).toBeNull();
});

test('what was typed as the name of a view is not lost with Escape', async () => {
  const { user } = await openPage('/?status=all');
  await user.click(panel().getByRole('button', { name: 'Save these filters…' }));
  const name = within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Name' });
  await user.type(name, 'Late{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep typing' }));
  expect(name).toHaveProperty('isConnected', true);
  expect(name).toHaveProperty('value', 'Late');
});
