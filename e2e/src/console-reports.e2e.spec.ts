import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { createReport, downloadReport, regenerateReport } from '@leakwatch/contracts';
import { mockId } from '../../apps/console/mock/ids.ts';
import { setStage, until } from './console/stage.ts';
import { shows } from './console/shows.ts';

const stage = setStage();
const row = (number: number) => `tbody tr >> nth=${number - 1}`;

describe('reports', () => {
  test('show how far they are, and follow by themselves', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/reports');
    await page.waitForSelector(`${row(1)} >> text=Waiting`);
    await page.waitForSelector(`${row(2)} >> text=12,500 of 48,211`);
    await page.waitForSelector(`${row(5)} >> text=Could not be made`);
    const { reports } = stage.world();
    stage.world().reports = reports.map((report, at) =>
      at < 2 ? { ...report, report_status: 'ready' as const, rows_written: 7, rows_total: 7 } : report,
    );
    await page.waitForSelector(`${row(2)} >> text=7 rows`);
  });

  test('offer downloads when ready, regenerating when deleted, deleting always', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/reports');
    const offered = await page
      .locator('tbody tr')
      .evaluateAll((rows) => rows.slice(0, 4).map((one) => [...one.querySelectorAll('button')].map((button) => button.ariaLabel)));
    expect(offered).toEqual(
      [['Delete'], ['Delete'], ['Download', 'Delete'], ['Make again', 'Delete']].map((texts) =>
        texts.map((text) => expect.stringContaining(text)),
      ),
    );

    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`${row(3)} >> role=button[name^="Download"]`)]);
    expect(file.suggestedFilename()).toBe('leakwatch-events-2026-11-19-190742.xlsx');
    expect(await readFile(await file.path(), 'utf8')).toBe(`spreadsheet of ${mockId(30, 3)}`);

    await page.click(`${row(4)} >> role=button[name^="Make"]`);
    await page.waitForSelector('text=The report is in the queue again');
    await page.waitForSelector(`${row(4)} >> text=Waiting`);

    await page.click(`${row(3)} >> role=button[name^="Delete"]`);
    await page.click('role=dialog >> role=button[name="Cancel"]');
    expect(stage.world().reports).toHaveLength(14);
    await page.click(`${row(3)} >> role=button[name^="Delete"]`);
    await page.click('role=dialog >> role=button[name="Delete"]');
    await until(() => stage.world().reports.length === 13);
    await page.waitForSelector('text=The report is deleted');
  });

  test('say what failed', async () => {
    const page = await stage.openPage('en');
    await stage.visit(page, '/reports');
    stage.world().refuse(downloadReport, 409, 'report_not_ready');
    await page.click(`${row(3)} >> role=button[name^="Download"]`);
    await page.waitForSelector('[role=alert]:has-text("The report could not be downloaded"):has-text("has no file")');
    stage.world().refuse(regenerateReport, 409, 'too_many_reports');
    await page.click(`${row(4)} >> role=button[name^="Make"]`);
    await page.waitForSelector('[role=alert]:has-text("could not be made again"):has-text("Too many reports")');
    stage.world().refuse(createReport, 409, 'too_many_reports');
    await stage.visit(page, '/');
    await page.click('role=button[name="Generate report"]');
    await page.waitForSelector('[role=alert]:has-text("code 409"):has-text("Too many reports")');
  });

  test('are asked for with the filters of the list, and lead to where they will be', async () => {
    const page = await stage.openPage('ru');
    await stage.visit(page, '/?status=closed&source_type=github&page=1&size=20');
    await page.click('role=button[name="Создать отчёт"]');
    await page.waitForSelector('text=Файл появится в разделе «Отчёты»');
    expect(stage.world().sent).toEqual([{ filters: { status: ['closed'], source_type: ['github'] }, format: 'xls' }]);
    await page.hover('[role=status]:has-text("Файл появится")');
    await page.click('role=button[name="Открыть отчёты"]');
    await page.waitForURL('**/reports');
    await page.waitForSelector('tbody tr >> nth=9');
  });

  test('cannot be asked for while they are not allowed', async () => {
    stage.world().reportsAllowed = false;
    const page = await stage.openPage('en');
    await stage.visit(page, '/');
    await shows(() => page.locator('role=button[name="Generate report"]').isDisabled(), true);
  });

  test('are narrowed to an organisation by staff, kept in the address', async () => {
    stage.mock().reset('full', true);
    const page = await stage.openPage('en');
    await stage.visit(page, '/reports');
    await page.click('input[placeholder="All organisations"]');
    await page.locator('[role=option]').first().click();
    await page.waitForURL('**/reports?org=*');
  });
});
