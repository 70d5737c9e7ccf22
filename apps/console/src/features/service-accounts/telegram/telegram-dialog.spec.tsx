import { changeServiceAccount, listTelegramChats, loginTelegramPost, type ServiceAccount } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { GOOD_CODE } from '../../../../mock/data/people.ts';
import { mockId } from '../../../../mock/ids.ts';
import type { World } from '../../../../mock/world.ts';
import { openPage } from '../../../app/open-page.fixture.tsx';
import { CODE_WITH_PASSWORD, WRONG_PASSWORD } from './telegram.mock.ts';

const ACCOUNT = mockId(41, 7);
const PATH = `/settings/service-accounts?telegram=${ACCOUNT}`;
const HIDDEN = { hidden: true };

const change = (world: World, to: Partial<ServiceAccount>) => {
  world.serviceAccounts = world.serviceAccounts.map((one) => (one.id === ACCOUNT ? { ...one, ...to } : one));
};
async function open(to: Partial<ServiceAccount> = {}, prepare: (world: World) => unknown = () => undefined) {
  const opened = await openPage(PATH, {
    staff: true,
    world: (made) => {
      change(made, to);
      prepare(made);
    },
  });
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('button', { name: 'Close' });
  const press = async (name: string) => {
    // The buttons rest for three seconds after a command.
    await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(false));
    await opened.user.click(dialog.getByRole('button', { name }));
  };
  const buttons = () => dialog.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'));
  return { ...opened, dialog, press, buttons };
}
const fresh = { state: 'ready', telegram_stage: null } as const;

