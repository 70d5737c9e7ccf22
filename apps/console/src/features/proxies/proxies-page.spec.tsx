import { changeProxy, blockProxyPost, listProxies } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';
import { cellsOf, chooseAction, dialogOf, menuOf, rowOf, tableRows } from '../../app/table.fixture.ts';

const PATH = '/settings/proxies';
const staff = { staff: true };
const addresses = () => tableRows().map((row) => cellsOf(row)[0]);
const stateOf = (name: string) => cellsOf(rowOf(name))[2];
/** jsdom places nothing, so an open list counts as hidden. */
const HIDDEN = { hidden: true };

test('a check of proxies is started in the row or for the page, and its end is shown in the row', async () => {
  const { world, user } = await openPage(PATH, staff);
  expect(cellsOf(rowOf('198.51.100.3'))[2]).toContain('the proxy does not connect to the source');
  await chooseAction(user, '198.51.100.7:3128', 'Check now');
  await screen.findByText('1 check started');
  await waitFor(() => expect(cellsOf(rowOf('198.51.100.7'))[2]).toMatch(/^ReadyChecked at .*: works$/), { timeout: 10_000 });
  await user.click(screen.getByRole('button', { name: 'Check all on this page' }));
  await screen.findByText('8 checks started');
  expect(world.sent[0]).toEqual({ ids: [mockId(40, 7)] });
});

describe('the table of proxies', () => {
  test('shows address, organisation, state with its reason, use and failures', async () => {
    await openPage(PATH, staff);
    expect(tableRows()).toHaveLength(8);
    expect(cellsOf(rowOf('198.51.100.1:3128')).slice(1, 4)).toEqual(['ООО «Пример»', 'Busy', 'Service accountOpen the task']);
    const failed = cellsOf(rowOf('198.51.100.3:3128'));
    expect(failed[2]).toMatch(
      /^BlockedSeveral failures in a rowconnect ECONNREFUSED 198\.51\.100\.3:3128 after 3 attempts, 10000 ms eachChecked at .*: the proxy does not connect to the source/,
    );
    expect(failed[4]).toMatch(/Failures in a row: 3$/);
    expect(cellsOf(rowOf('198.51.100.4:3128'))).toEqual([
      '198.51.100.4:3128no login',
      'All organisations',
      'BlockedBy staff',
      'nothing',
      'never',
      '',
    ]);
    expect(addresses()).toContain('198.51.100.5:1080leakwatchSOCKS5For repository discovery only');
    expect(within(rowOf('198.51.100.1:3128')).getByRole('link', { name: 'Service account' }).getAttribute('href')).toBe(
      `/settings/service-accounts?dialog=${mockId(41, 1)}`,
    );
  });

  test('is narrowed by organisation and state, in the address, and cleared again', async () => {
    const { user } = await openPage(`${PATH}?org=${mockId(8, 1)}`, staff);
    expect(addresses()).toEqual(['198.51.100.1:3128leakwatch']);
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Blocked');
    await screen.findByText('No proxy matches the filters');
    expect(window.location.search).toBe(`?org=${mockId(8, 1)}&state=blocked`);
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(tableRows()).toHaveLength(8));
    expect(window.location.search).toBe('');
  });

  test('deletes those that match the filters and that no account uses, after a question', async () => {
    const { world, user } = await openPage(PATH, staff);
    expect(screen.queryByRole('button', { name: 'Delete the matching ones' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Blocked');
    const remove = async (answer: string) => {
      await user.click(await screen.findByRole('button', { name: 'Delete the matching ones' }));
      const question = await dialogOf();
      question.getByText(/^\d proxies match the filters\./);
      await user.click(question.getByRole('button', { name: answer }));
    };
    await remove('Cancel');
    expect(world.sent).toEqual([]);
    const used = world.proxies.filter(({ state, account }) => state === 'blocked' && account !== null).length;
    await remove('Delete');
    await screen.findByText(/^\d prox(?:y|ies) deleted$/);
    expect(world.sent).toEqual([{ state: 'blocked' }]);
    expect(world.proxies.filter(({ state }) => state === 'blocked')).toHaveLength(used);
  });

  test('has page sizes, 100 at first, and is read again by its button', async () => {
    const { world, user } = await openPage(PATH, staff);
    const sizes = screen.getByRole('combobox', { name: 'Per page' });
    expect([...sizes.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['10', '20', '50', '100']);
    expect(sizes).toHaveProperty('value', '100');
    world.proxies = world.proxies.slice(0, 2);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(tableRows()).toHaveLength(2));
  });

  test('says what proxies are for when there is none, and when they did not load', async () => {
    await openPage(PATH, { ...staff, scenario: 'empty' });
    screen.getByRole('heading', { name: 'No proxies yet' });
    screen.getByText(/needs a proxy of its own/);
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listProxies, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The proxies did not load');
  });

  test('is forbidden to users who are not staff', async () => {
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
  });
});

describe('editing a proxy', () => {
  test('sends what was changed, and keeps the password when its field is empty', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Edit: 198.51.100.7:3128' }));
    const dialog = await dialogOf();
    expect(window.location.search).toBe(`?dialog=${mockId(40, 7)}`);
    expect(dialog.getByLabelText('Password')).toHaveProperty('value', '');
    await user.clear(dialog.getByRole('textbox', { name: 'Port' }));
    await user.type(dialog.getByRole('textbox', { name: 'Port' }), '1080');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Type' }), 'SOCKS5');
    await user.click(dialog.getByRole('checkbox'));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(addresses()).toContain('198.51.100.7:1080leakwatchSOCKS5For repository discovery only'));
    expect(world.sent).toEqual([{ port: 1080, type: 'socks5', reserved_for_discovery: true }]);
    expect(window.location.search).toBe('');
  });

  test('shows faults at their fields, a missing password only where none is stored', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=${mockId(40, 4)}`, staff);
    const dialog = await dialogOf();
    const address = dialog.getByRole('textbox', { name: 'IPv4 address' });
    await user.clear(address);
    await user.type(address, '198.51.100.256');
    await user.tab();
    dialog.getByText('Enter an IPv4 address, such as 198.51.100.7');
    expect(dialog.queryByText('Enter a login')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    dialog.getByText('Enter a login');
    dialog.getByText('Enter a password');
    expect(world.sent).toEqual([]);
  });

  test('shows a refusal at the field that it is about, else above the buttons', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=${mockId(40, 7)}`, staff);
    const dialog = await dialogOf();
    world.refuse(changeProxy, 409, 'proxy_exists');
    await user.type(dialog.getByLabelText('Password'), 'new');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    const address = dialog.getByRole('textbox', { name: 'IPv4 address' });
    await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
    world.refuse(changeProxy, 503, 'unavailable');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The proxy was not changed');
  });

  test('goes on when the proxy leaves the list meanwhile', async () => {
    const { world, user } = await openPage(`${PATH}?state=ready&dialog=${mockId(40, 7)}`, staff);
    const dialog = await dialogOf();
    await user.type(dialog.getByLabelText('Password'), 'half of a new on');
    world.proxies = world.proxies.map((one) => (one.id === mockId(40, 7) ? { ...one, state: 'busy' } : one));
    await user.click(screen.getByRole('button', { ...HIDDEN, name: 'Refresh' }));
    await waitFor(() => expect(screen.queryByRole('cell', { ...HIDDEN, name: /198\.51\.100\.7/ })).toBeNull());
    expect(dialog.getByLabelText('Password')).toHaveProperty('value', 'half of a new on');
  });
});

