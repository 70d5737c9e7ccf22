import { changePassword, changeTariff, createProxies, createServiceAccounts, createTask, deleteKeywordSet } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { World } from '../../mock/world.ts';
import { openPage } from './open-page.fixture.tsx';

const QUESTION = 'Close without saving?';
const press = async (user: UserEvent, name: string | RegExp) => user.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** What holds every answer to a change back, until it is let go. */
function hold(world: World) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  world.held = held;
  return release;
}

/** Rules of one task each, with names that can be saved: a change of one that holds in every task is asked about first. */
const limitRules = (world: World) => {
  world.rules = world.rules.filter(({ task }) => task !== null).slice(1);
};

/** Begins to save a change in the form of the row that `edit` opens. */
async function save(user: UserEvent, edit: RegExp, name: string) {
  const [button] = await screen.findAllByRole('button', { name: edit });
  await user.click(button ?? document.body);
  const form = await dialog();
  await user.type(await form.findByRole('textbox', { name }), '7');
  await user.click(form.getByRole('button', { name: 'Save' }));
}

describe.each([
  ['/settings/tariffs', /^Edit: /, 'Name', /^Tariff “.*7” changed$/],
  ['/blacklist', /^Edit: /, 'Owner', /^The rule .* is saved$/],
])('a form of %s that is closed before its answer', (path, edit, name, done) => {
  test('does not close the one that is open by then', async () => {
    const { user, world } = await openPage(path, { staff: path.startsWith('/settings'), world: limitRules });
    const release = hold(world);
    await save(user, edit, name);
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await noDialog();
    const buttons = await screen.findAllByRole('button', { name: edit });
    await user.click(buttons[1] ?? document.body);
    const typed = await (await dialog()).findByRole('textbox', { name });
    await user.type(typed, '-mine');
    release();
    await screen.findByText(done);
    expect(typed).toHaveProperty('isConnected', true);
    expect(typed).toHaveProperty('value', expect.stringMatching(/-mine$/));
  });
});

describe('a tariff', () => {
  test('that is refused after its form was closed says so', async () => {
    const { user, world } = await openPage('/settings/tariffs', { staff: true });
    const release = hold(world);
    world.refuse(changeTariff, 500, 'internal');
    await save(user, /^Edit: /, 'Name');
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await noDialog();
    release();
    await screen.findByText('The tariff was not changed');
  });

  test('that is saved while its form asks about Back takes the question away', async () => {
    const { user, world } = await openPage('/settings/tariffs', { staff: true });
    const release = hold(world);
    await save(user, /^Edit: /, 'Name');
    window.history.back();
    await screen.findByText(QUESTION);
    release();
    await screen.findByText(/^Tariff “.*7” changed$/);
    await noDialog();
    expect(screen.queryByText(QUESTION)).toBeNull();
  });
});

describe('a new task whose form is left before the answer', () => {
  const send = async () => {
    const opened = await openPage('/task/create?tab=internal_domain');
    const release = hold(opened.world);
    fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: 'Billing of the north' } });
    fireEvent.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Add…' }));
    fireEvent.change((await dialog()).getByRole('textbox'), { target: { value: 'intranet.corp' } });
    fireEvent.click((await dialog()).getByRole('button', { name: 'Add to the list' }));
    await noDialog();
    await press(opened.user, 'Create the task');
    expect(screen.queryByText('Check the marked fields')).toBeNull();
    await opened.user.click(screen.getByRole('link', { name: 'Reports' }));
    await screen.findByRole('heading', { name: 'Reports' });
    return { ...opened, release };
  };
  const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('leakwatch.draft'));

  test('leaves the person where they are, and no draft to send it by again', async () => {
    const { release, world } = await send();
    expect(drafts()).toHaveLength(1);
    release();
    await screen.findByText('Task successfully created!');
    expect(world.sent).toHaveLength(1);
    expect(drafts()).toEqual([]);
  });

  test('says when it was refused, and keeps the draft', async () => {
    const { release, world } = await send();
    world.refuse(createTask, 500, 'internal');
    release();
    await screen.findByText('Failed to create task!');
    expect(drafts()).toHaveLength(1);
  });
});

