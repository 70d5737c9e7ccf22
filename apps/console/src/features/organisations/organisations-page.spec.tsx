import { createOrganisation, listOrganisationOptions, listTariffsOfType } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { openPage } from '../../app/open-page.fixture.tsx';

const PATH = '/settings/organisations';
const staff = { staff: true };
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const TARIFF = ORGANISATION.tariff.id;
const tariffField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Tariff' });
async function chooseTariff(user: UserEvent, name: string): Promise<void> {
  await user.click(tariffField());
  await user.click(await screen.findByRole('option', { name, hidden: true }));
}

describe('the table of organisations', () => {
  test('shows name and state, and is narrowed by name and by "only active" in the address', async () => {
    const { user } = await openPage(PATH, staff);
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(['NameState', 'ООО «Пример»Active', 'Old CorpInactive']);
    await user.type(screen.getByRole('searchbox'), 'OLD');
    await waitFor(() => expect(window.location.search).toBe('?name=OLD'));
    await waitFor(() => expect(names()).toEqual(['Old Corp']));
    await user.click(screen.getByRole('checkbox', { name: 'Only active' }));
    await screen.findByText('No organisation matches the filters');
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(window.location.search).toBe('');
  });

  test('is in Russian too', async () => {
    await openPage(`${PATH}?active=true`, { ...staff, locale: 'ru' });
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual(['НазваниеСостояние', 'ООО «Пример»Активна']);
    screen.getByText('1 организация');
  });

  test('says what to do when there is none, and when it did not load', async () => {
    const { world, user } = await openPage(PATH, { ...staff, world: (made) => (made.organisations = []) });
    screen.getByText('No organisations yet');
    world.refuse(listOrganisationOptions, 503, 'unavailable');
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listOrganisationOptions, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The list of organisations did not load');
    expect(user).toBeDefined();
  });

  test('is forbidden to users who are not staff, and absent from their menu', async () => {
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
    await openPage('/settings');
    expect(screen.queryByRole('link', { name: 'Organisations' })).toBeNull();
  });
});

describe('the dialog', () => {
  test('creates an organisation and shows it in the table', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Create organisation' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), ' Acme ');
    await chooseTariff(user, 'Standard');
    dialog.getByText('Running tasks: 10, term in months: 12');
    await user.click(dialog.getByRole('checkbox', { name: 'The organisation is active' }));
    await user.click(dialog.getByRole('button', { name: 'Create organisation' }));
    await waitFor(() => expect(names()).toEqual(['ООО «Пример»', 'Old Corp', 'Acme']));
    expect(world.sent).toEqual([expect.objectContaining({ name: 'Acme', tariff: TARIFF, active: false, trusted: true })]);
    expect(window.location.search).toBe('');
  });

  test('offers the tariffs of the chosen type, and forgets one of the other type', async () => {
    const { user } = await openPage(`${PATH}?dialog=new`, staff);
    await chooseTariff(user, 'Standard');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Tariff type' }), 'count_launch');
    expect(tariffField().value).toBe('');
    await chooseTariff(user, 'Pilot');
    expect(tariffField().value).toBe('Pilot');
  });

  test('says that there is no tariff, and that the tariffs did not load', async () => {
    await openPage(`${PATH}?dialog=new`, { ...staff, world: (made) => (made.tariffs.all_inclusive = []) });
    await screen.findByText('There is no tariff of this type yet', { exact: false });
    await openPage(`${PATH}?dialog=new`, { ...staff, world: (made) => made.refuse(listTariffsOfType, 503, 'unavailable') });
    await screen.findByText('The tariffs did not load', { exact: false });
  });

  test('shows errors at their fields, on blur and on submit', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=new`, staff);
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByLabelText('Valid until'), { target: { value: '2020-01-01' } });
    expect(dialog.queryByText('Choose a date after the first day')).toBeNull();
    fireEvent.blur(dialog.getByLabelText('Valid until'));
    dialog.getByText('Choose a date after the first day');
    expect(dialog.queryByText('Enter a name')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Create organisation' }));
    dialog.getByText('Enter a name');
    expect(tariffField().getAttribute('aria-invalid')).toBe('true');
    expect(world.sent).toEqual([]);
  });

  test.each([
    ['organisation_exists', 409, 'Name'],
    ['tariff_not_found', 404, 'Tariff'],
  ] as const)('shows the refusal %s at its field and keeps what was typed', async (code, status, field) => {
    const { user } = await openPage(`${PATH}?dialog=new`, { ...staff, world: (made) => made.refuse(createOrganisation, status, code) });
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Acme');
    await chooseTariff(user, 'Standard');
    await user.click(dialog.getByRole('button', { name: 'Create organisation' }));
    const input = field === 'Tariff' ? tariffField() : dialog.getByRole('textbox', { name: field });
    await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Acme');
  });

  test('shows any other failure above its buttons', async () => {
    const { user } = await openPage(`${PATH}?dialog=new`, {
      ...staff,
      world: (made) => made.refuse(createOrganisation, 503, 'unavailable'),
    });
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Acme');
    await chooseTariff(user, 'Standard');
    await user.click(dialog.getByRole('button', { name: 'Create organisation' }));
    expect((await dialog.findByRole('alert')).textContent).toContain('The organisation was not created');
  });
});
