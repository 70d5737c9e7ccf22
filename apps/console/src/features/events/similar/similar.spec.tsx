import { listSimilar } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { makeEvent } from '../../../../mock/data/events.ts';
import type { World } from '../../../../mock/world.ts';
import { FULL_ROWS, openPage } from '../../../app/open-page.fixture.tsx';

/** Four events: the first has two similar ones in other files, and another one of its own file. */
const leaks = (world: World) => {
  const open = { status: 'open', owner_status: true, same_file: false, sim_count: 0, similar_to_false: null } as const;
  world.events = [
    makeEvent(40, { ...open, file_path: 'a.env', sim_count: 2 }),
    makeEvent(39, { ...open, file_path: 'b.env' }),
    makeEvent(38, { ...open, file_path: 'c.env' }),
    makeEvent(37, { ...open, file_path: 'a.env', same_file: true }),
  ];
};
const dialog = async () => within(await screen.findByRole('dialog'));
type User = Awaited<ReturnType<typeof openPage>>['user'];
const statuses = (world: World) => world.events.map(({ status }) => status);
const openSimilar = async (world: (world: World) => unknown = leaks) => {
  const opened = await openPage('/?status=all', { stored: FULL_ROWS, world });
  const [badge] = screen.getAllByRole('button', { name: /in \d+ more/ });
  await opened.user.click(badge ?? document.body);
  return { ...opened, shown: await dialog() };
};

