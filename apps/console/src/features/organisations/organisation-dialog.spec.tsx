import { createOrganisation, getOrganisation, listTariffsOfType } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { openPage } from '../../app/open-page.fixture.tsx';
import { dialogOf, tableCells } from '../../app/table.fixture.ts';

const PATH = '/settings/organisations';
const staff = { staff: true };
const names = () => tableCells().map(([first]) => first);
const TARIFF = ORGANISATION.tariff.id;
const tariffField = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Tariff' });
async function chooseTariff(user: UserEvent, name: string): Promise<void> {
  await user.click(tariffField());
  await user.click(await screen.findByRole('option', { name, hidden: true }));
}

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
    expect(world.sent).toEqual([
      expect.objectContaining({ name: 'Acme', tariff: TARIFF, active: false, trusted: true, custom_time_limitations: false }),
    ]);
    expect(world.sent[0]).not.toHaveProperty('expires_at');
    expect(window.location.search).toBe('');
  });

  test('changes only the fields that were changed', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Edit: ООО «Пример»' }));
    expect(window.location.search).toBe(`?dialog=${ORGANISATION.id}`);
    const dialog = await dialogOf();
    const name = await dialog.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    expect(name.value).toBe('ООО «Пример»');
    await waitFor(() => expect(tariffField().value).toBe('Standard'));
    await user.clear(name);
    await user.type(name, 'Acme');
    await user.click(dialog.getByRole('checkbox', { name: 'Its tasks start without confirmation by staff' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(names()).toEqual(['Acme', 'Old Corp']));
    expect(world.sent).toEqual([{ name: 'Acme', trusted: true }]);
  });

  test('sends nothing when nothing was changed', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=${ORGANISATION.id}`, staff);
    await user.click(await (await dialogOf()).findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(world.sent).toEqual([]);
  });

  test('says that the organisation did not load', async () => {
    await openPage(`${PATH}?dialog=${ORGANISATION.id}`, { ...staff, world: (made) => made.refuse(getOrganisation, 404, 'not_found') });
    expect((await (await dialogOf()).findByRole('alert')).textContent).toContain('The organisation did not load');
  });

  test('computes the end of a term, and takes a chosen end', async () => {
    const { world, user } = await openPage(`${PATH}?dialog=new`, staff);
    const dialog = await dialogOf();
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Acme');
    const end = () => dialog.getByRole<HTMLInputElement>('textbox', { name: 'Valid until' });
    expect([end().value, end().readOnly]).toEqual(['', true]);
    await chooseTariff(user, 'Standard');
    const start = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Valid from' });
    fireEvent.change(start, { target: { value: '31.01.2026' } });
    await waitFor(() => expect(end().value).toBe('31.01.2027'));
    await user.click(dialog.getByRole('radio', { name: 'Between two dates' }));
    expect(end().readOnly).toBe(false);
    fireEvent.change(end(), { target: { value: '01.03.2026' } });
    await user.click(dialog.getByRole('button', { name: 'Create organisation' }));
    await waitFor(() => expect(names()).toContain('Acme'));
    expect(world.sent).toEqual([
      expect.objectContaining({
        custom_time_limitations: true,
        starts_at: new Date('2026-01-31T00:00').toISOString(),
        expires_at: new Date('2026-03-01T00:00').toISOString(),
      }),
    ]);
  });

  test('says the largest quota with separators', async () => {
    for (const [locale, field, fault] of [
      ['en', /^Storage quota/, /from 1 to 1,048,576/],
      ['ru', /^Квота хранилища/, /от 1 до 1\u00a0048\u00a0576/],
    ] as const) {
      const { user } = await openPage(`${PATH}?dialog=new`, { ...staff, locale });
      await user.type(await screen.findByRole('textbox', { name: field }), '1048577');
      await user.tab();
      await screen.findByText((_, element) => element?.children.length === 0 && fault.test(element.textContent));
    }
  });

  test('has calendars whose weeks begin on Monday, in both languages', async () => {
    for (const [locale, field, day] of [
      ['en', 'Valid from', 'Mo'],
      ['ru', 'Действует с', 'пн'],
    ] as const) {
      const { user } = await openPage(`${PATH}?dialog=new`, { ...staff, locale });
      await user.click(screen.getByRole('textbox', { name: field }));
      await waitFor(() => expect(document.querySelector('.mantine-DateInput-weekday')?.textContent).toBe(day));
      await user.keyboard('{Escape}');
      await waitFor(() => expect(document.querySelector('.mantine-DateInput-weekday')).toBeNull());
      expect(screen.queryByRole('dialog')).not.toBeNull();
    }
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
    await user.click(dialog.getByRole('radio', { name: 'Between two dates' }));
    const end = dialog.getByRole('textbox', { name: 'Valid until' });
    fireEvent.change(end, { target: { value: '01.01.2020' } });
    expect(dialog.queryByText('Choose a date after the first day')).toBeNull();
    fireEvent.blur(end);
    await dialog.findByText('Choose a date after the first day');
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
