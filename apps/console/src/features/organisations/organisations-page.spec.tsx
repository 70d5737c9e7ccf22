import { deleteOrganisation, listOrganisations } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';
import { dialogOf, tableCells } from '../../app/table.fixture.ts';

const PATH = '/settings/organisations';
const staff = { staff: true };
const names = () => tableCells().map(([first]) => first);

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
