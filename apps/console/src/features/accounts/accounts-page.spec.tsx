import { describe, expect, test } from '@jest/globals';
import { checkRecoveryLink, createAccount, deleteAccount, getAccount, listAccounts, listOrganisationOptions } from '@leakwatch/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { MOCK_ACCOUNT } from '../../../mock/data/people.ts';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { mockId } from '../../../mock/ids.ts';
import type { World } from '../../../mock/world.ts';
import { openPage } from '../../app/open-page.fixture.tsx';
import { tableCells } from '../../app/table.fixture.ts';
import { changesOf, draftOf, generatePassword } from './account-draft.ts';

const PATH = '/settings/accounts';
const staff = { staff: true };
const emails = () => tableCells().map(([first]) => first);
const EMAILS = [
  'anna.konstantinopolskaya-zavadskaya@subsidiary.corp.example',
  'irina@corp.example',
  'pavel@corp.example',
  'staff@leakwatch.example',
];
const dialogOf = async () => {
  const dialog = within(await screen.findByRole('dialog', { name: /^(New account|Account)$/ }));
  await dialog.findByRole('textbox', { name: 'E-mail' });
  return dialog;
};
/** A button of the question with this title. */
const answer = async (title: string, name: string) =>
  within(await screen.findByRole('dialog', { name: title })).findByRole('button', { name });

describe('the table of accounts', () => {
  test('shows names, organisation and state', async () => {
    await openPage(PATH, staff);
    expect(emails()).toEqual(EMAILS);
    const cells = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(1, 4)
          .map((cell) => cell.textContent),
      );
    expect(cells[0]).toEqual(['anna.kАнна-Мария Константинопольская-Завадская', ORGANISATION.name, 'Inactive']);
    expect(cells[1]).toEqual(['irinaИрина Соколова', ORGANISATION.name, 'ActiveTwo-factor']);
    expect(cells[3]?.[2]).toBe('ActiveLeakwatch staff');
    screen.getByText('4 accounts');
  });

  test('is searched in a field on the server, with all of it in the address', async () => {
    const { user } = await openPage(PATH, staff);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Search in' }), 'First name');
    await user.type(screen.getByRole('searchbox'), 'павел');
    await waitFor(() => expect(emails()).toEqual(['pavel@corp.example']));
    expect(new URLSearchParams(window.location.search).get('field')).toBe('first_name');
    await user.type(screen.getByRole('searchbox'), ' nobody');
    await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(emails()).toHaveLength(4));
    expect(window.location.search).toBe('');
  });

  test('is narrowed to an organisation', async () => {
    await openPage(`${PATH}?org=${ORGANISATION.id}`, staff);
    expect(emails()).toEqual(EMAILS.slice(0, 3));
  });

  test('says what to do when there is none, and when it did not load', async () => {
    await openPage(PATH, { ...staff, world: (made) => (made.accounts = []) });
    screen.getByText('No accounts yet');
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listAccounts, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The list of accounts did not load');
  });

  test('is in Russian too, and forbidden to users who are not staff', async () => {
    await openPage(PATH, { ...staff, locale: 'ru' });
    screen.getByText('4 учётные записи');
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
  });
});

