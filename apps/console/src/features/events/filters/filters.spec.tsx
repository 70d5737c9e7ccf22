import { eventStatistics } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { MEMBERS } from '../../../../mock/data/events.ts';
import { mockId } from '../../../../mock/ids.ts';
import type { World } from '../../../../mock/world.ts';
import { openPage, settle } from '../../../app/open-page.fixture.tsx';

const address = () => Object.fromEntries(new URLSearchParams(window.location.search));
const sidebar = () => within(screen.getByRole('search', { name: 'Filters' }));
const radio = (name: string, count: number) => sidebar().getByRole('radio', { name: new RegExp(`^${name} ?${count}$`) });
const rows = () => screen.queryAllByRole('article').length;

/** Events of 14 owners, `owner-00` and the next with the most. */
function manyOwners(world: World): void {
  world.events = world.events.map((event, at) => ({
    ...event,
    status: 'open',
    username: `owner-${String(at < 14 ? at : at % 5).padStart(2, '0')}`,
  }));
}
const ownersOf = (world: World) => {
  const counts = new Map<string, number>();
  for (const { username } of world.events) counts.set(username, (counts.get(username) ?? 0) + 1);
  return counts;
};

describe('the filters of the events', () => {
  test('show the number of events beside each choice', async () => {
    const { world } = await openPage('/');
    for (const [name, status] of [
      ['Open', 'open'],
      ['Fixed', 'fixed'],
    ] as const) {
      const count = world.events.filter((event) => event.status === status).length;
      await waitFor(() => radio(name, count));
    }
    radio('All', world.events.length);
  });

  test('narrow the list by a value; the other values stay', async () => {
    const { world, user } = await openPage('/?size=100');
    const python = await sidebar().findByRole('checkbox', { name: /^Python/ });
    const before = sidebar().getAllByRole('checkbox').length;
    await user.click(python);
    await settle();
    expect(address()).toMatchObject({ file_lang: 'Python' });
    expect(rows()).toBe(world.events.filter((event) => event.status === 'open' && event.file_lang === 'Python').length);
    expect(sidebar().getAllByRole('checkbox')).toHaveLength(before);
    await user.click(sidebar().getByRole('button', { name: 'Clear filters' }));
    expect(address()).toEqual({});
  });

  test('name a chosen member whom the other filters leave no event', async () => {
    const member = MEMBERS.find(({ id }) => id !== mockId(12, 1));
    await openPage(`/?assignee=${member?.id}&path_part=nowhere`);
    await sidebar().findByRole('checkbox', { name: new RegExp(`^${member?.name} ?0$`) });
  });

  test('say that the chosen task is not there any more', async () => {
    await openPage('/?task=00000000-0000-4000-8000-0000000000ff');
    await waitFor(() => expect(sidebar().getByRole('combobox', { name: 'Task' })).toHaveProperty('value', 'Deleted or unknown task'));
  });

  test('name Bitbucket among the sources, which cannot be chosen, with the reason', async () => {
    const { user } = await openPage('/');
    const sources = within(await screen.findByRole('group', { name: 'Sources' }));
    const bitbucket = sources.getByRole('checkbox', { name: 'Bitbucket' });
    expect(bitbucket).toHaveProperty('disabled', true);
    sources.getByTitle('Leakwatch does not search Bitbucket yet');
    await user.click(bitbucket);
    expect(address()).toEqual({});
  });

  test('narrow closed events by the reason; open events have none', async () => {
    const { world, user } = await openPage('/?status=closed&size=100');
    const closed = world.events.filter(({ status }) => ['fixed', 'false', 'blacklist'].includes(status));
    const reasoned = closed.filter(({ reason }) => reason === 'revoked').length;
    const choice = (name: string, count: number) => sidebar().findByRole('checkbox', { name: new RegExp(`^${name} ?${count}$`) });
    await choice('No reason', closed.length - reasoned);
    await user.click(await choice('Secret revoked', reasoned));
    await settle();
    expect(address()).toMatchObject({ status: 'closed', reason: 'revoked' });
    expect(rows()).toBe(reasoned);
    await user.click(sidebar().getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(sidebar().queryByRole('group', { name: 'Reason for closing' })).toBeNull());
  });

  test('open a dialog with all values where there are more than ten', async () => {
    const { world, user } = await openPage('/?size=100', { world: manyOwners });
    const owners = ownersOf(world);
    const group = within(await screen.findByRole('group', { name: 'Owners' }));
    expect(group.getAllByRole('checkbox')).toHaveLength(9);
    await user.click(sidebar().getByRole('button', { name: 'More…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await waitFor(() => expect(dialog.getAllByRole('checkbox')).toHaveLength(owners.size));
    const rare = [...owners].sort(([, a], [, b]) => b - a).at(-1)?.[0] ?? '';
    await user.type(dialog.getByRole('searchbox'), rare);
    await waitFor(() => expect(dialog.getAllByRole('checkbox')).toHaveLength(1));
    await user.click(dialog.getByRole('checkbox'));
    expect(address()).toEqual({ size: '100' });
    await user.click(dialog.getByRole('button', { name: 'Show events' }));
    await settle();
    expect(address()).toMatchObject({ username: rare });
    expect(rows()).toBe(owners.get(rare));
    expect(group.getAllByRole('checkbox')).toHaveLength(10);
    expect(document.activeElement?.textContent).toBe('More…');
  });

  test('take a range of days, and say what is wrong with one', async () => {
    const { user } = await openPage('/');
    await user.click(sidebar().getByRole('button', { name: 'Yesterday' }));
    const { start_datetime: from = '', end_datetime: to = '' } = address();
    expect(Date.parse(to) - Date.parse(from)).toBeGreaterThan(22 * 3_600_000);
    // The server stores microseconds: the last of the day belongs to it.
    expect(to).toMatch(/59\.999999Z$/);
    const [first, last] = [sidebar().getByRole('textbox', { name: 'From' }), sidebar().getByRole('textbox', { name: 'To' })];
    await user.clear(first);
    await user.type(first, '31.02.2026{Enter}');
    sidebar().getByText(/Type a date such as/);
    expect(address()['start_datetime']).toBe(from);
    await user.clear(first);
    await user.type(first, '01.03.2026{Enter}');
    await user.clear(last);
    await user.type(last, '28.02.2026{Enter}');
    sidebar().getByText('The end is before the beginning');
    await user.click(sidebar().getByRole('button', { name: 'Any time' }));
    expect(address()).toEqual({});
    expect(document.activeElement).toBe(sidebar().getByRole('button', { name: 'Today' }));
  });

  test('say that counting failed, and stay usable', async () => {
    const { world, user } = await openPage('/', { world: (it) => it.refuse(eventStatistics, 503, 'unavailable') });
    await sidebar().findByText(/Could not count the events/);
    await user.click(sidebar().getByRole('radio', { name: /^All/ }));
    await settle();
    expect(rows()).toBe(Math.min(10, world.events.length));
    world.refusals.clear();
    await user.click(await sidebar().findByRole('button', { name: 'Try again' }));
    await waitFor(() => radio('All', world.events.length));
  });
});

describe('the search', () => {
  test('looks in the content, by the owner and for one event', async () => {
    const { world, user } = await openPage('/?status=all&size=100', { world: manyOwners });
    const field = screen.getByRole('searchbox', { name: 'Search the events' });
    const choose = async (name: string) => {
      await user.click(screen.getByRole('combobox', { name: 'Search in' }));
      await user.click(await screen.findByRole('option', { name, hidden: true }));
    };
    await user.type(field, 'SM{Enter}');
    screen.getByText('Type at least 3 characters');
    await user.type(field, 'TP_host{Enter}');
    await settle();
    expect(address()).toMatchObject({ file_content: 'SMTP_host' });
    expect(rows()).toBe(world.events.filter((event) => event.file_content.includes('SMTP_HOST')).length);

    await choose('Owner');
    await user.clear(field);
    await user.type(field, 'R-01{Enter}');
    await settle();
    expect(address()).toMatchObject({ username_part: 'R-01' });
    expect(rows()).toBe(ownersOf(world).get('owner-01'));

    await choose('Event ID');
    screen.getByText('Paste a whole event ID');
    await user.clear(field);
    await user.type(field, `${world.events[3]?.id ?? ''}{Enter}`);
    await settle();
    expect(rows()).toBe(1);
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(address()).toEqual({ status: 'all', size: '100' });
  });
});
