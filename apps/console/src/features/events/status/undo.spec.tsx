import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LONG_ANSWER_MS, undoStatusChange } from '@leakwatch/contracts';
import { act, screen, waitFor } from '@testing-library/react';
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