describe.each([
  ['/settings/proxies?dialog=new', 'List', '203.0.113.1:3128:user:pass', createProxies, 'The proxies were not added'],
  [
    '/settings/service-accounts?dialog=import',
    'List',
    'one secret 203.0.113.1:3128',
    createServiceAccounts,
    'The service accounts were not added',
  ],
] as const)('a list of %s', (path, name, text, route, failed) => {
  const send = async () => {
    const opened = await openPage(path, { staff: true });
    const { user, world } = opened;
    const release = hold(world);
    const form = await dialog();
    const source = form.queryByRole('combobox', { name: 'Source' });
    if (source !== null) await user.selectOptions(source, 'GitLab');
    const list = form.getByRole('textbox', { name });
    await user.click(list);
    await user.paste(text);
    const button = form.getByRole('button', { name: /^Add/ });
    await user.click(button);
    return { ...opened, release, form, list, button };
  };

  test('that is edited before its answer is not sent twice, and its refusal is shown', async () => {
    const { user, world, release, form, list, button } = await send();
    world.refuse(route, 500, 'internal');
    await user.type(list, '{Enter}');
    expect(button).toHaveProperty('disabled', true);
    release();
    await form.findByText(failed);
  });

  test('that is refused after its form was closed says so', async () => {
    const { user, world, release, form } = await send();
    world.refuse(route, 500, 'internal');
    await user.click(form.getByRole('button', { name: 'Cancel' }));
    await noDialog();
    release();
    await screen.findByText(failed);
  });
});

test('a deletion that runs is not asked about again', async () => {
  const { user, world } = await openPage('/settings/keywords', { staff: true });
  const release = hold(world);
  const [button = document.body] = screen.getAllByRole('button', { name: /^Delete: / });
  await user.click(button);
  await user.click((await dialog()).getByRole('button', { name: 'Delete' }));
  await noDialog();
  await user.click(button);
  await screen.findByText('The server has not answered yet. The page is still waiting.');
  expect(screen.queryByRole('dialog')).toBeNull();
  world.refuse(deleteKeywordSet, 500, 'internal');
  release();
  await screen.findByText(/was not deleted/);
  await user.click(button);
  await dialog();
});

test('a password that is edited before its answer is not sent twice, and its refusal is shown', async () => {
  const { user, world } = await openPage('/settings');
  const release = hold(world);
  await user.type(screen.getByLabelText('Old password'), 'old-Password1');
  await user.type(screen.getByLabelText('New password'), 'new-Password1');
  await user.type(screen.getByLabelText('New password again'), 'new-Password1');
  const button = screen.getByRole('button', { name: 'Change the password' });
  await user.click(button);
  world.refuse(changePassword, 500, 'internal');
  await user.type(screen.getByLabelText('Old password'), '2');
  expect(button).toHaveProperty('disabled', true);
  release();
  await screen.findByText('The password could not be changed');
});

test('a file of keywords whose dialog is cancelled before the answer adds none', async () => {
  const { user, world } = await openPage('/task/create?tab=keyword');
  const release = hold(world);
  const tab = within(screen.getByRole('tabpanel'));
  await user.click(tab.getByRole('button', { name: 'Upload a file' }));
  const form = await dialog();
  const chooser = document.querySelector<HTMLInputElement>('input[type=file]');
  if (chooser === null) throw new Error('no field for a file');
  await user.upload(chooser, new File(['secret'], 'words.txt', { type: 'text/plain' }));
  await user.click(form.getByRole('button', { name: 'Upload' }));
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await noDialog();
  // Turns enough for an answer to be read and handled.
  await act(async () => {
    release();
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setTimeout(resolve));
  });
  tab.getByText('The list is empty');
});

test('a sign-in that has expired at the password that is due leads to the sign-in page, which says why', async () => {
  const { user, world } = await openPage('/password', {
    world: (made) => {
      made.settings = { ...made.settings, change_password: true };
    },
  });
  world.refuse(changePassword, 401, 'not_authenticated');
  await user.type(screen.getByLabelText('Old password'), 'old-Password1');
  await user.type(screen.getByLabelText('New password'), 'new-Password1');
  await user.type(screen.getByLabelText('New password again'), 'new-Password1');
  await user.click(screen.getByRole('button', { name: 'Change the password' }));
  await screen.findByText(/^You were signed out/);
});

describe('a page that is closed before its answer', () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  test('is asked about by the browser while a change of an event is on its way, and not otherwise', async () => {
    const { user, world } = await openPage('/');
    const release = hold(world);
    await user.keyboard('j');
    expect(asks()).toBe(false);
    await user.keyboard('2');
    await waitFor(() => expect(asks()).toBe(true));
    release();
    await waitFor(() => expect(asks()).toBe(false));
  });
});
