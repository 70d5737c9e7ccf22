import { listSimilar } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { makeEvent } from '../../../../mock/data/events.ts';
import type { World } from '../../../../mock/world.ts';
import { openPage } from '../../../app/open-page.fixture.tsx';

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
const statuses = (world: World) => world.events.map(({ status }) => status);
const openSimilar = async (world: (world: World) => unknown = leaks) => {
  const opened = await openPage('/?status=all', { world });
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
  });

  test('are opened with a key; there may be none', async () => {
    const { user } = await openPage('/?status=all', {
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

  test('are offered when the status of one changes: only this one, or the chosen kinds', async () => {
    const { world, user } = await openPage('/?status=all', {
      world: (it) => {
        leaks(it);
        it.events = it.events.map((event) => ({ ...event, same_file: event.file_path === 'a.env' }));
      },
    });
    const press = async (name: string) => {
      const [first] = screen.getAllByRole('article');
      await user.click(within(first ?? document.body).getByRole('button', { name }));
    };
    await press('False positive');
    await user.click((await dialog()).getByRole('button', { name: 'Only this one' }));
    await waitFor(() => expect(statuses(world)).toEqual(['false', 'open', 'open', 'open']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Fixed');
    const asked = await dialog();
    asked.getByRole('button', { name: 'Change all (4)' });
    await user.click(asked.getByRole('checkbox', { name: /In the file a\.env: 1 event/ }));
    await user.click(asked.getByRole('button', { name: 'Change all (3)' }));
    await waitFor(() => expect(statuses(world)).toEqual(['fixed', 'fixed', 'fixed', 'open']));
  });

  test('that cannot be loaded change nothing', async () => {
    const { world, user } = await openPage('/?status=all', { world: leaks });
    world.refuse(listSimilar, 503, 'unavailable');
    const [first] = screen.getAllByRole('article');
    await user.click(within(first ?? document.body).getByRole('button', { name: 'Fixed' }));
    await screen.findByText(/Could not change the status/);
    expect(statuses(world)).toEqual(['open', 'open', 'open', 'open']);
  });

  test('of which one was marked as false are said in the row, which stays in the list', async () => {
    await openPage('/', {
      world: (world) => {
        leaks(world);
        world.events = world.events.map((event, at) => ({ ...event, similar_to_false: at === 0 ? (world.events[1]?.id ?? null) : null }));
      },
    });
    expect(screen.getAllByRole('article')).toHaveLength(4);
    expect(screen.getByRole('link', { name: 'like a false positive' }).getAttribute('href')).toMatch(/\/events\/[0-9a-f-]{36}$/);
  });

  test('are a filter of the list, which can be removed', async () => {
    const { user } = await openPage(`/?status=all&similar_to=${makeEvent(40).id}`, { world: leaks });
    await user.click(screen.getByRole('button', { name: 'Similar to one event' }));
    await waitFor(() => expect(window.location.search).toBe('?status=all'));
  });
});
