import { blockServiceAccountPost, checkServiceAccounts, listAccountUse, listServiceAccounts } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import type { World } from '../../../mock/world.ts';
import { openPage } from '../../app/open-page.fixture.tsx';
import { cellsOf, chooseAction, dialogOf, menuOf, rowOf, selectedIn, tableRows } from '../../app/table.fixture.ts';

const PATH = '/settings/service-accounts';
const staff = { staff: true };
const stateOf = (login: string) => cellsOf(rowOf(login))[2];
const GITLAB = (number: number) => `GitLab crawler-${number}@leakwatch.example`;

/** Longer than a list waits before it is read again while a check runs. */
const CHECKED = { timeout: 10_000 };

describe('a check of service accounts', () => {
  test('is started in the row, and its end is shown without reading the page again', async () => {
    const { world, user } = await openPage(PATH, staff);
    await chooseAction(user, 'GitHub octo-corp', 'Check now');
    await screen.findByText('1 check started');
    await waitFor(() => expect(stateOf('octo-corp')).toBe('BusyBeing checked…'));
    await waitFor(() => expect(stateOf('octo-corp')).toMatch(/^BusyChecked at .*: works$/), CHECKED);
    expect(world.sent).toEqual([{ ids: [mockId(41, 1)] }]);
  });

  test('is started for all of the page but those of Telegram, which are signed in instead', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Check all on this page' }));
    await screen.findByText('7 checks started');
    expect(world.sent).toEqual([{ ids: [1, 2, 3, 4, 5, 6, 8].map((number) => mockId(41, number)) }]);
    const menu = (await menuOf(user, 'Telegram leak_hunter')).map((item) => item.textContent);
    expect(menu).not.toContain('Check now');
  });

  test('that was not started says why', async () => {
    const { user } = await openPage(PATH, { ...staff, world: (made) => made.refuse(checkServiceAccounts, 429, 'too_many_requests') });
    await chooseAction(user, 'GitHub octo-corp', 'Check now');
    await screen.findByText('The check was not started');
  });
});

describe('the table of service accounts', () => {
  test('says where two accounts of Telegram have one telephone number', async () => {
    const share = (made: World) =>
      void (made.serviceAccounts = made.serviceAccounts.map((one) => ({ ...one, phone_shared: one.source_type === 'telegram' })));
    await openPage(PATH, { ...staff, world: share });
    expect(cellsOf(rowOf('leak_hunter'))[0]).toContain('Another account has this number too');
    expect(cellsOf(rowOf('octo-corp'))[0]).not.toContain('Another account');
  });

  test('shows source, organisation, state with reason and error, proxy and use', async () => {
    await openPage(PATH, staff);
    expect(tableRows()).toHaveLength(8);
    const octo = ['GitHubocto-corp', 'ООО «Пример»Worked for ООО «Пример»', 'Busy', '198.51.100.1:3128Busy'];
    await waitFor(() => expect(cellsOf(rowOf('octo-corp')).slice(0, 4)).toEqual(octo));
    expect(within(rowOf('octo-corp')).getByRole('link', { name: 'Open the task' }).getAttribute('href')).toBe(`/task/${mockId(2, 5)}`);
    const gist = cellsOf(rowOf('no login'));
    expect(gist[3]).toMatch(/^198\.51\.100\.3:3128Blockedconnect ECONNREFUSED/);
    expect(gist[4]).toBe('never');
    expect(stateOf('crawler-4')).toMatch(/^Rate limiteduntil \d\d\.\d\d\.2026 \d\d:\d\d:\d\d$/);
    expect(cellsOf(rowOf('crawler-4'))[0]).toContain('For repository discovery only');
    expect(stateOf('crawler-5')).toMatch(/^BlockedThe source does not accept the account: set a new password401 Unauthorized/);
    expect(stateOf('crawler-6')).toBe('BlockedThe organisation changed: set a new password');
    expect(stateOf('leak_hunter')).toBe('Waits for a code');
    expect(cellsOf(rowOf('leak_hunter'))[0]).toContain('+7 900 123-45-67');
  });

  test('is narrowed by organisation and source, in the address, and cleared again', async () => {
    const { user } = await openPage(`${PATH}?org=${mockId(8, 1)}`, staff);
    expect(tableRows()).toHaveLength(1);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'GitLab');
    await screen.findByText('No service account matches the filters');
    expect(window.location.search).toBe(`?org=${mockId(8, 1)}&source=gitlab_cloud`);
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(tableRows()).toHaveLength(8));
  });

  test('says what each account did, what its source still allows and for whom it worked', async () => {
    await openPage(PATH, staff);
    await waitFor(() => expect(cellsOf(rowOf('octo-corp'))[5]).toMatch(/^1,240 requests2 refusalsRequests to the API: 4,120 left until /));
    expect(cellsOf(rowOf('leak_hunter'))[5]).toMatch(/History of channels: used up until .*Names of channels: 16 left until /);
    await waitFor(() => expect(cellsOf(rowOf('octo-corp'))[1]).toContain('Worked for ООО «Пример»'));
  });

  test('has everything else while the crawlers do not answer', async () => {
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listAccountUse, 503, 'unavailable') });
    expect(tableRows()).toHaveLength(8);
    expect(cellsOf(rowOf('octo-corp'))[5]).toBe('–');
  });

  test('has page sizes, 100 at first, and is read again by its button', async () => {
    const { world, user } = await openPage(PATH, staff);
    const sizes = screen.getByRole('combobox', { name: 'Per page' });
    expect([...sizes.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['10', '20', '50', '100']);
    expect(sizes).toHaveProperty('value', '100');
    world.serviceAccounts = world.serviceAccounts.slice(0, 2);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(tableRows()).toHaveLength(2));
  });

  test('says what is not searched when there is none, and when they did not load', async () => {
    await openPage(PATH, { ...staff, scenario: 'empty' });
    screen.getByText(/GitHub and GitLab are not searched until you add/);
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listServiceAccounts, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The service accounts did not load');
  });

  test('is forbidden to users who are not staff', async () => {
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
  });
});

