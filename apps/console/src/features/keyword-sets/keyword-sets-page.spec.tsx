import { changeKeywordSet, createKeywordSet, deleteKeywordSet, getKeywordSet, listKeywordSets } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage, settle } from '../../app/open-page.fixture.tsx';
import { dialogOf } from '../../app/table.fixture.ts';

const PATH = '/settings/keywords';
const staff = { staff: true };
const TOKENS = mockId(10, 1);
const rowsOf = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => {
      const [name, , count] = within(row).getAllByRole('cell');
      return [name?.textContent, count?.textContent];
    });
const isDisabled = (button: HTMLElement) => button.hasAttribute('disabled');

describe('the table of keyword sets', () => {
  test('shows name, creation and number of words', async () => {
    await openPage(PATH, staff);
    expect(rowsOf()).toEqual([
      ['Пароли', '4'],
      ['Tokens', '3'],
      ['Infrastructure', '5'],
    ]);
    expect(screen.getAllByRole('row')[1]?.querySelector('time')?.textContent).toMatch(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/);
  });

  test('has a hundred rows a page, and the page in the address', async () => {
    const { user } = await openPage(`${PATH}?page=2`, {
      ...staff,
      world: (made) => {
        const [set] = made.keywordSets;
        if (set !== undefined)
          made.keywordSets = Array.from({ length: 103 }, (_, at) => ({ ...set, id: mockId(10, at), name: `Set ${at}` }));
      },
    });
    expect(rowsOf()).toHaveLength(3);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Per page' }), '10');
    await waitFor(() => expect(rowsOf()).toHaveLength(10));
    expect(window.location.search).toBe('?page=1&size=10');
  });

  test('is narrowed by name', async () => {
    const { user } = await openPage(`${PATH}?page=1`, staff);
    await user.type(screen.getByRole('searchbox'), 'TOKEN');
    await waitFor(() => expect(rowsOf()).toEqual([['Tokens', '3']]));
    expect(window.location.search).toBe('?name=TOKEN');
    await user.type(screen.getByRole('searchbox'), 'x');
    await screen.findByText('No keyword group matches the search');
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(rowsOf()).toHaveLength(3));
  });

  test('says when there is none and when it did not load', async () => {
    await openPage(PATH, { ...staff, scenario: 'empty' });
    screen.getByText('No keyword groups yet');
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listKeywordSets, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The keyword groups did not load');
  });

  test('is forbidden to users who are not staff, and absent from their menu', async () => {
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
    await openPage('/settings');
    expect(screen.queryByRole('link', { name: 'Keyword groups' })).toBeNull();
  });
});

