import { ignoreTelegramUser, listTelegramUsers } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = '/settings/telegram-users';
const staff = { staff: true };
const rows = () => screen.getAllByRole('row').slice(1);
const cells = (at: number) =>
  within(rows()[at] ?? document.body)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);
const offered = (at: number) =>
  within(rows()[at] ?? document.body)
    .getAllByRole('button')
    .map((button) => button.getAttribute('title'));

describe('the table of Telegram user accounts', () => {
  test('shows id, organisation, user, state, name and numbers', async () => {
    await openPage(PATH, staff);
    expect(cells(0).slice(0, 7)).toEqual([mockId(50, 0), 'ООО «Пример»', 'person-0@corp.example', 'Active', '@irina_p', '5001', '5001']);
    expect([1, 2, 3, 4, 5].map((at) => cells(at)[3])).toEqual([
      'Invited',
      'Waits for confirmation',
      'Ignoredthe chat has blocked the bot',
      'Ignoredby staff',
      'Not connected',
    ]);
    expect(cells(1).slice(4, 7)).toEqual(['–', '–', '–']);
    expect(cells(3)[1]).toBe('–');
  });

  test('has pages of 25, 50, 75 and 100', async () => {
    await openPage(PATH, staff);
    expect(rows()).toHaveLength(25);
    const sizes = screen.getByRole('combobox', { name: 'Per page' });
    expect([...sizes.querySelectorAll('option')].map((option) => option.textContent)).toEqual(['25', '50', '75', '100']);
  });

  test('offers in each state what changes something', async () => {
    await openPage(PATH, staff);
    expect([0, 1, 2, 3, 4, 5].map(offered)).toEqual([
      ['Reset', 'Ignore', 'Delete'],
      ['Reset', 'Ignore', 'Delete'],
      ['Reset', 'Ignore', 'Delete'],
      ['Reset', 'Ignore', 'Delete'],
      ['Reset', 'Delete'],
      ['Ignore', 'Delete'],
    ]);
  });

  test('is narrowed to an organisation, and cleared again', async () => {
    const { user } = await openPage(`${PATH}?org=${mockId(8, 2)}`, staff);
    screen.getByText('Nobody in the organisation has connected Telegram');
    await user.click(screen.getByRole('button', { name: 'Show all organisations' }));
    await waitFor(() => expect(rows()).toHaveLength(25));
    expect(window.location.search).toBe('');
  });

  test('says when there is none and when it did not load', async () => {
    await openPage(PATH, { ...staff, scenario: 'empty' });
    screen.getByText('Nobody has connected Telegram yet');
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listTelegramUsers, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The Telegram user accounts did not load');
  });

  test('is forbidden to users who are not staff', async () => {
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
  });
});

describe('an action', () => {
  const agree = async (user: Awaited<ReturnType<typeof openPage>>['user'], action: string) => {
    await user.click(screen.getByRole('button', { name: `${action}: person-0@corp.example` }));
    const question = within(await screen.findByRole('dialog'));
    question.getByText(/The chat of person-0@corp\.example gets no more messages/);
    await user.click(question.getByRole('button', { name: action }));
  };

  test.each([
    ['Reset', 'The connection of person-0@corp.example was reset', 'Not connected'],
    ['Ignore', 'person-0@corp.example is ignored in Telegram', 'Ignoredby staff'],
  ])('%s asks, says that it was done, and shows the new state', async (action, done, state) => {
    const { user } = await openPage(PATH, staff);
    await agree(user, action);
    await screen.findByText(done);
    await waitFor(() => expect(cells(0)[3]).toBe(state));
  });

  test('Delete takes the row from the list; Cancel does nothing', async () => {
    const { user, world } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Delete: person-0@corp.example' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    expect(world.telegramUsers).toHaveLength(28);
    await agree(user, 'Delete');
    await screen.findByText('The connection of person-0@corp.example was deleted');
    await waitFor(() => expect(cells(0)[2]).toBe('person-1@corp.example'));
  });

  test('that failed says why', async () => {
    const { user } = await openPage(PATH, { ...staff, world: (made) => made.refuse(ignoreTelegramUser, 404, 'not_found') });
    await agree(user, 'Ignore');
    await screen.findByText('The user is not ignored: person-0@corp.example');
  });
});