describe('similar events', () => {
  test('are counted in the row, and listed with the reason and a link', async () => {
    const { shown, user } = await openSimilar();
    const list = within(await shown.findByRole('list', { name: 'Similar events' }));
    const rows = list.getAllByRole('listitem');
    expect(rows).toHaveLength(3);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('same secret'),
      expect.stringMatching(/same secret.*text 90 %/),
      expect.stringContaining('same file'),
    ]);
    expect(
      within(rows[0] ?? document.body)
        .getByRole('link', { name: /b\.env/ })
        .getAttribute('href'),
    ).toMatch(/\/events\/[0-9a-f-]{36}$/);
    expect(shown.getByRole('link', { name: 'Show as a list of events' }).getAttribute('href')).toMatch(/similar_to=/);
    await user.click(shown.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getAllByRole('button', { name: /in \d+ more/ })[0]));
  });

  test('are opened with a key; there may be none', async () => {
    const { user } = await openPage('/?status=all', {
      stored: FULL_ROWS,
      world: (world) => {
        leaks(world);
        world.events = world.events.slice(1, 3);
      },
    });
    await user.keyboard('js');
    const shown = await dialog();
    await shown.findByText('No similar events');
    expect(shown.queryByRole('group')).toBeNull();
  });

  test('that cannot be loaded are asked for again', async () => {
    const { world, user, shown } = await openSimilar((it) => {
      leaks(it);
      it.refuse(listSimilar, 503, 'unavailable');
    });
    await shown.findByText('Could not load similar events');
    world.refusals.clear();
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    await shown.findByRole('list', { name: 'Similar events' });
  });

  test('change together from the dialog, after a question', async () => {
    const { world, user, shown } = await openSimilar();
    await user.click(await shown.findByRole('button', { name: 'Fixed' }));
    await screen.findByText('This event and 2 similar events will have the status “Fixed”.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(statuses(world)).toEqual(['open', 'open', 'open', 'open']);
    await user.click(await shown.findByRole('button', { name: 'Fixed' }));
    await user.click(await screen.findByRole('button', { name: 'Change all (3)' }));
    await waitFor(() => expect(statuses(world)).toEqual(['fixed', 'fixed', 'fixed', 'open']));
  });

  const press = async (user: User, name: string) => {
    const [first] = screen.getAllByRole('article');
    await user.click(within(first ?? document.body).getByRole('button', { name }));
  };
  const twoOfOneFile = (it: World) => {
    leaks(it);
    it.events = it.events.map((event) => ({ ...event, same_file: event.file_path === 'a.env' }));
  };
  const also = (name: string) => screen.findByRole('button', { name });

  test('and the other event of the file are offered when the status of one has changed; one undo takes all back', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS, world: twoOfOneFile });
    await press(user, 'False positive');
    await waitFor(() => expect(statuses(world)).toEqual(['false', 'open', 'open', 'open']));
    await also('Only this one');
    await user.click(await also('Also the 1 other in this file'));
    await waitFor(() => expect(statuses(world)).toEqual(['false', 'open', 'open', 'false']));
    await user.click(await also('Also the 2 similar ones'));
    await waitFor(() => expect(statuses(world)).toEqual(['false', 'false', 'false', 'false']));
    await screen.findByText('Status of 4 events changed: False positive');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Also the/ })).toBeNull());
    await user.click(await also('Test data'));
    await waitFor(() => expect(world.events.map(({ reason }) => reason)).toEqual(Array(4).fill('test_data')));
    await user.keyboard('u');
    await waitFor(() => expect(statuses(world)).toEqual(['open', 'open', 'open', 'open']));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  test('get the reason that was given before they change', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS, world: leaks });
    await press(user, 'Fixed');
    await user.click(await also('Secret revoked'));
    await user.click(await also('Also the 2 similar ones'));
    await waitFor(() => expect(statuses(world)).toEqual(['fixed', 'fixed', 'fixed', 'open']));
    expect(world.events.map(({ reason }) => reason)).toEqual(['revoked', 'revoked', 'revoked', null]);
  });

  test('that cannot be loaded do not hold up the change, and are asked for again', async () => {
    const { world, user } = await openPage('/?status=all', { stored: FULL_ROWS, world: leaks });
    world.refuse(listSimilar, 503, 'unavailable');
    await press(user, 'Fixed');
    await waitFor(() => expect(statuses(world)).toEqual(['fixed', 'open', 'open', 'open']));
    const again = await also('Could not load similar events: try again');
    world.refusals.clear();
    await user.click(again);
    await also('Also the 2 similar ones');
    await user.click(await also('Only this one'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
    expect(statuses(world)).toEqual(['fixed', 'open', 'open', 'open']);
  });

  test.each([
    ['Only this one', ['fixed', 'open', 'open']],
    ['Change all (3)', ['fixed', 'fixed', 'fixed']],
    ['Cancel', ['open', 'open', 'open']],
  ])('where several others are in the file, a question in place comes first: %s', async (name, wanted) => {
    const { world, user } = await openPage('/?status=all', {
      stored: FULL_ROWS,
      world: (it) => {
        leaks(it);
        it.events = it.events.slice(0, 3).map((event) => ({ ...event, file_path: 'a.env', same_file: true, sim_count: 0 }));
      },
    });
    await press(user, 'Fixed');
    const bar = within(await screen.findByRole('group', { name: 'Other events of this file' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    bar.getByText('There are 2 more events of the file a.env. Give them the status “Fixed” too?');
    expect(bar.getAllByRole('listitem')).toHaveLength(2);
    expect(document.activeElement?.textContent).toBe('Only this one');
    expect(statuses(world)).toEqual(['open', 'open', 'open']);
    await user.click(bar.getByRole('button', { name }));
    await waitFor(() => expect(statuses(world)).toEqual(wanted));
    expect(screen.queryByRole('group', { name: 'Other events of this file' })).toBeNull();
  });

  test('of which one was marked as false are said in the row, which stays in the list', async () => {
    await openPage('/', {
      stored: FULL_ROWS,
      world: (world) => {
        leaks(world);
        world.events = world.events.map((event, at) => ({ ...event, similar_to_false: at === 0 ? (world.events[1]?.id ?? null) : null }));
      },
    });
    expect(screen.getAllByRole('article')).toHaveLength(4);
    expect(screen.getByRole('link', { name: 'like a false positive' }).getAttribute('href')).toMatch(/\/events\/[0-9a-f-]{36}$/);
  });

  test('are a filter of the list, which can be removed', async () => {
    const { user } = await openPage(`/?status=all&similar_to=${makeEvent(40).id}`, { stored: FULL_ROWS, world: leaks });
    await user.click(screen.getByRole('button', { name: 'Similar to one event' }));
    await waitFor(() => expect(window.location.search).toBe('?status=all'));
  });
});
