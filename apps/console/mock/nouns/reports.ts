import { createReport, deleteReport, downloadReport, listReports, regenerateReport, type ReportRow } from '@leakwatch/contracts';
import { makeReports } from '../data/reports.ts';
import { handle } from '../handle.ts';
import { DONE, notFound, pageOf, Refusal } from '../replies.ts';
import { mockId } from '../ids.ts';
import type { World } from '../world.ts';

function reportOf(world: World, id: string): ReportRow {
  const found = world.reports.find((one) => one.id === id);
  if (found === undefined) throw notFound();
  return found;
}

export const HANDLERS = [
  handle(listReports, ({ world, query }) => ({
    ...pageOf(
      world.reports.filter((report) => query.org === undefined || report.company?.id === query.org),
      query,
    ),
    allowed: world.reportsAllowed,
  })),
  handle(createReport, ({ world, body: { idempotency_key: key, ...body } }) =>
    world.once(key, () => {
      const [enqueued] = makeReports(1);
      if (enqueued === undefined) throw new Refusal(500, 'internal');
      const made: ReportRow = { ...enqueued, id: mockId(31, world.reports.length + 1), report_format: body.format ?? 'xls' };
      world.reports = [made, ...world.reports];
      world.sent.push(body);
      return made;
    }),
  ),
  // A line of text stands for the spreadsheet.
  handle(downloadReport, ({ world, params }) => {
    if (reportOf(world, params.id).report_status !== 'ready') throw new Refusal(409, 'report_not_ready');
    return `spreadsheet of ${params.id}`;
  }),
  handle(regenerateReport, ({ world, params }) => {
    const again: ReportRow = { ...reportOf(world, params.id), report_status: 'enqueued', fault: null, rows_written: 0, rows_total: null };
    world.reports = world.reports.map((one) => (one.id === params.id ? again : one));
    return again;
  }),
  handle(deleteReport, ({ world, params }) => {
    const { id } = reportOf(world, params.id);
    world.reports = world.reports.filter((one) => one.id !== id);
    return DONE;
  }),
];
