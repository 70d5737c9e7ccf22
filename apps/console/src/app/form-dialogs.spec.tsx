import { changeCountLaunchTariff, createKeywordSet, createRegexTemplate, createRule } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { mockId } from '../../mock/ids.ts';
import { enabled, openPage } from './open-page.fixture.tsx';

const staff = { staff: true };
const QUESTION = 'Close without saving?';
const NEW_TARIFF = '/settings/tariffs?dialog=all_inclusive';
const ACCOUNT = `/settings/accounts?dialog=${mockId(12, 1)}`;

const field = (name: string) => screen.findByRole('textbox', { name });
const asked = () => screen.findByText(QUESTION);
const notAsked = () => waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull());
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }));

describe('what was typed is not lost with Escape', () => {
  test.each([
    ['a new tariff', NEW_TARIFF, 'Name', true],
    ['a new organisation', '/settings/organisations?dialog=new', 'Name', true],
    ['an account', ACCOUNT, 'First name', true],
    ['a new service account', '/settings/service-accounts?dialog=new', 'Login', true],
    ['a list of service accounts', '/settings/service-accounts?dialog=import', 'List', true],
    ['a list of proxies', '/settings/proxies?dialog=new', 'List', true],
    ['a proxy', `/settings/proxies?dialog=${mockId(40, 7)}`, 'Login', true],
    ['a new keyword group', '/settings/keywords?create=true', 'Name', true],
    ['a new expression', '/settings/regex?create=true', 'Name', true],
    ['the sign-in to Telegram', `/settings/service-accounts?telegram=${mockId(41, 7)}`, 'Code', true],
    ['a new webhook', '/settings/webhooks?create=true', 'Address', false],
    ['a new rule of the blacklist', '/blacklist?dialog=new', 'Owner', false],
  ])('%s', async (_of, path, name, isStaff) => {
    const { user } = await openPage(path, { staff: isStaff });
    const typed = await field(name);
    await user.type(typed, '7');
    await user.keyboard('{Escape}');
    await asked();
    // The question closes alone, and gives the focus back.
    await user.keyboard('{Escape}');
    await notAsked();
    expect(typed.isConnected).toBe(true);
    expect(document.activeElement).toBe(typed);
    await user.keyboard('{Escape}');
    await press(user, 'Close without saving');
    await noDialog();
  });

  test('nor with Back, which asks first', async () => {
    const { user } = await openPage('/blacklist');
    await press(user, 'Create a rule');
    await user.type(await field('Owner'), 'mine');
    window.history.back();
    await press(user, 'Keep typing');
    await notAsked();
    expect(await field('Owner')).toHaveProperty('value', 'mine');
    expect(window.location.search).toBe('?dialog=new');
    window.history.back();
    await press(user, 'Close without saving');
    await noDialog();
    expect(window.location.search).toBe('');
  });

  test('nor with a reload, before which the browser asks', async () => {
    const { user } = await openPage(NEW_TARIFF, staff);
    const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const name = await field('Name');
    expect(asks()).toBe(false);
    await user.type(name, 'x');
    expect(asks()).toBe(true);
    await press(user, 'Cancel');
    await noDialog();
    expect(asks()).toBe(false);
  });

  test('nothing was typed, or it was taken back: no question', async () => {
    const { user } = await openPage(NEW_TARIFF, staff);
    await user.type(await field('Name'), 'x{Backspace}');
    await user.keyboard('{Escape}');
    await noDialog();
    expect(window.location.search).toBe('');
  });

  test('"Cancel" does not ask', async () => {
    const { user } = await openPage(NEW_TARIFF, staff);
    await user.type(await field('Name'), 'x');
    await press(user, 'Cancel');
    await noDialog();
  });

  test('Escape in a question that the dialog itself asks leaves the dialog open', async () => {
    const { user } = await openPage('/settings/accounts?dialog=new', staff);
    await user.click(await screen.findByRole('checkbox', { name: 'Leakwatch staff' }));
    await screen.findByText('Make this a staff account?');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Make this a staff account?')).toBeNull());
    await field('E-mail');
  });
});