describe('the dialog', () => {
  test('creates an account without a password', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    const dialog = await dialogOf();
    await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), ' New@Corp.example ');
    await user.type(dialog.getByRole('textbox', { name: 'User name' }), 'new');
    await user.click(dialog.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(emails()).toContain('new@corp.example'));
    expect(world.sent).toEqual([expect.objectContaining({ email: 'new@corp.example', company: null, is_staff: false })]);
    expect(world.sent[0]).not.toHaveProperty('default_password');
  });

  test('generates a default password, which can be given with a forced change only', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=new`, staff);
    const dialog = await dialogOf();
    const password = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Default password' });
    expect(password.disabled).toBe(true);
    await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'a@corp.example');
    await user.type(dialog.getByRole('textbox', { name: 'User name' }), 'a');
    const forced = dialog.getByRole('checkbox', { name: 'The password must be changed at the next sign-in' });
    await user.click(forced);
    await user.click(dialog.getByRole('button', { name: 'Generate' }));
    const generated = password.value;
    expect(generated).toMatch(/^[A-Za-z2-9]{8}-[A-Za-z2-9]{8}$/);
    await user.click(forced);
    expect(password.value).toBe('');
    await user.click(forced);
    await user.type(password, 'short');
    await user.click(dialog.getByRole('button', { name: 'Create account' }));
    dialog.getByText('Use at least 9 characters');
    await user.clear(password);
    await user.type(password, 'Vasilek-Na-Pole-7');
    await user.click(dialog.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(world.sent).toMatchObject([{ default_password: 'Vasilek-Na-Pole-7', change_password: true }]));
  });

  test('asks before it makes somebody staff', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=${mockId(12, 2)}`, staff);
    const dialog = await dialogOf();
    const box = dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Leakwatch staff/ });
    await user.click(box);
    await user.click(await answer('Make this a staff account?', 'Cancel'));
    await waitFor(() => expect(box.checked).toBe(false));
    await user.click(box);
    await user.click(await answer('Make this a staff account?', 'Make staff'));
    await waitFor(() => expect(box.checked).toBe(true));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(world.sent).toEqual([{ is_staff: true }]));
  });

  test('shows faults and refusals at their fields', async () => {
    const { user } = await openPage(`${PATH}?dialog=new`, staff);
    const dialog = await dialogOf();
    await user.click(dialog.getByRole('button', { name: 'Create account' }));
    dialog.getByText('Enter an e-mail address');
    dialog.getByText('Enter a user name');
    await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'irina@corp.example');
    await user.type(dialog.getByRole('textbox', { name: 'User name' }), 'irina two');
    await user.click(dialog.getByRole('button', { name: 'Create account' }));
    dialog.getByText(/^Use letters, digits/);
    await user.clear(dialog.getByRole('textbox', { name: 'User name' }));
    await user.type(dialog.getByRole('textbox', { name: 'User name' }), 'irina2');
    await user.click(dialog.getByRole('button', { name: 'Create account' }));
    await dialog.findByText('An account with this e-mail already exists');
  });

  test('shows a weak password at its field, and any other refusal in the form', async () => {
    const { user } = await openPage(`${PATH}?dialog=new`, {
      ...staff,
      world: (made) => made.refuse(createAccount, 400, 'password_weak', { fields: { default_password: 'password_common' } }),
    });
    const dialog = await dialogOf();
    await user.type(dialog.getByRole('textbox', { name: 'E-mail' }), 'a@corp.example');
    await user.type(dialog.getByRole('textbox', { name: 'User name' }), 'a');
    await user.click(dialog.getByRole('button', { name: 'Create account' }));
    const password = dialog.getByRole('textbox', { name: 'Default password' });
    await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'));
  });

  test('says when the account did not load', async () => {
    await openPage(`${PATH}?dialog=${MOCK_ACCOUNT.id}`, { ...staff, world: (made) => made.refuse(getAccount, 503, 'unavailable') });
    await screen.findByText('The account did not load');
  });
});

describe('help for a person who cannot sign in', () => {
  const open = async (number: number) => {
    const opened = await openPage(`${PATH}?dialog=${mockId(12, number)}`, staff);
    return { ...opened, dialog: await dialogOf() };
  };
  const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled');

  test('a link is sent once, then the buttons wait as long as the server says', async () => {
    const { dialog, user, world } = await open(1);
    await dialog.findByText('No link was sent yet.');
    const send = dialog.getByRole('button', { name: 'Send recovery link' });
    await user.click(send);
    await waitFor(() => expect(isDisabled(send)).toBe(true));
    expect(isDisabled(dialog.getByRole('button', { name: 'Send welcome link' }))).toBe(true);
    await dialog.findByText(/Last link: .* The next one can be sent in \d+ seconds/);
    expect([...world.links.keys()]).toEqual([MOCK_ACCOUNT.email]);
  });

  test('an inactive account gets none', async () => {
    const { dialog } = await open(3);
    dialog.getByText('An inactive account gets no links.');
    for (const name of ['Send recovery link', 'Send welcome link']) expect(isDisabled(dialog.getByRole('button', { name }))).toBe(true);
  });

  test('two-factor authentication is reset after a question, where there is one', async () => {
    const { dialog, user, world } = await open(1);
    await user.click(dialog.getByRole('button', { name: 'Reset two-factor' }));
    await user.click(await answer('Turn off two-factor authentication?', 'Reset two-factor'));
    await waitFor(() => expect(world.accounts[0]?.has_2fa).toBe(false));
    await waitFor(() => expect(isDisabled(dialog.getByRole('button', { name: 'Reset two-factor' }))).toBe(true));
  });

  test('sessions are ended after a question', async () => {
    const { dialog, user, world } = await open(2);
    await user.click(dialog.getByRole('button', { name: 'End sessions' }));
    await user.click(await answer('End all sessions?', 'End sessions'));
    await waitFor(() => expect(world.sent).toEqual([{ email: 'pavel@corp.example' }]));
  });

  test('says when the state of links is not known', async () => {
    await openPage(`${PATH}?dialog=${mockId(12, 1)}`, { ...staff, world: (made) => made.refuse(checkRecoveryLink, 503, 'unavailable') });
    const dialog = await dialogOf();
    expect(isDisabled(dialog.getByRole('button', { name: 'Send recovery link' }))).toBe(false);
  });
});

