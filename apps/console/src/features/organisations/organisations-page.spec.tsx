import { createOrganisation, deleteOrganisation, getOrganisation, listOrganisations, listTariffsOfType } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { ORGANISATION } from '../../../mock/data/tasks.ts';
import { mockId } from '../../../mock/ids.ts';
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

const cells = () => tableCells();

describe('the table of organisations', () => {
  test('shows tariff, counts and state, and a dash for a count that is not known', async () => {
    await openPage(PATH, staff);
    const [first, second] = cells();
    expect(first?.filter((_, at) => at !== 5)).toEqual(['ООО «Пример»', 'Standard', '12', '5', '1,204', 'ActiveNot trusted', '']);
    expect(second?.filter((_, at) => at !== 5)).toEqual(['Old Corp', 'Pilot', '0', '0', '–', 'Inactive', '']);
    screen.getByText('2 organisations');
  });

  test('is searched by name on the server and narrowed in the browser, with all of it in the address', async () => {
    const { user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('checkbox', { name: 'Only trusted' }));
    await waitFor(() => expect(names()).toEqual(['Old Corp']));
    screen.getByText('1 of 2 on this page');
    await user.click(screen.getByRole('checkbox', { name: 'Only active' }));
    await screen.findByText('No organisation on this page matches the filters');
    await user.type(screen.getByRole('searchbox'), 'OLD');
    await waitFor(() => expect(window.location.search).toBe('?trusted=true&active=true&name=OLD'));
    await user.click(await screen.findByRole('button', { name: 'Clear the filters' }));
    await waitFor(() => expect(names()).toHaveLength(2));
    expect(window.location.search).toBe('');
    await user.type(screen.getByRole('searchbox'), 'nothing');
    await screen.findByText('No organisation matches the filters');
  });

  test('has pages in the address', async () => {
    const { user } = await openPage(`${PATH}?page=2`, {
      ...staff,
      world: (made) => {
        const [one] = made.organisations;
        if (one !== undefined)
          made.organisations = Array.from({ length: 25 }, (_, at) => ({ ...one, id: mockId(8, at + 1), name: `N ${at}` }));
      },
    });
    expect(names()).toEqual(Array.from({ length: 10 }, (_, at) => `N ${at + 10}`));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Per page' }), '50');
    await waitFor(() => expect(names()).toHaveLength(25));
    expect(window.location.search).toBe('?page=1&size=50');
  });

  test('is in Russian too', async () => {
    await openPage(`${PATH}?active=true`, { ...staff, locale: 'ru' });
    expect(names()).toEqual(['ООО «Пример»']);
    screen.getByText('2 организации');
  });

  test('says what to do when there is none, and when it did not load', async () => {
    await openPage(PATH, { ...staff, world: (made) => (made.organisations = []) });
    screen.getByText('No organisations yet');
    await openPage(PATH, { ...staff, world: (made) => made.refuse(listOrganisations, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The list of organisations did not load');
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

describe('deleting', () => {
  const start = async (options: Parameters<typeof openPage>[1] = {}) => {
    const opened = await openPage(PATH, { ...staff, ...options });
    await opened.user.click(screen.getByRole('button', { name: 'Delete: ООО «Пример»' }));
    return opened;
  };
  const agree = async (user: UserEvent) => user.click((await dialogOf()).getByRole('button', { name: 'Delete' }));

  test('names what goes, and does nothing when the person does not agree', async () => {
    const { world, user } = await start();
    const question = await dialogOf();
    question.getByText('its tasks (12), events (1,204) and reports', { exact: false });
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(world.sent).toEqual([]);
  });

  test.each([
    ['Delete the users too', true],
    ['Keep the users', false],
  ])('asks about the users: %s', async (answer, cascade) => {
    const { world, user } = await start();
    await agree(user);
    await screen.findByText('has 5 users', { exact: false });
    await user.click(await screen.findByRole('button', { name: answer }));
    await screen.findByText('Organisation “ООО «Пример»” deleted');
    await waitFor(() => expect(names()).toEqual(['Old Corp']));
    expect(world.sent).toEqual([{ cascade }]);
  });

  test('deletes nothing when the question about the users is cancelled', async () => {
    const { world, user } = await start();
    await agree(user);
    await screen.findByText('has 5 users', { exact: false });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('has 5 users', { exact: false })).toBeNull());
    expect(world.sent).toEqual([]);
    expect(names()).toHaveLength(2);
  });

  test('does not ask about users where there is none', async () => {
    const { world, user } = await openPage(PATH, staff);
    await user.click(screen.getByRole('button', { name: 'Delete: Old Corp' }));
    await agree(user);
    await waitFor(() => expect(names()).toEqual(['ООО «Пример»']));
    expect(world.sent).toEqual([{ cascade: false }]);
  });

  test('says that it failed', async () => {
    const { user } = await start({ world: (made) => made.refuse(deleteOrganisation, 503, 'unavailable') });
    await agree(user);
    await user.click(await screen.findByRole('button', { name: 'Keep the users' }));
    await screen.findByText('Organisation “ООО «Пример»” was not deleted');
    expect(names()).toHaveLength(2);
  });
});