describe('the actions of a row', () => {
  test.each([
    ['198.51.100.1:3128', ['Check now', 'Unlink', 'Delete']],
    ['198.51.100.3:3128', ['Check now', 'Unblock', 'Delete']],
    ['198.51.100.6:3128', ['Check now', 'Block', 'Unlink', 'Delete']],
    ['198.51.100.7:3128', ['Check now', 'Block', 'Delete']],
  ])('of %s are %j', async (name, actions) => {
    const { user } = await openPage(PATH, staff);
    expect((await menuOf(user, name)).map((item) => item.textContent)).toEqual(actions);
  });

  test('block, unblock and unlink show at once', async () => {
    const { user } = await openPage(PATH, staff);
    await chooseAction(user, '198.51.100.7:3128', 'Block');
    await screen.findByText('Proxy 198.51.100.7:3128 blocked');
    await waitFor(() => expect(stateOf('198.51.100.7:3128')).toBe('BlockedBy staff'));
    await chooseAction(user, '198.51.100.7:3128', 'Unblock');
    await waitFor(() => expect(stateOf('198.51.100.7:3128')).toBe('Ready'));
    await chooseAction(user, '198.51.100.6:3128', 'Unlink');
    await waitFor(() => expect(cellsOf(rowOf('198.51.100.6:3128'))[1]).toBe('All organisations'));
  });

  test('a failure is said', async () => {
    const { world, user } = await openPage(PATH, staff);
    world.refuse(blockProxyPost, 503, 'unavailable');
    await chooseAction(user, '198.51.100.7:3128', 'Block');
    expect((await screen.findByRole('alert')).textContent).toContain('Proxy 198.51.100.7:3128 was not blocked');
  });

  test('delete asks first, and is refused without a question while an account uses the proxy', async () => {
    const { world, user } = await openPage(PATH, staff);
    await chooseAction(user, '198.51.100.2:3128', 'Delete');
    await screen.findByText('Proxy 198.51.100.2:3128 cannot be deleted');
    expect(screen.queryByRole('dialog')).toBeNull();
    await chooseAction(user, '198.51.100.7:3128', 'Delete');
    const question = await dialogOf();
    question.getByText('Proxy 198.51.100.7:3128 will be deleted. No service account uses it.');
    expect(world.proxies).toHaveLength(8);
    await user.click(question.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(tableRows()).toHaveLength(7));
  });
});