describe('the focus', () => {
  test('goes to the first field with a fault', async () => {
    const { user } = await openPage(NEW_TARIFF, staff);
    await user.type(await field('Name'), 'x');
    await press(user, 'Create tariff');
    await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('task_limit'));
  });

  test('goes back to the button of a form that was not saved', async () => {
    const { user, world } = await openPage(`/settings/tariffs?dialog=${mockId(9, 51)}`, staff);
    world.delayMs = 20;
    await user.type(await field('Name'), 'x');
    const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
    world.refuse(changeCountLaunchTariff, 500, 'internal');
    save.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('alert');
    await enabled(save);
    expect(document.activeElement).toBe(save);
  });

  test('is given back to what opened the dialog', async () => {
    const { user } = await openPage('/settings/tariffs', staff);
    const opener = await screen.findByRole('button', { name: 'Create tariff: all inclusive' });
    opener.focus();
    await user.keyboard('{Enter}');
    await field('Name');
    await user.keyboard('{Escape}');
    await noDialog();
    expect(document.activeElement).toBe(opener);
  });

  test('is where it was after a new rule moved events', async () => {
    const { user } = await openPage('/blacklist');
    const opener = await screen.findByRole('button', { name: 'Create a rule' });
    opener.focus();
    await user.keyboard('{Enter}');
    await user.type(await field('Owner'), 'team{Enter}');
    await user.click(await screen.findByRole('button', { name: /^Move \d+ events?$/ }));
    await noDialog();
    expect(document.activeElement).toBe(opener);
  });

  test.each([
    ['a new rule', '/blacklist?dialog=new', 'Blacklist', 1, false],
    ['a new webhook', '/settings/webhooks?create=true', 'Webhooks', 2, false],
    ['a keyword group', '/settings/keywords?create=true', 'Keyword groups', 2, true],
  ])('is on the heading of the list after %s that was opened by its address', async (_of, path, name, level, isStaff) => {
    const { user } = await openPage(path, { staff: isStaff });
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await noDialog();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name, level })));
  });

  test('is on the heading after a notification that was opened by its address', async () => {
    const { user, world } = await openPage('/notifications');
    await openPage(`/notifications?details=${world.notifications[0]?.id}`);
    await press(user, 'Close');
    await noDialog();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Notifications', level: 1 })));
  });

  test('is on the heading after a saved rule that was opened by its address, also where events can be moved', async () => {
    const { user } = await openPage('/blacklist?dialog=new');
    await user.type(await field('Owner'), 'team{Enter}');
    await user.click(await screen.findByRole('button', { name: /^Move \d+ events?$/ }));
    await noDialog();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Blacklist', level: 1 })));
  });

  test('goes to the next row when its row is deleted', async () => {
    const { user } = await openPage('/settings/regex', staff);
    const [first, second] = await screen.findAllByRole('button', { name: /^Delete: / });
    const next = second?.getAttribute('aria-label');
    first?.focus();
    await user.keyboard('{Enter}');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(first?.isConnected).toBe(false));
    expect(document.activeElement?.getAttribute('aria-label')).toBe(next);
  });
});

describe('a form that is not saved says', () => {
  test('that someone deleted what it changes, and keeps what was typed', async () => {
    const { user, world } = await openPage(`/settings/tariffs?dialog=${mockId(9, 51)}`, staff);
    const name = await field('Name');
    await user.type(name, 'x');
    world.tariffs.count_launch = [];
    await press(user, 'Save');
    expect((await screen.findByRole('alert')).textContent).toContain('Someone deleted this while the form was open');
    expect(name).toHaveProperty('value', expect.stringMatching(/x$/));
  });

  test('the number that support needs', async () => {
    const { user, world } = await openPage('/settings/keywords?create=true', staff);
    await user.type(await field('Name'), 'x');
    await user.type(await field('Words'), 'word');
    world.refuse(createKeywordSet, 500, 'internal');
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Create group' }));
    const alert = await dialog.findByRole('alert');
    expect(alert.textContent).toMatch(/send your administrator the request ID.*Request ID: /s);
    within(alert).getByRole('button', { name: 'Copy the ID' });
  });
});

test('a refusal about a field that has no place for it is said in the form', async () => {
  const { world, user } = await openPage('/settings/regex?create=true', staff);
  await user.type(await field('Name'), 'Badge');
  await user.type(await field('Expression'), 'badge-7');
  world.refuse(createRegexTemplate, 400, 'invalid_request', { fields: { hint: 'text_malformed' } });
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Create expression' }));
  await dialog.findByText(
    /The server did not accept the request\. hint: The text contains characters that cannot be stored: type it again/,
  );
});

test('a refusal about a field of a rule is said once, at the field; one about another field above the buttons', async () => {
  const { world, user } = await openPage('/blacklist?dialog=new');
  const owner = await field('Owner');
  await user.type(owner, 'acme');
  world.refuse(createRule, 400, 'invalid_request', { fields: { rule_owner: 'text_malformed' } });
  const dialog = within(screen.getByRole('dialog'));
  const send = dialog.getByRole('button', { name: 'Create a rule' });
  await user.click(send);
  await dialog.findByText(/^The text contains characters that cannot be stored/);
  expect(dialog.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(owner));
  world.refuse(createRule, 400, 'invalid_request', { fields: { note: 'text_malformed' } });
  await user.click(send);
  expect((await dialog.findByRole('alert')).textContent).toContain('note: The text contains characters that cannot be stored');
});

test('a rule of the blacklist that was not saved says so in its form until it is edited, with the focus back on its button', async () => {
  const { world, user } = await openPage('/blacklist?dialog=new');
  const owner = await field('Owner');
  await user.type(owner, 'acme');
  world.refuse(createRule, 503, 'unavailable');
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Create a rule' }));
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^The rule could not be saved.*Request ID: /);
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Create a rule' })));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await user.type(owner, '7');
  expect(dialog.queryByRole('alert')).toBeNull();
});