describe('the control of an account of Telegram', () => {
  test('opens from the menu of its row, and is in the address', async () => {
    const { user } = await openPage('/settings/service-accounts', { staff: true });
    await user.click(screen.getByRole('button', { name: 'Actions: Telegram leak_hunter' }));
    await user.click(await screen.findByRole('menuitem', { ...HIDDEN, name: 'Telegram: sign in, start, stop' }));
    await screen.findByRole('dialog');
    expect(window.location.search).toBe(`?telegram=${ACCOUNT}`);
  });

  test('begins in the first field of the step that is due', async () => {
    const { dialog } = await open(fresh);
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText(/^api_id/)));
  });

  test('names an api_id that is too large instead of sending another one', async () => {
    const { world, user, dialog } = await open(fresh);
    await user.type(dialog.getByLabelText(/^api_id/), '99999999999');
    await user.type(dialog.getByLabelText(/^api_hash/), 'a1b2c3{Enter}');
    dialog.getByText('Enter a number of at most 2,147,483,647');
    expect(dialog.getByLabelText(/^api_id/)).toHaveProperty('value', '99999999999');
    expect(world.sent).toEqual([]);
  });

  test('signs in with application and code, then starts and stops', async () => {
    const { world, user, dialog, press } = await open(fresh);
    dialog.getByText('not signed in');
    await user.type(dialog.getByLabelText(/^api_id/), '17');
    await user.type(dialog.getByLabelText(/^api_hash/), 'a1b2c3');
    await press('Request a code');
    await user.type(await dialog.findByRole('textbox', { name: 'Code' }), GOOD_CODE);
    await press('Sign in');
    await dialog.findByText('signed in');
    expect(world.sent).toEqual([
      { phone: '+7 900 123-45-67', account: ACCOUNT, api_id: 17, api_hash: 'a1b2c3' },
      { phone: '+7 900 123-45-67', account: ACCOUNT, code: GOOD_CODE },
    ]);
    expect(dialog.queryByLabelText(/^api_hash/)).toBeNull();
    await press('Start');
    await dialog.findByRole('button', { name: 'Start again' });
    await press('Stop');
    await dialog.findByText('Blocked');
    await press('Sign in again');
    dialog.getByText('An application is stored. Leave both fields empty to use it.');
    expect(dialog.getByLabelText<HTMLInputElement>(/^api_hash/).value).toBe('');
    await press('Request a code');
    await user.type(await dialog.findByRole('textbox', { name: 'Code' }), GOOD_CODE);
    await press('Sign in');
    await dialog.findByText('signed in');
    expect(dialog.queryByLabelText(/^api_hash/)).toBeNull();
  });

  test('signs out of Telegram after a question', async () => {
    const { user, dialog, press } = await open({ state: 'blocked', telegram_stage: 'signed_in' });
    const answer = async (name: string) => {
      await press('Sign out of Telegram');
      const question = (await screen.findByText(/^Telegram ends the session/)).closest<HTMLElement>('[role=dialog]');
      await user.click(within(question ?? document.body).getByRole('button', { name }));
      await waitFor(() => expect(screen.queryByText(/^Telegram ends the session/)).toBeNull());
    };
    await answer('Cancel');
    dialog.getByText('signed in');
    await answer('Sign out of Telegram');
    await dialog.findByText('not signed in');
  });

  test('a wrong code is said and can be entered again; buttons rest after the command', async () => {
    const { user, dialog, press } = await open();
    await user.type(dialog.getByRole('textbox', { name: 'Code' }), '1');
    await press('Sign in');
    expect((await dialog.findByRole('alert')).textContent).toContain('The code is wrong');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }).disabled).toBe(true);
    await waitFor(() => expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }).disabled).toBe(false));
  });

  test('asks for the password of the second factor, until it is right, stores it, and signs in', async () => {
    const { user, dialog, press, world } = await open();
    await user.type(dialog.getByRole('textbox', { name: 'Code' }), CODE_WITH_PASSWORD);
    await press('Sign in');
    const field = await dialog.findByLabelText(/^Password of the second factor/);
    // The code was accepted: nothing has failed.
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.type(field, WRONG_PASSWORD);
    await press('Sign in');
    expect((await dialog.findByRole('alert')).textContent).toContain('enter the right one');
    await user.clear(field);
    await user.type(field, 'второй фактор');
    await press('Sign in');
    await dialog.findByText('signed in');
    expect(world.sent.at(-2)).toMatchObject({ password: 'второй фактор' });
    expect(document.body.innerHTML).not.toContain('второй фактор');
  });

  test('a password that could not be stored is not sent to Telegram', async () => {
    const { user, dialog, press, world } = await open({ telegram_stage: 'password' }, (made) =>
      made.refuse(changeServiceAccount, 400, 'service_account_invalid'),
    );
    await user.type(dialog.getByLabelText(/^Password of the second factor/), 'x');
    await press('Sign in');
    await dialog.findByRole('alert');
    expect(world.sent).toEqual([]);
  });

  test('says how long Telegram wants to wait', async () => {
    const { dialog, press } = await open({}, (made) =>
      made.refuse(loginTelegramPost, 409, 'telegram_flood', { details: { seconds: 613 } }),
    );
    await press('Request a new code');
    expect((await dialog.findByRole('alert')).textContent).toContain('Seconds to wait: 613');
  });

  test.each([
    ['ready, not signed in', fresh, ['Stop', 'Show or hide', 'Request a code', 'Close']],
    [
      'ready, signed in',
      { state: 'ready', telegram_stage: 'signed_in' },
      ['Start', 'Stop', 'Sign in again', 'Sign out of Telegram', 'Close'],
    ],
    ['busy', { state: 'busy', telegram_stage: 'signed_in' }, ['Start again', 'Stop', 'Close']],
    ['limited', { state: 'limited', telegram_stage: 'signed_in' }, ['Start again', 'Stop', 'Close']],
    ['blocked', { state: 'blocked', telegram_stage: 'signed_in' }, ['Start', 'Sign in again', 'Sign out of Telegram', 'Close']],
    [
      'blocked, the session is over',
      { state: 'blocked', block_reason: 'refused', telegram_stage: 'ended', err_msg: 'SESSION_REVOKED' },
      ['Show or hide', 'Request a code', 'Close'],
    ],
    ['waiting for a code', {}, ['Stop', 'Sign in', 'Request a new code', 'Close']],
  ] as const)('offers what the state allows: %s', async (_, to, offered) => {
    const { buttons } = await open(to);
    expect(buttons().filter((name) => !/password/.test(name ?? ''))).toEqual(offered.filter((name) => name !== 'Show or hide'));
  });

  test('says the last refusal in words', async () => {
    const { dialog } = await open({ err_msg: 'code_expired' });
    dialog.getByText('The code has expired; request a new one');
  });

  test('an account without a phone, of another source, or that does not exist', async () => {
    const { dialog } = await open({ phone: '' });
    dialog.getByText('Enter the telephone number of the account in its form first.');
    await openPage(`/settings/service-accounts?telegram=${mockId(41, 1)}`, { staff: true });
    await screen.findByText('This service account is not one of Telegram.');
    await openPage(`/settings/service-accounts?telegram=${mockId(41, 99)}`, { staff: true });
    await screen.findByText('The service account did not load');
  });
});

describe('the channels of the account', () => {
  test('are listed with what came of them', async () => {
    const { dialog } = await open();
    const items = await dialog.findAllByRole('listitem');
    expect(items.map((one) => one.textContent)).toEqual([
      expect.stringMatching(/^@leaks_daily, Leaks, daily read \d\d\.\d\d\.2026 /),
      expect.stringMatching(/^@dumps, Сливы could not be read$/),
    ]);
  });

  test('have a text when they did not load', async () => {
    const { dialog } = await open({}, (made) => made.refuse(listTelegramChats, 503, 'unavailable'));
    await dialog.findByText('The channels did not load');
  });
});
