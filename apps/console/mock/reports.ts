import type { AnswerOf, createReport, deleteReport, listReports, regenerateReport, ReportRow } from '@leakwatch/contracts';
import { mockId } from './ids.ts';
import { makeReports } from './reports-data.ts';
import { type Call, Refusal } from './refusal.ts';

const oneOf = ({ world, id }: Call): ReportRow => {
  const found = world.reports.find((one) => one.id === id);
  if (found === undefined) throw new Refusal(404, 'not_found');
  return found;
};

const list = ({ world, query }: Call): AnswerOf<typeof listReports> => {
  const offset = Number(query.get('offset') ?? 0);
  const org = query.get('org');
  const found = world.reports.filter((report) => org === null || report.company?.id === org);
  return {
    count: found.length,
    results: found.slice(offset, offset + Number(query.get('limit') ?? 10)),
    allowed: world.reportsAllowed,
  };
};

const create = ({ world, body }: Call): AnswerOf<typeof createReport> => {
  const [enqueued] = makeReports(1);
  if (enqueued === undefined) throw new Refusal(500, 'internal');
  const made: ReportRow = { ...enqueued, id: mockId(31, world.reports.length + 1) };
  world.reports = [made, ...world.reports];
  world.sent.push(body);
  return made;
};

/** Some bytes stand for the spreadsheet. */
const download = (call: Call) => {
  if (oneOf(call).report_status !== 'ready') throw new Refusal(409, 'report_not_ready');
  return { spreadsheet: call.id };
};

const regenerate = (call: Call): AnswerOf<typeof regenerateReport> => {
  const again: ReportRow = { ...oneOf(call), report_status: 'enqueued', fault: null, rows_written: 0, rows_total: null };
  call.world.reports = call.world.reports.map((one) => (one.id === call.id ? again : one));
  return again;
};

const remove = (call: Call): AnswerOf<typeof deleteReport> => {
  const { id } = oneOf(call);
  call.world.reports = call.world.reports.filter((one) => one.id !== id);
  return { ok: true };
};

export const REPORT_HANDLERS: readonly (readonly [string, (call: Call) => unknown])[] = [
  ['GET /api/reports/', list],
  ['POST /api/reports/', create],
  ['GET /api/reports/{id}/', download],
  ['PATCH /api/reports/{id}/', regenerate],
  ['DELETE /api/reports/{id}/', remove],
];
