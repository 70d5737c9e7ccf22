import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LONG_ANSWER_MS, undoStatusChange } from '@leakwatch/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { makeEvent } from '../../../../mock/data/events.ts';
import { mockId } from '../../../../mock/ids.ts';
import type { World } from '../../../../mock/world.ts';
import { enabled, openPage, settle } from '../../../app/open-page.fixture.tsx';

/** Longer than an undo is offered. */
const UNDO_OFFERED_MS = 15_000;

const statusOf = (world: World, number: number) => world.events.find(({ id }) => id === mockId(1, number))?.status;

/** Three patterns found one line: they are one row. */
const PLACE = { file_path: 'settings/mail.py', line: 7, status: 'open', same_file: false, owner_status: true } as const;
function atOnePlace(world: World): void {
  world.events = [9, 8, 7].map((number) => makeEvent(number, PLACE));
}
const opened = () => openPage('/', { world: atOnePlace });

describe('the message about a change', () => {
  test('offers an undo again that got no answer, and not one that was refused', async () => {
    const { user, world } = await opened();
    await user.keyboard('j2');
    await screen.findByText('Status of 3 events changed: In progress');
    world.refuse(undoStatusChange, 503, 'unavailable');
    await user.keyboard('u');
    await screen.findByText('Could not undo');
    expect(statusOf(world, 9)).toBe('in_progress');
    world.refusals.clear();
    await enabled(screen.getByRole('button', { name: 'Undo' }));
    await user.keyboard('u');
    await screen.findByText('3 events restored');
    expect(screen.queryByText('Could not undo')).toBeNull();
    expect(statusOf(world, 9)).toBe('open');
    // A row that is on its way back takes no keys.
    await settle();
    await user.keyboard('3');
    await screen.findByText('Status of 3 events changed: Fixed');
    world.refuse(undoStatusChange, 409, 'undo_expired');
    await user.keyboard('u');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  test('says that an undo which got no answer may be why the next one finds nothing', async () => {
    const { user, world } = await opened();
    await user.keyboard('j2');
    await screen.findByText('Status of 3 events changed: In progress');
    world.refuse(undoStatusChange, 503, 'unavailable');
    await user.keyboard('u');
    await screen.findByText('Could not undo');
    world.refusals.clear();
    world.undo = () => 0;
    await enabled(screen.getByRole('button', { name: 'Undo' }));
    await user.keyboard('u');
    await screen.findByText('Nothing was undone');
    screen.getByText(/^The earlier try, which got no answer, may have undone it/);
  });

  test('says so when an undo finds nothing, because someone changed it since', async () => {
    const { user, world } = await opened();
    await user.keyboard('j2');
    await screen.findByText('Status of 3 events changed: In progress');
    world.undo = () => 0;
    await user.keyboard('u');
    await screen.findByText('Nothing was undone');
    expect(screen.queryByText('0 events restored')).toBeNull();
  });

  test('names how many an undo left, because someone changed them since', async () => {
    const { user, world } = await opened();
    await user.keyboard('j2');
    await screen.findByText('Status of 3 events changed: In progress');
    world.undo = () => 2;
    await user.keyboard('u');
    await screen.findByText('2 events restored');
    screen.getByText('Changed again meanwhile and left as they are: 1');
  });
});

describe('the focus', () => {
  test('is where it was before, when an undo that was clicked is done', async () => {
    const { user } = await opened();
    await user.keyboard('j2');
    const undo = await screen.findByRole('button', { name: 'Undo' });
    const row = document.activeElement;
    expect(row?.id).toBe(`event-${mockId(1, 9)}`);
    await user.click(undo);
    await screen.findByText('3 events restored');
    await waitFor(() => expect(document.activeElement?.id).toBe(row?.id));
  });

  test('is on the heading when nothing had it before', async () => {
    const { user } = await opened();
    await user.keyboard('j2');
    await screen.findByRole('button', { name: 'Undo' });
    act(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    const message = screen.getByRole('button', { name: 'Undo' }).closest('[role=status]');
    await user.click(within(message instanceof HTMLElement ? message : document.body).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
  });

  test('stays where a person put it while the undo ran', async () => {
    const { user } = await opened();
    await user.keyboard('j2');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    const search = screen.getByRole('searchbox');
    search.focus();
    await screen.findByText('3 events restored');
    expect(document.activeElement).toBe(search);
  });
});

describe('while an undo runs', () => {
  /** Timers go on by themselves, and can be wound forward. */
  beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => void jest.useRealTimers());
  const wind = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  test('the message waits for the answer, so that what fails can be tried again', async () => {
    const { user, world } = await opened();
    await user.keyboard('j2');
    await screen.findByText('Status of 3 events changed: In progress');
    world.silent.add(undoStatusChange);
    await user.keyboard('u');
    await wind(UNDO_OFFERED_MS);
    const button = screen.getByRole('button', { name: 'Undo' });
    await wind(LONG_ANSWER_MS);
    await screen.findByText('No answer from the server');
    world.silent.clear();
    await enabled(button);
    await user.click(button);
    await screen.findByText('3 events restored');
  });
});
