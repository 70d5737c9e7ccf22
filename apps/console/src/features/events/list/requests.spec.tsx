import { listEvents } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../../mock/ids.ts';
import { openPage, settle } from '../../../app/open-page.fixture.tsx';

/** Counts the requests for the list of events from now on. */
function countRequests(): () => number {
  const send = globalThis.fetch;
  let count = 0;
  globalThis.fetch = (input, options) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (pathname === listEvents.path) count += 1;
    return send(input, options);
  };
  return () => count;
}

describe('the requests of the events page', () => {
  test('the list is requested once when the page opens, and again by the poll and for other filters', async () => {
    const requests = countRequests();
    const { user } = await openPage('/');
    await settle();
    expect(requests()).toBe(1);
    await waitFor(() => expect(requests()).toBe(2), { timeout: 60_000 });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(requests()).toBeGreaterThan(2));
  });

  test('a bar counts the rows that a colleague closed; they leave the list when it is pressed', async () => {
    const { world, user } = await openPage('/');
    await settle();
    const [row] = screen.getAllByRole('article');
    world.events = world.events.map((event) => (`event-${event.id}` === row?.id ? { ...event, status: 'fixed' } : event));
    // Its row shows what became of it, in its place.
    await waitFor(() => within(document.getElementById(row?.id ?? '') ?? document.body).getByText('Fixed'));
    expect(screen.getAllByRole('article')[0]?.id).toBe(row?.id);
    within(row ?? document.body).getByText('left the list');
    // A button of its own: with the role of a status it would not be offered as one.
    await user.click(
      await screen.findByRole('button', { name: /^\d events? here ha(s|ve) changed: update the list$/ }, { timeout: 60_000 }),
    );
    await waitFor(() => expect(document.getElementById(row?.id ?? '')).toBeNull());
    expect(screen.queryByText(/update the list$/)).toBeNull();
  });

  test('what a colleague changes in a row is shown while a new event waits', async () => {
    const { world } = await openPage('/');
    await settle();
    const [, row] = screen.getAllByRole('article');
    const [newest] = world.events;
    if (newest === undefined) throw new Error('no event');
    world.events = [
      { ...newest, id: mockId(1, 900), created: new Date().toISOString(), status: 'open', file_path: 'new.txt' },
      ...world.events.map((event) => (`event-${event.id}` === row?.id ? { ...event, due_date: '2031-12-24' } : event)),
    ];
    await screen.findByRole('button', { name: '1 new: show' }, { timeout: 60_000 });
    await waitFor(() => expect(document.getElementById(row?.id ?? '')?.textContent).toContain('24.12.2031'));
    screen.getByRole('button', { name: '1 new: show' });
  });
});
