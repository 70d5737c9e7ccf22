import { createRegexTemplate, deleteRegexTemplate, listRegexTemplates, tryRegexTemplate } from '@leakwatch/contracts';
import { DETECTOR_IDS } from '@leakwatch/vocabulary';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage, settle } from '../../app/open-page.fixture.tsx';
import { dialogOf, tableCells } from '../../app/table.fixture.ts';

const PATH = '/settings/regex';
const staff = { staff: true };
const rowsOf = () => tableCells().map((row) => row.slice(0, 4));
const type = async (user: Awaited<ReturnType<typeof openPage>>['user'], name: string, text: string) => {
  const field = (await dialogOf()).getByRole('textbox', { name });
  await user.clear(field);
  // Braces are special to user-event.
  if (text !== '') await user.type(field, text.replaceAll(/[[{]/g, '$&$&'));
};

describe('the list of expressions', () => {
  test('shows the own ones; the built-in ones are read-only and named in the language', async () => {
    const { user } = await openPage(PATH, staff);
    expect(rowsOf()).toEqual([
      ['Contract number', 'Medium', 'DOG-[0-9]{6}', 'Ask the legal department'],
      ['Внутренний хост', 'Low', '[a-z0-9-]+\\.corp\\.example', ''],
    ]);
    await user.click(screen.getByRole('radio', { name: `Built in: ${DETECTOR_IDS.length}` }));
    expect(window.location.search).toBe('?list=built_in');
    expect(rowsOf()).toHaveLength(DETECTOR_IDS.length);
    expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull();
    await openPage(`${PATH}?list=built_in&search=снилс`, { ...staff, locale: 'ru' });
    expect(rowsOf().map(([name, kind]) => [name, kind])).toEqual([
      ['СНИЛС', 'Персональные данные'],
      ['СНИЛС без разделителей', 'Персональные данные'],
    ]);
  });

  test('is searched, and says when nothing is found, when there is none, and when it did not load', async () => {
    const { user } = await openPage(PATH, staff);
    await user.type(screen.getByRole('searchbox'), 'LEGAL');
    await waitFor(() => expect(rowsOf()).toHaveLength(1));
    await user.type(screen.getByRole('searchbox'), 'x');
    await screen.findByText('No expression matches the search');
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(rowsOf()).toHaveLength(2));
    await openPage(PATH, { ...staff, scenario: 'empty' });
    screen.getByText('No own expressions yet');
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listRegexTemplates, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The regular expressions did not load');
  });

  test('is forbidden to users who are not staff', async () => {
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
  });
});

describe('a new expression', () => {
  test('is tried on a sample with its cost, then created', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Create expression' }));
    expect(window.location.search).toBe('?create=true');
    const dialog = await dialogOf();
    const create = dialog.getByRole('button', { name: 'Create expression' });
    await type(user, 'Name', ' Badge ');
    expect(create.hasAttribute('disabled')).toBe(true);
    await type(user, 'Expression', 'BADGE-[0-9]{4}');
    await type(user, 'Try it on a text', 'see BADGE-1234 and BADGE-12');
    await dialog.findByText('1 match found');
    expect(dialog.getByLabelText('Matches in the text').querySelector('mark')?.textContent).toBe('BADGE-1234');
    expect(dialog.getByRole('status').textContent).toContain('Low cost: 12 of 500 instructions. It runs only on events with: BADGE-.');
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Severity' }), 'High');
    await user.click(create);
    await screen.findByText('Expression “Badge” created');
    expect(world.sent.at(-1)).toEqual({ name: 'Badge', regex: 'BADGE-[0-9]{4}', hint: '', severity: 'high' });
    await waitFor(() => expect(rowsOf()).toHaveLength(3));
    expect(window.location.search).toBe('');
  });

  test('that cannot run says why; a taken name, a refusal and a failed trial are shown', async () => {
    const { user } = await openPage(`${PATH}?create=true`, {
      ...staff,
      world: (made) => made.refuse(tryRegexTemplate, 503, 'unavailable'),
    });
    await type(user, 'Name', 'CONTRACT number');
    await type(user, 'Expression', 'abc');
    const dialog = await dialogOf();
    await dialog.findByText('The expression cannot be tried now: saving will check it.');
    await user.click(dialog.getByRole('button', { name: 'Create expression' }));
    await dialog.findByText(/already exists/);

    const second = await openPage(`${PATH}?create=true`, staff);
    await type(second.user, 'Name', 'Look');
    await type(second.user, 'Expression', 'a(?=b)c');
    const again = await dialogOf();
    await waitFor(() => expect(again.getByRole('status').textContent).not.toBe(''));
    await second.user.click(again.getByRole('button', { name: 'Create expression' }));
    await again.findByText('The expression cannot be run: check it');

    await openPage(`${PATH}?create=true`, { ...staff, world: (made) => made.refuse(createRegexTemplate, 409, 'regex_templates_max') });
    const full = await dialogOf();
    await type(second.user, 'Name', 'One more');
    await type(second.user, 'Expression', 'abc');
    await second.user.click(full.getByRole('button', { name: 'Create expression' }));
    expect((await full.findByRole('alert')).textContent).toContain('already 200');
  });
});

describe('an own expression', () => {
  test('is changed by what was typed alone', async () => {
    const { world, user } = await openPage(`${PATH}?edit=${mockId(7, 1)}`, staff);
    await type(user, 'Hint', 'Call them');
    await user.click((await dialogOf()).getByRole('button', { name: 'Save' }));
    await screen.findByText('Expression “Contract number” saved');
    expect(world.sent.at(-1)).toEqual({ hint: 'Call them' });
  });

  test('is deleted after a question; who cancels reads that it stays', async () => {
    const { user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Delete: Contract number' }));
    await user.click((await dialogOf()).getByRole('button', { name: 'Cancel' }));
    await screen.findByText('Expression “Contract number” stays');
    expect(rowsOf()).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Delete: Contract number' }));
    await user.click((await dialogOf()).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Expression “Contract number” deleted');
    await waitFor(() => expect(rowsOf()).toHaveLength(1));
    await openPage(PATH, { ...staff, world: (made) => made.refuse(deleteRegexTemplate, 503, 'unavailable') });
    await settle();
    await user.click(screen.getByRole('button', { name: 'Delete: Contract number' }));
    await user.click((await dialogOf()).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Expression “Contract number” was not deleted');
  });
});
