import { mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_REPORTS_IN_WORK } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { Redis } from 'ioredis';
import { makeOwner } from '../../../events/src/events.fixture.ts';
import { MakeReport } from './make-report.ts';
import { MakeReportWorker } from './make-report.worker.ts';
import { ReconcileReports } from './reconcile-reports.ts';
import { ReportSchedule } from './report-schedule.ts';
import { openReports, type Reports } from '../reports/reports.fixture.ts';

describe('reports and their workers', () => {
  let reports: Reports;
  beforeAll(async () => void (reports = await openReports()));
  afterAll(() => reports.close());

  it('are created once when two workers process one, and the file of the slower one is deleted', async () => {
    const { of, user } = await makeOwner(reports.events);
    await reports.events.find(
      of,
      Array.from({ length: 600 }, (_, n) => `file-${n}`),
    );
    await reports.app.get(MakeReportWorker).pause();
    const { id } = await reports.ask(user);
    const make = reports.app.get(MakeReport);
    const signal = new AbortController().signal;
    await Promise.all([make.run(id, signal), make.run(id, signal)]);
    await reports.app.get(MakeReportWorker).resume();
    expect(await reports.statusOf(user, id)).toBe('ready');
    expect(reports.filesOf(id)).toHaveLength(1);
    expect((await reports.open(user, id)).ids).toHaveLength(600);
  });

  it('are created by a slow worker without removing the file of a later one', async () => {
    const { of, user } = await makeOwner(reports.events);
    await reports.events.find(of, ['a']);
    await reports.app.get(MakeReportWorker).pause();
    const { id } = await reports.ask(user);
    const folder = join(reports.home, 'reports-in-work');
    mkdirSync(folder, { recursive: true });
    for (const attempt of [0, 9]) writeFileSync(join(folder, `${id}-${attempt}.xlsx`), '');
    await reports.app.get(MakeReport).run(id, new AbortController().signal);
    await reports.app.get(MakeReportWorker).resume();
    expect(readdirSync(folder)).toEqual([`${id}-9.xlsx`]);
    rmSync(join(folder, `${id}-9.xlsx`));
  });

  it('leave no file of a killed worker for longer than an hour, also where the report was deleted since', async () => {
    const folder = join(reports.home, 'reports-in-work');
    mkdirSync(folder, { recursive: true });
    const [left, fresh] = [`${randomUUID()}-1.xlsx`, `${randomUUID()}-1.csv`];
    for (const name of [left, fresh]) writeFileSync(join(folder, name), 'leaks');
    const before = Date.now() / 1000 - 2 * 3_600;
    utimesSync(join(folder, left), before, before);
    await waitUntil('its removal', async () => {
      await reports.app.get(ReportSchedule).tick();
      return !readdirSync(folder).includes(left);
    });
    expect(readdirSync(folder)).toEqual([fresh]);
    rmSync(join(folder, fresh));
  });

  it('that are deleted during their creation leave no file', async () => {
    const { of, user } = await makeOwner(reports.events);
    await reports.events.find(of, ['a']);
    await reports.app.get(MakeReportWorker).pause();
    const { id } = await reports.ask(user);
    const making = reports.app.get(MakeReport).run(id, new AbortController().signal);
    expect((await reports.call(user, 'DELETE', `${id}/`)).statusCode).toBe(200);
    await making;
    await reports.app.get(MakeReportWorker).resume();
    expect(reports.filesOf(id)).toEqual([]);
    expect(readdirSync(join(reports.home, 'reports-in-work'))).toEqual([]);
    expect(await reports.sql(sql`select object_key from reports.file_deletion where object_key like ${`reports/${id}/%`}`)).toEqual([]);
  });

  it('are bounded for each organisation, and taken up again when Redis lost their jobs', async () => {
    const { of, user } = await makeOwner(reports.events);
    const neighbour = await makeOwner(reports.events);
    await reports.events.find(of, ['a']);
    await reports.app.get(MakeReportWorker).pause();
    const asked = [];
    for (let n = 0; n < MAX_REPORTS_IN_WORK; n += 1) asked.push((await reports.ask(user)).id);
    const refused = await reports.call(user, 'POST', '', { format: 'xls' });
    expect([refused.statusCode, refused.json().code, refused.json().details]).toEqual([
      409,
      'too_many_reports',
      { limit: MAX_REPORTS_IN_WORK },
    ]);
    expect((await reports.call(neighbour.user, 'POST', '', { format: 'xls' })).statusCode).toBe(200);

    const redis = new Redis(reports.environment.env['REDIS_URL'] ?? '');
    await redis.flushdb();
    redis.disconnect();
    await reports.app.get(MakeReportWorker).resume();
    expect(await reports.app.get(ReconcileReports).run(0)).toBe(MAX_REPORTS_IN_WORK + 1);
    await waitUntil(
      'all of them',
      async () => (await reports.list(user)).results.every((report) => report.report_status === 'ready'),
      60_000,
    );
    for (const id of asked) expect(reports.filesOf(id)).toHaveLength(1);
  });

  it('that end their worker again and again are given up, and can be tried again', async () => {
    const { user } = await makeOwner(reports.events);
    await reports.app.get(MakeReportWorker).pause();
    const { id } = await reports.ask(user);
    await reports.sql(sql`update reports.report set status = 'processing', tries = 3 where id = ${id}`);
    await reports.app.get(MakeReport).run(id, new AbortController().signal);
    expect((await reports.list(user)).results[0]).toMatchObject({ report_status: 'deleted', fault: 'report_failed' });
    await reports.app.get(MakeReportWorker).resume();
    await reports.call(user, 'PATCH', `${id}/`);
    await reports.becomes(user, id, 'ready');
  });

  it('of a worker that stops wait for another, without losing a try', async () => {
    const { user } = await makeOwner(reports.events);
    await reports.app.get(MakeReportWorker).pause();
    const { id } = await reports.ask(user);
    const make = reports.app.get(MakeReport);
    const stopped = AbortSignal.abort(new Error('the worker stops'));
    await expect(make.run(id, stopped)).rejects.toThrow('the worker stops');
    const [stored] = await reports.sql(sql<{ status: string; tries: number }>`select status, tries from reports.report where id = ${id}`);
    expect(stored).toEqual({ status: 'enqueued', tries: 0 });
    await reports.app.get(MakeReportWorker).resume();
  });
});
