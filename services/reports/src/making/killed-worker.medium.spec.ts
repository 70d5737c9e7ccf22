import type { ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { waitUntil } from '@leakwatch/testing';
import excel from 'exceljs';
import { startReportProcesses } from './report-processes.fixture.ts';

/** Enough pages for a kill in their middle. */
const EVENTS = 20_000;

let processes: Awaited<ReturnType<typeof startReportProcesses>>;
const children: ChildProcess[] = [];
beforeAll(async () => {
  processes = await startReportProcesses(EVENTS);
  children.push(await processes.start('events'));
});
afterAll(async () => {
  for (const child of children) await processes.end(child, 'SIGKILL');
  await processes.close();
});

it('a report whose process is killed is created again: one file, no leftover', async () => {
  const first = await processes.start('reports');
  children.push(first);
  const { id } = await processes.ask();
  await waitUntil('some rows', async () => ((await processes.report())?.rows_written ?? 0) >= 1_000);
  await processes.end(first, 'SIGKILL');
  const home = processes.environment.env['LEAKWATCH_HOME'] ?? '';
  expect(readdirSync(join(home, 'reports-in-work'))).toEqual([`${id}-1.xlsx`]);

  children.push(await processes.start('reports'));
  const report = await waitUntil(
    'the report',
    async () => {
      const found = await processes.report();
      return found?.report_status === 'ready' && found;
    },
    120_000,
  );
  expect(report).toMatchObject({ rows_written: EVENTS, rows_total: EVENTS });
  // The worker clears up after it has said that the report is ready.
  await waitUntil('the work folder to be empty', async () => readdirSync(join(home, 'reports-in-work')).length === 0);
  expect(readdirSync(join(home, 'objects', 'reports', id))).toEqual(['2.xlsx']);
  const { rows } = await processes.client.query('select object_key from reports.file_deletion');
  expect(rows).toEqual([]);
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(await processes.download(id));
  const ids = workbook.worksheets[0]?.getColumn(1).values.slice(2) ?? [];
  expect(new Set(ids).size).toBe(EVENTS);
});