describe('a new set', () => {
  test('is created from the lines that follow the rule; the others are named with the reason', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Create group' }));
    expect(window.location.search).toBe('?create=true');
    const dialog = await dialogOf();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Mail ');
    await user.type(dialog.getByRole('textbox', { name: 'Words' }), 'imap{enter}-bad{enter}IMAP{enter}pop 3');
    dialog.getByText('2 words will be in the group');
    dialog.getByText('-bad: contains characters that are not allowed');
    dialog.getByText('IMAP: already in the list');
    await user.click(dialog.getByRole('button', { name: 'Create group' }));
    await waitFor(() => expect(rowsOf()).toContainEqual(['Mail', '2']));
    expect(world.sent).toEqual([{ name: 'Mail', keywords: ['imap', 'pop 3'] }]);
    expect(window.location.search).toBe('');
  });

  test('can be sent only with a name and a word', async () => {
    const { user } = await openPage(`${PATH}?create=true`, staff);
    const dialog = await dialogOf();
    const send = dialog.getByRole('button', { name: 'Create group' });
    expect(isDisabled(send)).toBe(true);
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Mail');
    await user.type(dialog.getByRole('textbox', { name: 'Words' }), '-');
    expect(isDisabled(send)).toBe(true);
    await user.type(dialog.getByRole('textbox', { name: 'Words' }), '{enter}imap');
    expect(isDisabled(send)).toBe(false);
    await user.clear(dialog.getByRole('textbox', { name: 'Name' }));
    expect(isDisabled(send)).toBe(true);
  });

  test('with too many words cannot be sent and says why', async () => {
    const { user } = await openPage(`${PATH}?create=true`, staff);
    const dialog = await dialogOf();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Many');
    await user.click(dialog.getByRole('textbox', { name: 'Words' }));
    await user.paste(Array.from({ length: 5001 }, (_, at) => `w${at}`).join('\n'));
    dialog.getByText('A group has at most 5,000 words: split it');
    expect(isDisabled(dialog.getByRole('button', { name: 'Create group' }))).toBe(true);
  });

  test('shows that its name is taken at the name, and any other failure above the buttons', async () => {
    const { world, user } = await openPage(`${PATH}?create=true`, staff);
    const dialog = await dialogOf();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'tokens');
    await user.type(dialog.getByRole('textbox', { name: 'Words' }), 'imap');
    await user.click(dialog.getByRole('button', { name: 'Create group' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'));
    world.refuse(createKeywordSet, 503, 'unavailable');
    await user.click(dialog.getByRole('button', { name: 'Create group' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The keyword group was not created');
  });
});

describe('a set', () => {
  test('shows its words, and opens for editing from there', async () => {
    const { user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'View: Tokens' }));
    expect(window.location.search).toBe(`?view=${TOKENS}`);
    const dialog = await dialogOf();
    const words = await dialog.findByRole('list', { name: 'Words' });
    expect(
      within(words)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['token', 'secret', 'api_key']);
    await user.type(dialog.getByRole('searchbox'), 'SEC');
    expect(within(words).getAllByRole('listitem')).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Edit' }));
    expect(window.location.search).toBe(`?edit=${TOKENS}`);
    expect(await dialog.findByRole('textbox', { name: 'Words' })).toHaveProperty('value', 'token\nsecret\napi_key');
  });

  test('is changed; only what changed is sent', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Edit: Tokens' }));
    const dialog = await dialogOf();
    await dialog.findByText('Saved tasks keep the words that they chose.', { exact: false });
    await user.type(await dialog.findByRole('textbox', { name: 'Words' }), '{enter}bearer');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(rowsOf()).toContainEqual(['Tokens', '4']));
    expect(world.sent).toEqual([{ keywords: ['token', 'secret', 'api_key', 'bearer'] }]);
  });

  test('that a colleague deleted says so', async () => {
    await openPage(`${PATH}?edit=${mockId(10, 99)}`, staff);
    expect((await (await dialogOf()).findByRole('alert')).textContent).toContain('The keyword group did not load');
    const { world, user } = await openPage(`${PATH}?edit=${TOKENS}`, staff);
    world.refuse(changeKeywordSet, 404, 'not_found');
    const dialog = await dialogOf();
    await user.type(await dialog.findByRole('textbox', { name: 'Name' }), '2');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The keyword group was not changed');
  });

  test('that does not load can be tried again', async () => {
    const { world, user } = await openPage(`${PATH}?view=${TOKENS}`, {
      ...staff,
      world: (made) => made.refuse(getKeywordSet, 503, 'unavailable'),
    });
    const dialog = await dialogOf();
    await dialog.findByRole('alert');
    world.refusals.clear();
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByRole('list', { name: 'Words' });
  });
});

describe('deleting', () => {
  test('asks first, with the number of words, and the forms of tasks lose the set', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Delete: Tokens' }));
    const question = await dialogOf();
    question.getByText('Group “Tokens” with 3 words will disappear from the forms of tasks. Saved tasks keep the words that they chose.');
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(world.keywordSets).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Delete: Tokens' }));
    await user.click((await dialogOf()).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Keyword group “Tokens” deleted');
    await waitFor(() => expect(rowsOf().map(([name]) => name)).toEqual(['Пароли', 'Infrastructure']));
  });

  test('says why it failed', async () => {
    const { world, user } = await openPage(PATH, staff);
    world.refuse(deleteKeywordSet, 404, 'not_found');
    await user.click(screen.getByRole('button', { name: 'Delete: Tokens' }));
    await user.click((await dialogOf()).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Keyword group “Tokens” was not deleted');
  });

  test('leaves the words of a saved task in its form, also when no group is left', async () => {
    await openPage(`/git_monitoring/update/${mockId(2, 1)}`, { world: (made) => (made.keywordSets = []) });
    await settle();
    screen.getByText('These words are no longer in any group but stay in the task:', { exact: false });
  });
});

test('a pasted document that is no keyword is named by its beginning', async () => {
  const { user } = await openPage(`${PATH}?create=true`, staff);
  const dialog = await dialogOf();
  await user.click(dialog.getByRole('textbox', { name: 'Words' }));
  await user.paste('x'.repeat(10_000));
  const entry = await dialog.findByRole('listitem');
  expect(entry.textContent).toMatch(/^x{200}…: /);
});
