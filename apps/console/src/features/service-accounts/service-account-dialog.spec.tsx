import { changeServiceAccount, getServiceAccount } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';
import { cellsOf, dialogOf, rowOf } from '../../app/table.fixture.ts';

const PATH = '/settings/service-accounts';
const staff = { staff: true };
const stateOf = (login: string) => cellsOf(rowOf(login))[2];
/** jsdom places nothing, so an open list counts as hidden. */
const HIDDEN = { hidden: true };

describe('adding an account', () => {
  const open = async () => {
    const opened = await openPage(`${PATH}?dialog=new`, staff);
    const dialog = await dialogOf();
    const field = (name: string) => dialog.getByRole('textbox', { name });
    const proxy = () => dialog.getByRole('combobox', { name: 'Proxy' });
    const submit = () => opened.user.click(dialog.getByRole('button', { name: 'Add service account' }));
    const choice = (source: string) => opened.user.selectOptions(dialog.getByRole('combobox', { name: 'Source' }), source);
    return { ...opened, dialog, field, proxy, submit, choice };
  };
  const faults = (dialog: Awaited<ReturnType<typeof dialogOf>>) =>
    ['Choose an organisation', 'Enter a login', 'Enter a password or token', 'Enter a proxy'].filter(
      (text) => dialog.queryByText(text) !== null,
    );

  test.each([
    ['GitHub', ['Choose an organisation', 'Enter a login', 'Enter a password or token', 'Enter a proxy']],
    ['Gist', ['Enter a proxy']],
    ['GitLab', ['Enter a login', 'Enter a password or token', 'Enter a proxy']],
    ['Telegram', ['Enter a login', 'Enter a password or token']],
    ['Google Docs', ['Enter a login', 'Enter a password or token', 'Enter a proxy']],
  ])('of %s needs %j', async (source, needed) => {
    const { world, dialog, submit, choice } = await open();
    await choice(source);
    await submit();
    expect(faults(dialog)).toEqual(needed);
    expect(world.sent).toEqual([]);
  });

  test('stores it with a free proxy that was offered', async () => {
    const { world, user, dialog, field, proxy, submit, choice } = await open();
    await choice('GitLab');
    await user.type(field('Login'), ' new@leakwatch.example ');
    await user.type(dialog.getByLabelText(/^Password or token/), 'glpat-secret');
    await user.click(proxy());
    const offered = screen.getAllByRole('option', HIDDEN).map((option) => option.textContent);
    expect(offered).toEqual(expect.arrayContaining(['socks5://198.51.100.5:1080', '198.51.100.7:3128', '198.51.100.8:3128']));
    expect(offered).not.toContain('198.51.100.1:3128');
    await user.click(screen.getByRole('option', { ...HIDDEN, name: '198.51.100.7:3128' }));
    await submit();
    await screen.findByText('Service account GitLab new@leakwatch.example added');
    expect(world.sent).toEqual([
      {
        source_type: 'gitlab_cloud',
        company: null,
        login: 'new@leakwatch.example',
        password: 'glpat-secret',
        proxy_ext: '198.51.100.7:3128',
        phone: '',
        reserved_for_discovery: false,
      },
    ]);
    await waitFor(() => expect(cellsOf(rowOf('new@leakwatch.example'))[3]).toBe('198.51.100.7:3128Ready'));
    expect(window.location.search).toBe('');
  });

  test('says what happens with a proxy that is not offered', async () => {
    const { user, dialog, proxy } = await open();
    await user.type(proxy(), '203.0.113.9:3128');
    dialog.getByText(/it is added without login and password/);
    await user.type(proxy(), '00');
    await user.tab();
    dialog.getByText('Enter an IPv4 address and a port, such as 198.51.100.7:3128');
  });

  test('shows a refusal at the field that it is about', async () => {
    const { user, dialog, field, proxy, submit, choice } = await open();
    await choice('GitLab');
    await user.type(field('Login'), 'new');
    await user.type(dialog.getByLabelText(/^Password or token/), 'glpat-secret');
    await user.type(proxy(), '198.51.100.1:3128');
    await submit();
    await waitFor(() => expect(proxy().getAttribute('aria-invalid')).toBe('true'));
    dialog.getByText(/belongs to another service account/);
  });

  test('shows at the telephone that another account of Telegram has it', async () => {
    const { user, dialog, field, submit, choice } = await open();
    await choice('Telegram');
    await user.type(field('Login'), 'new');
    await user.type(dialog.getByLabelText(/^Password or token/), 'second factor');
    await user.type(field('Telephone'), '8 900 1234567');
    await submit();
    await waitFor(() => expect(field('Telephone').getAttribute('aria-invalid')).toBe('true'));
    dialog.getByText(/already has this telephone number/);
  });
});

describe('editing an account', () => {
  test('sends what was changed, and keeps the password when its field is empty', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Edit: Telegram leak_hunter' }));
    const dialog = await dialogOf();
    expect(dialog.getByLabelText(/^Password or token/)).toHaveProperty('value', '');
    await user.clear(dialog.getByRole('textbox', { name: 'Telephone' }));
    await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('Service account Telegram leak_hunter changed');
    expect(world.sent).toEqual([{ phone: '', reserved_for_discovery: true }]);
  });

  test('warns that an account which leaves its organisation without a new password is blocked', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=${mockId(41, 2)}`, staff);
    const dialog = await dialogOf();
    await user.click(dialog.getByRole('combobox', { name: 'Organisation' }));
    const options = await screen.findAllByRole('option', { ...HIDDEN, name: 'ООО «Пример»' });
    // The first one belongs to the filter of the page.
    await user.click(options.at(-1) ?? document.body);
    dialog.getByText(/Without a new password the account will be blocked/);
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(stateOf('octo-old')).toBe('BlockedThe organisation changed: set a new password'));
    expect(world.sent).toEqual([{ company: mockId(8, 1) }]);
  });

  test('shows a failure above the buttons', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=${mockId(41, 7)}`, staff);
    const dialog = await dialogOf();
    world.refuse(changeServiceAccount, 503, 'unavailable');
    await user.type(dialog.getByLabelText(/^Password or token/), 'new');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The service account was not changed');
  });

  test('opens for an account that the open page does not hold, and says when there is none', async () => {
    await openPage(`${PATH}?org=${mockId(8, 1)}&dialog=${mockId(41, 7)}`, staff);
    expect((await dialogOf()).getByRole('textbox', { name: 'Login' })).toHaveProperty('value', 'leak_hunter');
    await openPage(`${PATH}?dialog=${mockId(41, 99)}`, { ...staff, world: (made) => made.refuse(getServiceAccount, 404, 'not_found') });
    expect((await (await dialogOf()).findByRole('alert')).textContent).toContain('The service account did not load');
  });
});
