import { exportAudit, searchAudit } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { mockId } from '../../../mock/ids.ts';
import { openPage } from '../../app/open-page.fixture.tsx';
import { tableCells } from '../../app/table.fixture.ts';

const PATH = '/settings/audit';
const staff = { staff: true };

describe('the audit trail', () => {
  test('shows time, action, who, whose account, organisation, address, and old and new values', async () => {
    await openPage(PATH, staff);
    expect(tableCells()).toHaveLength(50);
    const [first, second, third, , fifth] = tableCells();
    expect(first?.slice(1, 5)).toEqual(['Organisation changed', 'irina@corp.example', 'irina@corp.example', 'ООО «Пример»']);
    expect(first?.[6]).toBe('name: before: ООО «Образец» → ООО «Пример»trusted: before: true → falsedescription: before: empty → Pilot');
    expect(second?.[3]).toBe(`Deleted account${mockId(12, 9)}`);
    expect(second?.[6]).toBe('email: before: old@corp.example → none');
    expect(third?.[6]).toContain('POST /api/control/tasks/{id}/confirm/');
    expect(fifth?.slice(2, 5)).toEqual(['–', '–', '–']);
  });

  test('goes to older records and back to the newest, in the address', async () => {
    const { user } = await openPage(PATH, staff);
    const [newest] = tableCells();
    await user.click(screen.getByRole('button', { name: 'Older records' }));
    await waitFor(() => expect(window.location.search).toBe('?before=951'));
    await waitFor(() => expect(tableCells()[0]?.[5]).toContain('203.0.113.50'));
    await user.click(screen.getByRole('button', { name: 'Older records' }));
    await waitFor(() => expect(tableCells()).toHaveLength(20));
    expect(screen.queryByRole('button', { name: 'Older records' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Newest records' }));
    await waitFor(() => expect(tableCells()[0]).toEqual(newest));
  });

  test('is narrowed by the filters of the address, and cleared again', async () => {
    const { user } = await openPage(
      `${PATH}?kind=login&org=${mockId(8, 1)}&person=pavel.konstantinopolsky@corp.example&from=2026-11-19&to=2026-11-20`,
      staff,
    );
    for (const cells of tableCells()) expect(cells.slice(1, 3)).toEqual(['Signed in', 'pavel.konstantinopolsky@corp.example']);
    expect(tableCells().length).toBeGreaterThan(0);
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(tableCells()).toHaveLength(50));
    expect(window.location.search).toBe('');
  });

  test('searches for a text from its field, says how far it looked, and goes on', async () => {
    const { user } = await openPage(`${PATH}?before=990`, staff);
    await user.type(screen.getByRole('searchbox', { name: 'Address or details' }), 'no such text');
    await screen.findByText(/^Searched back to /);
    expect(window.location.search).toBe('?text=no+such+text');
    await user.click(screen.getByRole('button', { name: 'Search further back' }));
    await screen.findByText('No records match');
  });

  test('is exported with its filters; a failure says why', async () => {
    const { user, world } = await openPage(`${PATH}?kind=login`, staff);
    world.refuse(exportAudit, 503, 'unavailable');
    await user.click(screen.getByRole('button', { name: 'Export CSV' }));
    await screen.findByText('The audit trail was not exported');
  });

  test('says when nothing matches and when it did not load, and is forbidden to users', async () => {
    await openPage(PATH, { ...staff, scenario: 'empty' });
    screen.getByText('No records match');
    await openPage(PATH, { ...staff, world: (made) => made.refuse(searchAudit, 503, 'unavailable') });
    expect(screen.getByRole('alert').textContent).toContain('The audit trail did not load');
    await openPage(PATH);
    screen.getByRole('heading', { level: 1, name: 'No access' });
  });
});
