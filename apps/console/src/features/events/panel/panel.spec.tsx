import { getEvent } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../../mock/ids.ts';
import { openPage } from '../../../app/open-page.fixture.tsx';

const WIDE = { width: 1200 };
const rows = () => screen.getAllByRole('article');
const idOf = (row: HTMLElement | undefined) => row?.id.replace('event-', '') ?? '';
const panel = () => screen.findByRole('complementary', { name: 'Chosen event' });
const chosen = () => new URLSearchParams(window.location.search).get('event');
const current = () => idOf(rows().find((row) => row.dataset['current'] === 'true'));

describe('the event beside the list', () => {
  test('is opened by a click, named in the address, follows j and k, and closes with Escape', async () => {
    const { user } = await openPage('/?status=all', WIDE);
    const [first, second] = rows();
    await user.click(within(first ?? document.body).getByText(/^line \d+$/));
    const shown = within(await panel());
    await shown.findByRole('heading', { name: 'Activity' });
    expect([chosen(), current(), window.location.pathname]).toEqual([idOf(first), idOf(first), '/']);
    await user.keyboard('j');
    await waitFor(() => expect(chosen()).toBe(idOf(second)));
    expect(current()).toBe(idOf(second));
    await shown.findByRole('heading', { level: 2, name: /AWS access key/ });
    await user.keyboard('k');
    await waitFor(() => expect(chosen()).toBe(idOf(first)));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(chosen()).toBeNull());
    expect(screen.queryByRole('complementary', { name: 'Chosen event' })).toBeNull();
    expect(document.activeElement).toBe(document.getElementById(`event-${idOf(first)}`));
  });

  test('is opened by Enter, which then moves the focus there; its buttons act', async () => {
    const { user, world } = await openPage('/', WIDE);
    await user.keyboard('j{Enter}');
    const beside = await panel();
    expect(chosen()).toBe(idOf(rows()[0]));
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(beside);
    await user.click(await within(beside).findByRole('button', { name: 'In progress' }));
    const only = screen.queryByRole('button', { name: 'Only this one' });
    if (only !== null) await user.click(only);
    await waitFor(() => expect(world.events.find(({ id }) => id === chosen())?.status).toBe('in_progress'));
    await waitFor(() => expect(rows()[0]?.getAttribute('aria-label')).toContain('In progress'));
  });

  test('comes with a copied link, also where the list does not have it; one that is missing says so', async () => {
    await openPage(`/?status=fixed&event=${mockId(1, 32)}`, WIDE);
    await within(await panel()).findByRole('heading', { level: 2, name: /AWS access key/ });
    await openPage(`/?event=${mockId(1, 999)}`, WIDE);
    await within(await panel()).findByText('404: page not found');
  });

  test('a failure is said, with a way to try again', async () => {
    const missing = `/?status=fixed&event=${mockId(1, 32)}`;
    const { user, world } = await openPage(missing, { ...WIDE, world: (it) => it.refuse(getEvent, 503, 'unavailable') });
    const shown = within(await panel());
    await shown.findByText('Could not load the event');
    world.refusals.clear();
    await user.click(shown.getByRole('button', { name: 'Try again' }));
    await shown.findByRole('heading', { level: 2, name: /AWS access key/ });
  });
});

describe('in a narrow window', () => {
  test('a row, Enter and a copied link open the page of the event, with the filters of the list', async () => {
    const { user } = await openPage('/?status=all');
    const first = idOf(rows()[0]);
    await user.click(within(rows()[0] ?? document.body).getByText(/^line \d+$/));
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe(`/events/${first}?status=all`));
    await openPage(`/?status=all&event=${first}`);
    expect(window.location.pathname + window.location.search).toBe(`/events/${first}?status=all`);
    const again = await openPage('/?status=all');
    await again.user.keyboard('j{Enter}');
    await waitFor(() => expect(window.location.pathname).toBe(`/events/${first}`));
  });
});

describe('density', () => {
  test('rows are compact until the person wants them full, which the browser remembers', async () => {
    const { user } = await openPage('/?status=all');
    expect(within(rows()[0] ?? document.body).queryByRole('button', { name: 'Fixed' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Full rows (d)' }));
    expect((await screen.findAllByRole('button', { name: 'Fixed' })).length).toBeGreaterThan(1);
    within(rows()[0] ?? document.body).getByRole('button', { name: 'Fixed' });
    expect(localStorage.getItem('leakwatch.compact')).toBe('no');
    await user.keyboard('d');
    expect(within(rows()[0] ?? document.body).queryByRole('button', { name: 'Fixed' })).toBeNull();
  });

  test('a compact row says what leaked, where, since when, how bad it is, who works on it and in how many places', async () => {
    await openPage('/?status=all&size=50');
    const row = within(document.getElementById(`event-${mockId(1, 32)}`) ?? document.body);
    row.getByRole('heading', { level: 2, name: /AWS access key\s*AKIA…889\s*and 1 more/ });
    for (const text of ['Critical', 'Open', 'settings/mail.py', 'line 44', 'team/billing', 'corp.example password']) row.getByText(text);
    row.getByTitle(/^First found: /);
    row.getByTitle(/^Last seen: /);
    const other = within(document.getElementById(`event-${mockId(1, 33)}`) ?? document.body);
    // No detector knows it: the line that matched is the title.
    other.getByRole('heading', { level: 2, name: 'адрес: portal.corp.example' });
    other.getByRole('button', { name: 'in 5 more places' });
  });

  test('Enter on a button presses the button', async () => {
    const { user } = await openPage('/?status=all', WIDE);
    await user.keyboard('j');
    screen.getByRole('button', { name: 'Keyboard shortcuts' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(chosen()).toBeNull();
  });

  test('Enter and Escape work while single keys are off', async () => {
    const { user } = await openPage('/?status=all', { ...WIDE, stored: { 'leakwatch.shortcuts': 'off' } });
    await user.click(within(rows()[0] ?? document.body).getByText(/^line \d+$/));
    await panel();
    await user.keyboard('j');
    expect(current()).toBe(idOf(rows()[0]));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(chosen()).toBeNull());
  });
});
