import { assignEvents, changeOneStatus, listEvents } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { makeEvent, MEMBERS } from '../../../../mock/data/events.ts';
import { mockId } from '../../../../mock/ids.ts';
import type { World } from '../../../../mock/world.ts';
import { FULL_ROWS, openPage, settle } from '../../../app/open-page.fixture.tsx';

/** jsdom lays nothing out, so lists that open are hidden there. */
const HIDDEN = { hidden: true };

/** Unassigned open events, as many as are asked for. */
const leaks = (count: number) => (world: World) => {
  const free = {
    status: 'open',
    owner_status: true,
    same_file: false,
    sim_count: 0,
    assignee: null,
    due_date: null,
    overdue: false,
  } as const;
  world.events = Array.from({ length: count }, (_, at) => makeEvent(Math.max(60, count) - at, free));
};
const dialog = async () => within(await screen.findByRole('dialog'));
const assignees = (world: World) => world.events.map(({ assignee }) => assignee?.name ?? null);
const rows = () => screen.getAllByRole('article');

describe('assigning', () => {
  test('one event: the dialog shows what it has, and the row what was chosen; the message undoes it', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(2) });
    await user.click(within(rows()[0] ?? document.body).getByRole('button', { name: 'Assign' }));
    const shown = await dialog();
    expect(shown.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
    const select = shown.getByRole('combobox', { name: 'Assignee' });
    expect(select).toHaveProperty('value', 'Nobody');
    await user.click(select);
    const people = () => screen.getAllByRole('option', { ...HIDDEN, name: /^(Nobody|Me|kovalenko)/ });
    await waitFor(() => expect(people().map(({ textContent }) => textContent)).toEqual(['Nobody', 'Me (irina)', 'kovalenko']));
    await user.click(screen.getByRole('option', { ...HIDDEN, name: 'kovalenko' }));
    await user.type(shown.getByRole('textbox', { name: 'Due date' }), '24.12.2026');
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const row = within(rows()[0] ?? document.body);
    row.getByRole('button', { name: 'Assignee: kovalenko' });
    row.getByText('due 24.12.2026');
    expect(world.events[0]).toMatchObject({ assignee: MEMBERS[1], due_date: '2026-12-24' });
    await user.click(await screen.findByRole('button', { name: /Undo/ }));
    await waitFor(() => expect(assignees(world)).toEqual([null, null]));
  });

  test('with m the current event is assigned to the person, with x and m the selected ones', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(4) });
    await user.keyboard('jm');
    await waitFor(() => expect(assignees(world)).toEqual(['irina', null, null, null]));
    await user.keyboard('jxjxm');
    await waitFor(() => expect(assignees(world)).toEqual(['irina', 'irina', 'irina', null]));
  });

  test('no key is lost while the server takes its time', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(3) });
    world.delayMs = 300;
    await user.keyboard('jmjm');
    await waitFor(() => expect(assignees(world)).toEqual(['irina', 'irina', null]));
  });

  test('a change that is refused takes back itself and not what was changed after it', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(2) });
    let release = () => {};
    world.held = new Promise((resolve) => {
      release = resolve;
    });
    await user.keyboard('j2');
    const [first = document.body, second = document.body] = rows();
    await waitFor(() => expect(first.getAttribute('aria-label')).toMatch(/In progress$/));
    world.held = null;
    await user.keyboard('jm');
    await waitFor(() => expect(assignees(world)).toEqual([null, 'irina']));
    world.refuse(changeOneStatus, 500, 'internal');
    world.refuse(listEvents, 503, 'unavailable');
    release();
    await screen.findByText('Could not change the status');
    expect(rows()[0]?.getAttribute('aria-label')).toMatch(/Open$/);
    within(second).getByRole('button', { name: 'Assignee: irina' });
  });

  test('a change that is refused does not bring back the row of a later change of the same event', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(2) });
    const hold = () => {
      let release = () => {};
      world.held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    };
    const first = hold();
    await user.keyboard('j2');
    await waitFor(() => expect(rows()[0]?.getAttribute('aria-label')).toMatch(/In progress$/));
    await user.keyboard('3');
    world.refuse(changeOneStatus, 500, 'internal');
    const second = hold();
    first();
    await screen.findByText('Could not change the status');
    world.refusals.clear();
    await waitFor(() => expect(rows()[0]?.getAttribute('aria-label')).not.toMatch(/(Open|In progress)$/));
    const wanted = rows()[0]?.getAttribute('aria-label');
    await settle();
    expect(rows()[0]?.getAttribute('aria-label')).toBe(wanted);
    second();
    await waitFor(() => expect(world.events[0]?.status).not.toBe('open'));
  });

  test('all that match are selected beyond the page, and assigned in one call', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(15) });
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(screen.getByRole('button', { name: 'Select all 15 events that match' }));
    screen.getByText('15 events selected');
    await user.keyboard('a');
    const shown = await dialog();
    shown.getByText('Assign 15 events');
    await user.click(shown.getByRole('combobox', { name: 'Assignee' }));
    await user.click(await screen.findByRole('option', { ...HIDDEN, name: 'Me (irina)' }));
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(new Set(assignees(world))).toEqual(new Set(['irina'])));
  });

  test('a refusal leaves the row and the dialog as they were, and says why', async () => {
    const { user } = await openPage('/', {
      stored: FULL_ROWS,
      world: (world) => {
        leaks(1)(world);
        world.refuse(assignEvents, 404, 'member_not_found');
      },
    });
    await user.keyboard('jm');
    await screen.findByText('There is no such member of the organisation');
    within(rows()[0] ?? document.body).getByRole('button', { name: 'Assign' });
  });
});

