import { createReport, downloadReport, listReports, regenerateReport } from '@leakwatch/contracts';
import { describe, expect, test } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { openPage } from '../../app/open-page.fixture.tsx';

/** The row of that number, from 1. */
function row(number: number) {
  const found = screen.getAllByRole('row')[number];
  if (found === undefined) throw new Error(`no row ${number}`);
  return within(found);
}
const confirm = async (name: string) => within(await screen.findByRole('dialog')).getByRole('button', { name });

describe('the list of reports', () => {
  test('shows how far each report is, and refreshes by itself while one is being made', async () => {
    const { world } = await openPage('/reports');
    row(1).getByText('Waiting');
    row(2).getByText('12,500 of 48,211');
    row(5).getByText('Could not be made');
    expect([1, 2, 4].map((number) => row(number).getByText(/^(Excel \(.xlsx\)|JSON|SARIF 2.1.0)$/).textContent)).toEqual([
      'Excel (.xlsx)',
      'JSON',
      'SARIF 2.1.0',
    ]);
    world.reports = world.reports.map((report, at) =>
      at < 2 ? { ...report, report_status: 'ready' as const, rows_written: 7, rows_total: 7 } : report,
    );
    await waitFor(() => row(2).getByText('7 rows'), { timeout: 10_000 });
  });

  test('shows what colleagues request and delete, also while no report is being made', async () => {
    const { world } = await openPage('/reports', {
      world: (before) => {
        before.reports = before.reports.map((report) => ({ ...report, report_status: 'ready' as const }));
      },
    });
    const shown = () => screen.getAllByRole('row').length;
    const before = shown();
    world.reports = world.reports.slice(0, 3);
    await waitFor(() => expect(shown()).toBe(4));
    expect(before).toBeGreaterThan(4);
  });

  test('offers a download when the file is ready, making it again when it is deleted, and deletion always', async () => {
    await openPage('/reports');
    const offered = [1, 2, 3, 4].map((number) =>
      row(number)
        .getAllByRole('button')
        .map((button) => button.ariaLabel?.split(/ (?=leakwatch)/)[0]),
    );
    expect(offered).toEqual(
      [['Delete'], ['Delete'], ['Download'], ['Make again']].map((texts, at) => (at < 2 ? texts : [...texts, 'Delete'])),
    );
  });

  test('makes a report again and deletes one after a question', async () => {
    const { world, user } = await openPage('/reports');
    await user.click(row(4).getByRole('button', { name: /^Make again/ }));
    await waitFor(() => row(4).getByText('Waiting'));
    await user.click(row(3).getByRole('button', { name: /^Delete/ }));
    await user.click(await confirm('Cancel'));
    expect(world.reports).toHaveLength(14);
    await user.click(row(3).getByRole('button', { name: /^Delete/ }));
    await user.click(await confirm('Delete'));
    await waitFor(() => expect(world.reports).toHaveLength(13));
  });

  test.each([
    [downloadReport, 3, /^Download/, 'report_not_ready'],
    [regenerateReport, 4, /^Make again/, 'too_many_reports'],
  ] as const)('says what failed (%#)', async (route, number, name, code) => {
    const { user } = await openPage('/reports', { world: (world) => world.refuse(route, 409, code) });
    await user.click(row(number).getByRole('button', { name }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/report could not be/);
  });

  test('is narrowed to an organisation by staff, in the address', async () => {
    const { user } = await openPage('/reports', { staff: true });
    await user.click(screen.getByRole('combobox', { name: 'Organisation' }));
    await user.click(await screen.findByRole('option', { name: 'Old Corp', hidden: true }));
    await screen.findByText('This organisation has no reports');
    expect(window.location.search).toMatch(/^\?org=/);
    expect(screen.queryAllByRole('row')).toEqual([]);
  });

  test('says what to do when it is empty, and offers to retry when it did not load', async () => {
    await openPage('/reports', { locale: 'ru', scenario: 'empty' });
    screen.getByText('Отчётов пока нет');
    const { world, user } = await openPage('/reports', { world: (made) => made.refuse(listReports, 500, 'internal') });
    expect(screen.getByRole('alert').textContent).toContain('req-7f3a91');
    world.refusals.clear();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findAllByRole('row');
  });
});

describe('a report is requested on the events page', () => {
  test('with the filters of the list', async () => {
    const { world, user } = await openPage('/?status=closed&source_type=github&size=20', { locale: 'ru' });
    await user.click(screen.getByRole('button', { name: 'Создать отчёт' }));
    await screen.findByText(/Файл появится в разделе «Отчёты»/);
    expect(world.sent).toEqual([{ filters: { status: ['closed'], source_type: ['github'] }, format: 'xls' }]);
    await user.click(screen.getByRole('button', { name: 'Открыть отчёты' }));
    await waitFor(() => expect(window.location.pathname).toBe('/reports'));
  });

  test('in the format that is chosen beside the button', async () => {
    const { world, user } = await openPage('/?status=closed');
    await user.click(await screen.findByRole('button', { name: 'Generate a report in another format' }));
    // jsdom places nothing, so an open menu counts as hidden.
    await user.click(await screen.findByRole('menuitem', { name: 'SARIF 2.1.0', hidden: true }));
    await screen.findByText(/You will find the file in Reports/);
    expect(world.sent).toEqual([{ filters: { status: ['closed'] }, format: 'sarif' }]);
  });

  test('the menu of formats gives the focus back to its button, the first time too', async () => {
    const { user } = await openPage('/');
    const button = () => screen.findByRole('button', { name: 'Generate a report in another format' });
    await user.click(await button());
    const [first = document.body] = await screen.findAllByRole('menuitem', { hidden: true });
    // Nothing is laid out here, so the menu does not take the focus by itself.
    act(() => first.focus());
    await user.keyboard('{Escape}');
    await waitFor(async () => expect(document.activeElement).toBe(await button()));
  });

  test('unless the organisation may not, or the server refuses', async () => {
    await openPage('/', { world: (world) => (world.reportsAllowed = false) });
    expect((await screen.findByRole('button', { name: 'Generate report' })).hasAttribute('disabled')).toBe(true);
    const { user } = await openPage('/', { world: (world) => world.refuse(createReport, 409, 'too_many_reports') });
    await user.click(screen.getByRole('button', { name: 'Generate report' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Too many reports');
  });
});

test.each(['button', 'message'])('a report whose answer was lost is made once when it is requested again by the %s', async (how) => {
  const { world, user } = await openPage('/?status=closed');
  const before = world.reports.length;
  world.lost.add(createReport);
  await user.click(await screen.findByRole('button', { name: 'Generate report' }));
  await screen.findByText(/it is not applied twice/);
  world.lost.clear();
  await user.click(screen.getByRole('button', { name: how === 'button' ? 'Generate report' : 'Try again' }));
  await screen.findByText(/You will find the file in Reports/);
  expect(world.reports).toHaveLength(before + 1);
  await waitFor(() => expect(screen.queryByText(/it is not applied twice/)).toBeNull());
  // What was answered is a request of its own the next time.
  await user.click(screen.getByRole('button', { name: 'Generate report' }));
  await waitFor(() => expect(world.reports).toHaveLength(before + 2));
});
