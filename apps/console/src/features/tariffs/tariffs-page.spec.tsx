import { changeCountLaunchTariff, deleteTariff, listTariffsOfType } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';
import { dialogOf } from '../../app/table.fixture.ts';

const PATH = '/settings/tariffs';
const staff = { staff: true };
const section = (name: string) => within(screen.getByRole('region', { name }));
const INCLUSIVE = 'All inclusive';
const COUNTED = 'By number of launches';
const rowsOf = (name: string) =>
  section(name)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

describe('the tables of tariffs', () => {
  test('show both types with their numbers and how many organisations use each', async () => {
    await openPage(PATH, staff);
    expect(rowsOf(INCLUSIVE)[0]).toEqual(['Standard', '10', '500', '40', '12', '2', '']);
    expect(rowsOf(INCLUSIVE)).toHaveLength(10);
    expect(rowsOf(COUNTED)).toEqual([
      ['Pilot', '10', '500', '40', '10', '3', '12', '21', ''],
      ['Аудит', '10', '500', '40', '10', '3', '12', '0', ''],
    ]);
  });

  test('have a dash for what a tariff does not have', async () => {
    await openPage(PATH, {
      ...staff,
      world: (made) => (made.tariffs.count_launch = made.tariffs.count_launch.map((one) => ({ ...one, launch_limit: null }))),
    });
    expect(rowsOf(COUNTED)[0]?.[4]).toBe('–');
  });

  test('have pages of their own in the address', async () => {
    const { user } = await openPage(`${PATH}?all_inclusive_page=2`, staff);
    expect(rowsOf(INCLUSIVE)).toHaveLength(2);
    expect(rowsOf(COUNTED)).toHaveLength(2);
    await user.selectOptions(section(INCLUSIVE).getByRole('combobox', { name: 'Per page' }), '50');
    await waitFor(() => expect(rowsOf(INCLUSIVE)).toHaveLength(12));
    expect(window.location.search).toBe('?all_inclusive_page=1&all_inclusive_size=50');
  });

  test('are narrowed by name, from the first page on', async () => {
    const { user } = await openPage(`${PATH}?all_inclusive_page=2`, staff);
    await user.type(screen.getByRole('searchbox'), 'PILOT');
    await waitFor(() => expect(rowsOf(COUNTED)).toHaveLength(1));
    expect(window.location.search).toBe('?name=PILOT');
    await section(INCLUSIVE).findByText('No tariff of this type matches the search');
    await user.click(section(INCLUSIVE).getByRole('button', { name: 'Clear the search' }));
    await waitFor(() => expect(rowsOf(INCLUSIVE)).toHaveLength(10));
  });

  test('say when there is none and when they did not load', async () => {
    await openPage(PATH, { ...staff, scenario: 'empty' });
    expect(screen.getAllByText('No tariffs of this type yet')).toHaveLength(2);
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listTariffsOfType, 503, 'unavailable') });
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      expect.stringContaining('The tariffs did not load'),
      expect.stringContaining('The tariffs did not load'),
    ]);
  });

  test('are forbidden to users who are not staff, and absent from their menu', async () => {
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
    await openPage('/settings');
    expect(screen.queryByRole('link', { name: 'Tariffs' })).toBeNull();
  });
});

describe('the dialog', () => {
  test('creates a tariff of the type of its table', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Create tariff: by number of launches' }));
    const dialog = await dialogOf();
    const typed = { Name: ' Trial ', 'Running tasks': '5', 'Patterns of running tasks': '100', 'Patterns in a task': '50', Launches: '10' };
    for (const [name, text] of Object.entries(typed)) await user.type(dialog.getByRole('textbox', { name }), text);
    await user.type(dialog.getByRole('textbox', { name: 'Launch session, days' }), '3');
    await user.type(dialog.getByRole('textbox', { name: 'Term, months' }), '12');
    await user.click(dialog.getByRole('button', { name: 'Create tariff' }));
    await waitFor(() => expect(rowsOf(COUNTED).at(-1)).toEqual(['Trial', '5', '100', '50', '10', '3', '12', '0', '']));
    expect(world.sent).toEqual([expect.objectContaining({ name: 'Trial', launch_limit: 10, time_limit_per_launch: 3 })]);
    expect(window.location.search).toBe('');
  });

  test('changes a tariff, and says for how many organisations', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Edit: Pilot' }));
    expect(window.location.search).toBe(`?dialog=${mockId(9, 51)}`);
    const dialog = await dialogOf();
    dialog.getByText('21 organisations use this tariff', { exact: false });
    const launches = dialog.getByRole('textbox', { name: 'Launches' });
    await user.clear(launches);
    await user.type(launches, '25');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(rowsOf(COUNTED)[0]?.[4]).toBe('25'));
    expect(world.sent).toEqual([expect.objectContaining({ name: 'Pilot', launch_limit: 25 })]);
  });

  test('shows errors at their fields, on blur and on submit', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=all_inclusive`, staff);
    const dialog = await dialogOf();
    const tasks = dialog.getByRole('textbox', { name: 'Running tasks' });
    await user.type(tasks, '0');
    expect(dialog.queryByText('Enter a whole number of at least 1')).toBeNull();
    await user.tab();
    dialog.getByText('Enter a whole number of at least 1');
    await user.type(dialog.getByRole('textbox', { name: 'Term, months' }), '1201');
    await user.tab();
    dialog.getByText('The number is too large: at most 1,200');
    expect(dialog.queryByText('Enter a name')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Create tariff' }));
    dialog.getByText('Enter a name');
    expect(dialog.getAllByText('Enter a number')).toHaveLength(2);
    await screen.findByText('Some fields are filled in incorrectly: check them');
    expect(world.sent).toEqual([]);
  });

  test('shows that a name is taken at the name, and any other failure above its buttons', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=${mockId(9, 51)}`, staff);
    world.refuse(changeCountLaunchTariff, 409, 'tariff_exists');
    const dialog = await dialogOf();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'));
    world.refuse(changeCountLaunchTariff, 503, 'unavailable');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The tariff was not changed');
  });
});

describe('deleting', () => {
  test('asks first', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Delete: Demo' }));
    const question = await dialogOf();
    question.getByText('Tariff “Demo” will be deleted. No organisation uses it.');
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(world.tariffs.all_inclusive).toHaveLength(12);
    await user.click(screen.getByRole('button', { name: 'Delete: Demo' }));
    await user.click((await dialogOf()).getByRole('button', { name: 'Delete' }));
    await screen.findByText('Tariff “Demo” deleted');
    await waitFor(() => expect(rowsOf(INCLUSIVE).map(([name]) => name)).not.toContain('Demo'));
  });

  test('is refused without a question when organisations use the tariff', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Delete: Standard' }));
    await screen.findByText('2 organisations use it.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(world.tariffs.all_inclusive).toHaveLength(12);
  });

  test('says how many use it when the list did not know', async () => {
    const { world, user } = await openPage(PATH, staff);
    world.refuse(deleteTariff, 409, 'tariff_in_use', { details: { organisations: 3 } });
    await user.click(screen.getByRole('button', { name: 'Delete: Demo' }));
    await user.click((await dialogOf()).getByRole('button', { name: 'Delete' }));
    await screen.findByText('The tariff is in use (organisations: 3) and cannot be deleted');
  });
});
