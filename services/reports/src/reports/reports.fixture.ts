import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type AnswerOf, createReport, type InputOf, listReports, organisationChangesV1 } from '@leakwatch/contracts';
import { type Caller, CONSUMER, openFoundation, outgoing, rows, sql } from '@leakwatch/platform';
import { buildTestService, callerHeaders, createTestEnvironment, waitUntil } from '@leakwatch/testing';
import type { ReportFormat } from '@leakwatch/vocabulary';
import excel from 'exceljs';
import { openEvents } from '../../../events/src/events.fixture.ts';
import { reportsService } from '../service.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The reports service beside the real events service, over one database, Redis and bus. */
export async function openReports(extra: NodeJS.ProcessEnv = {}) {
  const environment = await createTestEnvironment(extra);
  const events = await openEvents(environment);
  await events.app.listen(0, '127.0.0.1');
  environment.env['EVENTS_URL'] = await events.app.getUrl();
  const foundation = await openFoundation(reportsService, environment.env);
  const app = await buildTestService(reportsService, foundation);
  await app.startAllMicroservices();
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const call = (caller: Caller, method: Method, path: string, payload?: object) =>
    app.inject({ method, url: `/api/reports/${path}`, headers: callerHeaders(caller), ...(payload && { payload }) });
  const list = async (caller: Caller, query = ''): Promise<AnswerOf<typeof listReports>> =>
    listReports.answer.parse((await call(caller, 'GET', query)).json());
  const statusOf = async (caller: Caller, id: string) =>
    (await list(caller, '?limit=100')).results.find((report) => report.id === id)?.report_status;
  const home = environment.env['LEAKWATCH_HOME'] ?? '';
  return {
    environment,
    events,
    foundation,
    app,
    home,
    /** Stored spreadsheets of a report. */
    filesOf: (id: string): string[] => {
      const folder = join(home, 'objects', 'reports');
      if (!existsSync(folder)) return [];
      return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.startsWith(id) && name.endsWith('.xlsx'));
    },
    call,
    list,
    statusOf,
    /** Without a format it is a spreadsheet. */
    ask: async (caller: Caller, filters: Partial<InputOf<typeof createReport>['body']['filters']> = {}, format?: ReportFormat) =>
      createReport.answer.parse((await call(caller, 'POST', '', { filters, ...(format && { format }) })).json()),
    becomes: (caller: Caller, id: string, status: string) =>
      waitUntil(`${status}`, async () => (await statusOf(caller, id)) === status, 60_000),
    /** The ids of the rows of a downloaded file, and the file. */
    open: async (caller: Caller, id: string) => {
      const answer = await call(caller, 'GET', `${id}/`);
      const workbook = new excel.Workbook();
      // Copied: a small payload lies in a pool that it shares, where another report's file may follow it.
      await workbook.xlsx.load(Uint8Array.from(answer.rawPayload).buffer);
      const ids = workbook.worksheets.flatMap((sheet) => sheet.getColumn(1).values.slice(2).map(String));
      return { answer, workbook, ids };
    },
    publishOrganisation: async (
      organisation: string,
      change: { active?: boolean; expires_at?: string; deleted?: boolean },
      version = 1,
    ) => {
      const message = outgoing(organisationChangesV1, {
        organisation_id: organisation,
        version,
        name: 'Romashka',
        active: true,
        trusted: true,
        custom_time_limitations: false,
        deleted: false,
        starts_at: '2020-01-01T00:00:00.000Z',
        expires_at: '2099-01-01T00:00:00.000Z',
        tariff: null,
        ...change,
      });
      await foundation.database.inScope(CONSUMER, (em) => foundation.bus.publish(em, [message]));
      await waitUntil('the organisation', async () => (await foundation.bus.lag('reports')) === 0);
    },
    /** Runs a statement over every row. */
    sql: <T>(statement: ReturnType<typeof sql<T>>) => foundation.database.inScope(CONSUMER, (em) => rows(em, statement)),
    close: async () => {
      await app.close();
      await events.close();
      await environment.drop();
    },
  };
}
export type Reports = Awaited<ReturnType<typeof openReports>>;