describe('deleting', () => {
  test('asks first, and says when it was refused', async () => {
    const { user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Delete: pavel@corp.example' }));
    await user.click(await answer('Delete the account?', 'Cancel'));
    expect(emails()).toHaveLength(4);
    await user.click(screen.getByRole('button', { name: 'Delete: pavel@corp.example' }));
    await user.click(await answer('Delete the account?', 'Delete'));
    await waitFor(() => expect(emails()).toHaveLength(3));
  });

  test('of the own account is not offered, and the button says why', async () => {
    const signIn = (world: World) => {
      const id = world.accounts.find(({ email }) => email === 'staff@leakwatch.example')?.id ?? '';
      world.settings = { ...world.settings, user_id: id };
    };
    const { user } = await openPage(PATH, { ...staff, world: signIn });
    const button = screen.getByRole('button', { name: /^Delete: staff@leakwatch.example.*ask another member of staff/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
    expect(screen.queryByText('Delete the account?')).toBeNull();
  });

  test('that is refused says why', async () => {
    const { user } = await openPage(PATH, { ...staff, world: (made) => made.refuse(deleteAccount, 403, 'account_own') });
    await user.click(screen.getByRole('button', { name: 'Delete: pavel@corp.example' }));
    await user.click(await answer('Delete the account?', 'Delete'));
    await screen.findByText(/ask another member of staff/);
  });
});

test('a change holds only what was changed', () => {
  const before = draftOf(MOCK_ACCOUNT);
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf({ ...before, active: false, lastName: ' New ' }, before)).toEqual({ is_active: false, last_name: 'New' });
});

test('generated passwords differ', () => {
  expect(new Set(Array.from({ length: 50 }, generatePassword)).size).toBe(50);
});

describe('the order of the accounts', () => {
  const press = async (user: Awaited<ReturnType<typeof openPage>>['user'], name: string) =>
    user.click(screen.getByRole('button', { name }));
  const sortOf = () => new URLSearchParams(window.location.search).get('sort');

  test('is asked of the server by the heads, kept in the address, and given up by the third press', async () => {
    const { user } = await openPage(`${PATH}?page=2`, staff);
    await waitFor(() => expect(emails()).toEqual(EMAILS));
    await press(user, 'E-mail');
    await press(user, 'E-mail');
    await waitFor(() => expect(emails()).toEqual(EMAILS.toReversed()));
    expect(document.activeElement?.textContent).toBe('E-mail');
    expect([sortOf(), new URLSearchParams(window.location.search).get('page')]).toEqual(['-email', null]);
    expect(screen.getByRole('columnheader', { name: 'E-mail' }).getAttribute('aria-sort')).toBe('descending');
    await press(user, 'E-mail');
    await waitFor(() => expect(emails()).toEqual(EMAILS));
    expect(sortOf()).toBeNull();
  });

  test('comes from the address, where anything that is no sort is passed over', async () => {
    await openPage(`${PATH}?sort=-email`, staff);
    expect(emails()).toEqual(EMAILS.toReversed());
    await openPage(`${PATH}?sort=password`, staff);
    expect(emails()).toEqual(EMAILS);
  });
});

test('an organisation whose name did not load is not shown as none, and is asked for again when the list is opened', async () => {
  const { world, user } = await openPage(`${PATH}?dialog=${mockId(12, 1)}`, {
    ...staff,
    world: (made) => made.refuse(listOrganisationOptions, 500, 'internal'),
  });
  const dialog = await dialogOf();
  await dialog.findByText('The organisations did not load: open the list again');
  const field = dialog.getByRole('combobox', { name: 'Organisation' });
  expect(field.getAttribute('placeholder')).toBe('');
  world.refusals.delete(listOrganisationOptions);
  await user.click(field);
  await waitFor(() => expect(field).toHaveProperty('value', ORGANISATION.name));
  expect(dialog.queryByText(/^The organisations did not load/)).toBeNull();
});