describe('a refusal of the dialog', () => {
  const openDialog = async (user: UserEvent) => {
    await user.keyboard('ja');
    const shown = await dialog();
    await user.type(shown.getByRole('textbox', { name: 'Due date' }), '24.12.2026');
    return shown;
  };

  test('is said above its buttons, with the focus back on the one that was pressed, until the next edit', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(1) });
    world.refuse(assignEvents, 503, 'unavailable');
    const shown = await openDialog(user);
    const save = shown.getByRole('button', { name: 'Save' });
    await user.click(save);
    expect((await shown.findByRole('alert')).textContent).toMatch(/^Could not change the events.*Request ID: /);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    await waitFor(() => expect(document.activeElement).toBe(save));
    await user.clear(shown.getByRole('textbox', { name: 'Due date' }));
    expect(shown.queryByRole('alert')).toBeNull();
  });

  test('is said at the field that it is about, which gets the focus', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(1) });
    world.refuse(assignEvents, 404, 'member_not_found');
    const shown = await openDialog(user);
    await user.click(shown.getByRole('button', { name: 'Save' }));
    const select = shown.getByRole('combobox', { name: 'Assignee' });
    await waitFor(() => expect(select.getAttribute('aria-invalid')).toBe('true'));
    shown.getByText('There is no such member of the organisation');
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(select));
  });

  test('is a message when the dialog is closed before the answer', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(1) });
    let release = () => {};
    world.held = new Promise((resolve) => {
      release = resolve;
    });
    const shown = await openDialog(user);
    await user.click(shown.getByRole('button', { name: 'Save' }));
    await user.click(shown.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    world.refuse(assignEvents, 503, 'unavailable');
    release();
    await screen.findByText('Could not change the events');
  });
});

describe('closing', () => {
  test('asks why in its message, without a dialog', async () => {
    const { user, world } = await openPage('/', { stored: FULL_ROWS, world: leaks(1) });
    await user.keyboard('j3');
    const why = within(await screen.findByRole('group', { name: 'Why?' }));
    expect(why.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Secret revoked', 'Removed from the source']);
    await user.click(why.getByRole('button', { name: 'Secret revoked' }));
    await waitFor(() => expect(world.events[0]).toMatchObject({ status: 'fixed', reason: 'revoked' }));
  });
});

describe('closing all that match', () => {
  test('takes its reason for all of them, also those of other pages', async () => {
    const { user, world } = await openPage('/?size=10', { world: leaks(30) });
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(await screen.findByRole('button', { name: /^Select all \d+ events that match$/ }));
    await user.click(within(screen.getByRole('group', { name: 'Set status' })).getByRole('button', { name: 'False positive' }));
    await waitFor(() => expect(new Set(world.events.map(({ status }) => status))).toEqual(new Set(['false'])));
    const why = within(await screen.findByRole('group', { name: 'Why?' }));
    await user.click(why.getByRole('button', { name: 'Test data' }));
    await waitFor(() => expect(new Set(world.events.map(({ reason }) => reason))).toEqual(new Set(['test_data'])));
  });
});

describe('a change of more than 500 events', () => {
  const many = (it: World) => {
    leaks(600)(it);
    it.delayMs = 50;
  };
  const selectAll = async (user: Awaited<ReturnType<typeof openPage>>['user']) => {
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 600 events that match' }));
  };

  test('says that it runs until it is done', async () => {
    const { user, world } = await openPage('/?size=10', { world: many });
    await selectAll(user);
    await user.click(within(screen.getByRole('group', { name: 'Set status' })).getByRole('button', { name: 'Fixed' }));
    await screen.findByText('Changing 600 events…');
    await screen.findByText('Status of 600 events changed: Fixed');
    await waitFor(() => expect(screen.queryByText('Changing 600 events…')).toBeNull());
    expect(world.events.every(({ status }) => status === 'fixed')).toBe(true);
  });

  test('does not go on saying so when it is refused', async () => {
    const { user, world } = await openPage('/?size=10', { world: many });
    world.refuse(assignEvents, 503, 'unavailable');
    await selectAll(user);
    await user.keyboard('m');
    await screen.findByText('Changing 600 events…');
    await screen.findByRole('alert');
    await waitFor(() => expect(screen.queryByText('Changing 600 events…')).toBeNull());
  });
});

describe('filters', () => {
  test('own events, unassigned and overdue ones, with their numbers', async () => {
    const { user } = await openPage('/?size=50', { stored: FULL_ROWS });
    await user.click(screen.getByRole('checkbox', { name: /^Me\s*\d+/ }));
    await waitFor(() => expect(window.location.search).toContain('assignee=me'));
    const box = screen.getByRole('checkbox', { name: /^Me\s*\d+/ });
    const number = Number(/\d+/.exec((box instanceof HTMLInputElement ? box.labels?.[0]?.textContent : null) ?? '')?.[0]);
    await waitFor(() => expect(rows()).toHaveLength(number));
    for (const row of rows()) within(row).getByRole('button', { name: 'Assignee: irina' });
    await user.click(screen.getByRole('checkbox', { name: /^Overdue\s*\d+/ }));
    await waitFor(() => expect(window.location.search).toContain('due=overdue'));
  });
});

test('the page of an event shows who works on it and what happened, and has the keys', async () => {
  const { user, world } = await openPage(`/events/${mockId(1, 60)}`, { world: leaks(1), locale: 'ru' });
  screen.getByText(/ответственный изменён: — → irina/);
  screen.getByText(/срок изменён: 30\.11\.2026 → 24\.12\.2026/);
  await user.keyboard('m');
  await waitFor(() => expect(assignees(world)).toEqual(['irina']));
  await user.keyboard('a');
  (await dialog()).getByText('Назначить 1 событие');
});