describe('the actions of a row', () => {
  test.each([
    ['GitHub octo-corp', ['Check now', 'Reset state', 'Unlink', 'Delete']],
    ['GitHub octo-old', ['Check now', 'Block', 'Unlink', 'Delete']],
    ['Gist 198.51.100.3:3128', ['Check now', 'Block', 'Delete']],
    [GITLAB(4), ['Check now', 'Reset state', 'Delete']],
    [GITLAB(5), ['Check now', 'Reset state', 'Unblock', 'Delete']],
    ['Telegram leak_hunter', ['Telegram: sign in, start, stop', 'Reset state', 'Delete']],
  ])('of %s are %j', async (name, actions) => {
    const { user } = await openPage(PATH, staff);
    expect((await menuOf(user, name)).map((item) => item.textContent)).toEqual(actions);
  });

  test('block, unblock and reset are done at once', async () => {
    const { user } = await openPage(PATH, staff);
    await chooseAction(user, 'GitHub octo-old', 'Block');
    await screen.findByText('Service account GitHub octo-old blocked');
    await waitFor(() => expect(stateOf('octo-old')).toBe('BlockedBy staff'));
    await chooseAction(user, 'GitHub octo-old', 'Unblock');
    await waitFor(() => expect(stateOf('octo-old')).toBe('Ready'));
    await chooseAction(user, GITLAB(4), 'Reset state');
    await waitFor(() => expect(stateOf('crawler-4')).toBe('Ready'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('unlink asks first, as the account is then blocked', async () => {
    const { world, user } = await openPage(PATH, staff);
    await chooseAction(user, 'GitHub octo-corp', 'Unlink');
    const question = await dialogOf();
    question.getByText(/no longer belong to organisation “ООО «Пример»” and will be blocked/);
    expect(world.serviceAccounts[0]?.company).not.toBeNull();
    await user.click(question.getByRole('button', { name: 'Unlink' }));
    await waitFor(() =>
      expect(cellsOf(rowOf('octo-corp')).slice(1, 3)).toEqual([
        expect.stringMatching(/^All organisations/),
        'BlockedThe organisation changed: set a new password',
      ]),
    );
  });

  test.each(['Unblock', 'Reset state'])('%s asks first where the credentials belong to a former organisation', async (action) => {
    const { user } = await openPage(PATH, staff);
    await chooseAction(user, GITLAB(6), action);
    const question = await dialogOf();
    question.getByText(/has login and password of its former organisation/);
    expect(stateOf('crawler-6')).toMatch(/^Blocked/);
    await user.click(question.getByRole('button', { name: 'Make available' }));
    await waitFor(() => expect(stateOf('crawler-6')).toBe('Ready'));
  });

  test('delete asks first', async () => {
    const { user } = await openPage(PATH, staff);
    await chooseAction(user, GITLAB(4), 'Delete');
    await user.click((await dialogOf()).getByRole('button', { name: 'Cancel' }));
    expect(tableRows()).toHaveLength(8);
    await chooseAction(user, GITLAB(4), 'Delete');
    await user.click((await dialogOf()).getByRole('button', { name: 'Delete' }));
    await screen.findByText(`Service account ${GITLAB(4)} deleted`);
    await waitFor(() => expect(tableRows()).toHaveLength(7));
  });

  test.each([
    ['SESSION_REVOKED', 'Telegram has ended the session (SESSION_REVOKED): sign in again'],
    ['USER_DEACTIVATED_BAN', 'Telegram has banned or frozen the account (USER_DEACTIVATED_BAN): add another one'],
    ['API_ID_INVALID', 'Telegram does not accept the account: API_ID_INVALID'],
  ])('of Telegram that is refused with %s says what helps, which is not a new password', async (err_msg, text) => {
    const refused = (world: World) => {
      world.serviceAccounts = world.serviceAccounts.map((one) => ({
        ...one,
        ...(one.source_type === 'telegram' && { state: 'blocked' as const, block_reason: 'refused' as const, err_msg }),
      }));
    };
    await openPage(PATH, { ...staff, world: refused });
    expect(stateOf('leak_hunter')).toBe(`Blocked${text}`);
  });

  test.each([
    ['signed_in', true],
    ['ended', false],
  ] as const)('the question before a deletion says what becomes of a session at Telegram: %s', async (telegram_stage, isSaid) => {
    const staged = (world: World) => {
      world.serviceAccounts = world.serviceAccounts.map((one) => ({ ...one, ...(one.source_type === 'telegram' && { telegram_stage }) }));
    };
    const { user } = await openPage(PATH, { ...staff, world: staged });
    await chooseAction(user, 'Telegram leak_hunter', 'Delete');
    const question = await dialogOf();
    expect(question.queryByText(/Its session at Telegram is ended. If Telegram does not answer, end it/) !== null).toBe(isSaid);
  });

  test('a failure is said', async () => {
    const { world, user } = await openPage(PATH, staff);
    world.refuse(blockServiceAccountPost, 503, 'unavailable');
    await chooseAction(user, 'GitHub octo-old', 'Block');
    expect((await screen.findByRole('alert')).textContent).toContain('The service account was not blocked: GitHub octo-old');
  });
});

describe('a list of service accounts', () => {
  const open = async () => {
    const opened = await openPage(`${PATH}?dialog=import`, staff);
    const dialog = await dialogOf();
    const list = dialog.getByRole('textbox', { name: 'List' });
    const paste = async (text: string) => {
      await opened.user.clear(list);
      await opened.user.click(list);
      await opened.user.paste(text);
      await opened.user.click(dialog.getByRole('button', { name: /^Add/ }));
    };
    return { ...opened, dialog, list, paste };
  };

  test('is opened by its button, adds every line, says how many, and closes', async () => {
    const { world, user, dialog, paste } = await open();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Source' }), 'GitLab');
    await paste('one secret 203.0.113.1:3128\n\n two\tsecret\tsocks5://203.0.113.2:1080 \n');
    await screen.findByText('2 service accounts added');
    expect(world.sent).toEqual([
      {
        source_type: 'gitlab_cloud',
        company: null,
        reserved_for_discovery: false,
        accounts: ['one secret 203.0.113.1:3128', 'two\tsecret\tsocks5://203.0.113.2:1080'],
      },
    ]);
    await waitFor(() => expect(tableRows()).toHaveLength(10));
    expect(window.location.search).toBe('');
    await user.click(screen.getByRole('button', { name: 'Add a list' }));
    expect(window.location.search).toBe('?dialog=import');
  });

  test('names what is missing and the line, sends nothing and keeps the text', async () => {
    const { world, user, dialog, list, paste } = await open();
    await user.click(dialog.getByRole('button', { name: /^Add/ }));
    dialog.getByText('Choose an organisation');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Source' }), 'GitLab');
    await user.click(dialog.getByRole('button', { name: /^Add/ }));
    dialog.getByText('Paste at least one service account');
    await paste('one secret 203.0.113.1:3128\ntwo secret');
    dialog.getByText('Line 2: Enter a proxy');
    expect(selectedIn(list)).toBe('two secret');
    await paste('one secret 203.0.113.1:3128 more');
    dialog.getByText(/^Line 1: Only a login/);
    expect(list).toHaveProperty('value', 'one secret 203.0.113.1:3128 more');
    expect(world.sent).toEqual([]);
  });

  test('shows at the list which line the server refused', async () => {
    const { world, user, dialog, list, paste } = await open();
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Source' }), 'GitLab');
    await paste('one secret 203.0.113.1:3128\none secret 203.0.113.2:3128');
    await dialog.findByText(/^Line 2: /);
    expect(selectedIn(list)).toBe('one secret 203.0.113.2:3128');
    expect(world.sent).toEqual([]);
    expect(tableRows()).toHaveLength(8);
  });
});
