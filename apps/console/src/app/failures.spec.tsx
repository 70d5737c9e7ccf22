import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import {
  ANSWER_MS,
  confirmTwoFactor,
  createKeywordSet,
  getSettings,
  listTokens,
  revokeAnyToken,
  twoFactorStatus,
} from '@leakwatch/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { World } from '../../mock/world.ts';
import { openPage } from './open-page.fixture.tsx';

const PATH = '/settings/tokens';
const staff = { staff: true };
const LONG_MS = 60_000;

/** Timers go on by themselves, and can be wound forward. */
beforeEach(() => void jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => void jest.useRealTimers());

const wind = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

describe('a failure', () => {
  test('of an action stays with its request id until it is closed', async () => {
    const { world } = await openPage(PATH, staff);
    world.refuse(revokeAnyToken, 503, 'unavailable');
    fireEvent.click(screen.getAllByRole('button', { name: /^Revoke the token of/ })[0] ?? document.body);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    const message = (await screen.findByText('The token was not revoked')).closest<HTMLElement>('[role=alert]') ?? document.body;
    await wind(LONG_MS);
    within(message).getByText(/^Request ID: /);
    fireEvent.click(within(message).getByRole('button', { name: 'Close' }));
    await wind(LONG_MS);
    expect(screen.queryByText('The token was not revoked')).toBeNull();
  });

  test('of a change that got no answer says that it may have been made', async () => {
    const { world } = await openPage(PATH, staff);
    world.silent.add(revokeAnyToken);
    fireEvent.click(screen.getAllByRole('button', { name: /^Revoke the token of/ })[0] ?? document.body);
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await wind(ANSWER_MS);
    const text = await screen.findByText(/^The change may have been made all the same/);
    const message = within(text.closest<HTMLElement>('[role=alert]') ?? document.body);
    message.getByText('No answer from the server');
    // It is not known that this is so.
    expect(message.queryByText('The token was not revoked')).toBeNull();
  });

  test('of a form that got no answer does not say that nothing was saved', async () => {
    const { world } = await openPage('/settings/keywords?create=true', staff);
    world.silent.add(createKeywordSet);
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Ours' } });
    fireEvent.change(dialog.getByRole('textbox', { name: 'Words' }), { target: { value: 'word' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Create group' }));
    await wind(ANSWER_MS);
    expect((await dialog.findByRole('alert')).textContent).toMatch(/^No answer from the serverThe change may have been made/);
  });

  test('of a second try, after the first one that got no answer was made, leads to what is there', async () => {
    const { world } = await openPage('/settings/keywords?create=true', staff);
    world.silent.add(createKeywordSet);
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Ours' } });
    fireEvent.change(dialog.getByRole('textbox', { name: 'Words' }), { target: { value: 'word' } });
    const send = dialog.getByRole('button', { name: 'Create group' });
    fireEvent.click(send);
    await wind(ANSWER_MS);
    await dialog.findByText('No answer from the server');
    world.silent.delete(createKeywordSet);
    world.refuse(createKeywordSet, 409, 'keyword_set_exists');
    fireEvent.click(send);
    await dialog.findByText(/already exists/);
    await dialog.findByText(/^The server did not answer the first time: this may be your own change/);
  });

  test('of a service that does not answer is tried again by the page', async () => {
    const { world } = await openPage(PATH, { ...staff, world: (made) => made.refuse(listTokens, 503, 'unavailable') });
    screen.getByText('The page tries again every 10 seconds.');
    world.refusals.delete(listTokens);
    await wind(10_000);
    await screen.findByRole('table');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of a service that hangs is said while it is waited for, and the page asks again until it answers', async () => {
    const { world } = await openPage('/profile', { ...staff, world: (made) => made.silent.add(listTokens) });
    act(() => {
      window.history.pushState(null, '', PATH);
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await screen.findByText('The server has not answered yet. The page is still waiting.');
    await wind(ANSWER_MS);
    screen.getByText('The page tries again every 10 seconds.');
    world.silent.delete(listTokens);
    await wind(10_000);
    await screen.findByRole('table');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('that is mended by "Try again" leaves the focus on the heading over what was loaded', async () => {
    const { world, user } = await openPage(PATH, { ...staff, world: (made) => made.refuse(listTokens, 500, 'internal') });
    world.refusals.delete(listTokens);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('table');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'API tokens' })));
  });

  test('says that "Try again" is at work until the answer, and keeps the focus on it', async () => {
    const { world } = await openPage(PATH, { ...staff, world: (made) => made.refuse(listTokens, 500, 'internal') });
    world.refusals.delete(listTokens);
    world.silent.add(listTokens);
    const button = screen.getByRole('button', { name: 'Try again' });
    const busy = () => button.getAttribute('aria-busy');
    expect(busy()).toBe('false');
    button.focus();
    fireEvent.click(button);
    expect(busy()).toBe('true');
    expect(document.activeElement).toBe(button);
    await wind(ANSWER_MS);
    await waitFor(() => expect(busy()).toBe('false'));
    screen.getByText('No connection to the server');
  });

  test('that would only repeat itself is not tried again', async () => {
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listTokens, 403, 'forbidden') });
    expect(screen.getByRole('alert').textContent).not.toContain('tries again');
  });
});

describe('a session that ends while a page is open', () => {
  test('leads to the sign-in page, which says why', async () => {
    const { world } = await openPage(PATH, staff);
    world.refuse(getSettings, 401, 'not_authenticated');
    await wind(LONG_MS);
    await screen.findByText(/^You were signed out: your session expired or was ended elsewhere/);
    expect(new URLSearchParams(window.location.search).get('next')).toBe(PATH);
  });

  test('is not mentioned to a person who was not signed in', async () => {
    await openPage(PATH, { world: (made) => made.refuse(getSettings, 401, 'not_authenticated') });
    await screen.findByRole('button', { name: 'Sign in' });
    expect(screen.queryByText(/^You were signed out/)).toBeNull();
  });
});

describe('a sign-in before its second factor', () => {
  const owesCode = (world: World) => {
    world.pending = true;
    world.secondFactor = { active: true, mandatory: false };
  };

  test('that has expired leads to the sign-in page, which says why', async () => {
    const { world, user } = await openPage('/login/second-factor?next=%2Ftasks', { world: owesCode });
    world.refuse(confirmTwoFactor, 401, 'not_authenticated');
    world.refuse(getSettings, 401, 'not_authenticated');
    await user.type(screen.getByRole('textbox', { name: /^Code/ }), '123456');
    await screen.findByText(/^You were signed out/);
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/tasks');
  });

  test('that is not answered is said while it is waited for', async () => {
    const { world } = await openPage('/forgot');
    owesCode(world);
    world.silent.add(twoFactorStatus);
    act(() => {
      window.history.pushState(null, '', '/login/second-factor');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    await screen.findByText('The server has not answered yet. The page is still waiting.');
  });
});

test('messages are on the right in the settings, whose menu is on the left, and on the left elsewhere', async () => {
  const placeOf = (title: string) => screen.getByText(title).closest('[data-position]')?.getAttribute('data-position');
  const failed = 'The token was not revoked';
  await openPage(PATH, { ...staff, world: (world) => world.refuse(revokeAnyToken, 503, 'unavailable') });
  fireEvent.click(screen.getAllByRole('button', { name: /^Revoke the token of/ })[0] ?? document.body);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await screen.findByText(failed);
  expect(placeOf(failed)).toBe('bottom-right');
  fireEvent.click(screen.getByRole('link', { name: /^Tasks/ }));
  await waitFor(() => expect(placeOf(failed)).toBe('bottom-left'));
});
