import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { createReport, listReports, type ReportRow, SPREADSHEET_TYPE } from '@leakwatch/contracts';
import excel from 'exceljs';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { untilDone, untilEvents } from './product/events-of.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);

let product: Product;
let task: string;
let cookies: Cookies;

beforeAll(async () => {
  product = await startProduct();
  task = await product.startTask('/romashka.git', 'Romashka shop');
  await untilDone(product.user, task);
  await untilEvents(product.user, task, product.sample.planted.length);
  cookies = await signIn(product.ready.url, product.email, PASSWORD);
});
afterAll(async () => {
  await product?.stop();
});

async function untilReady(id: string): Promise<ReportRow> {
  for (let tries = 0; tries < 600; tries += 1) {
    const { results } = listReports.answer.parse(await product.user.get('/api/reports/'));
    const found = results.find((report) => report.id === id);
    if (found?.report_status === 'ready') return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('the report was not made in time');
}

describe('a report of a task in the whole product', () => {
  test('is a spreadsheet with the rows of the list, and is no longer served after its deletion', async () => {
    const body = { filters: { task, status: ['all'] }, format: 'xls' };
    const asked = await ask(product.ready.url, 'POST', '/api/reports/', asConsole(cookies, body));
    expect([asked.status, asked.code]).toEqual([200, undefined]);
    const report = await untilReady(createReport.answer.parse(asked.body).id);

    const path = `/api/reports/${report.id}/`;
    const answer = await fetch(new URL(path, product.ready.url), { headers: { cookie: `leakwatch=${cookies.session}` } });
    expect(answer.headers.get('content-type')).toBe(SPREADSHEET_TYPE);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${report.report_filename}"`);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(await answer.arrayBuffer());

    const events = await untilEvents(product.user, task, product.sample.planted.length);
    const sheet = workbook.worksheets[0];
    const rows = sheet?.getRows(2, sheet.rowCount - 1) ?? [];
    // The columns of id, pattern, path, line and commit.
    const cells = rows.map((row) => [1, 5, 9, 11, 17].map((column) => row.getCell(column).value));
    expect(cells).toEqual(events.map((event) => [event.id, event.pattern, event.file_path, event.line, event.commit]));
    expect(report).toMatchObject({ rows_written: events.length, rows_total: events.length });

    expect((await ask(product.ready.url, 'DELETE', path, { cookies })).code).toBe('csrf_failed');
    expect((await ask(product.ready.url, 'DELETE', path, asConsole(cookies))).status).toBe(200);
    expect((await ask(product.ready.url, 'GET', path, { cookies })).code).toBe('not_found');
  });
});
