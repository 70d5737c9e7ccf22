import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { reportEvent, SPREADSHEET_TYPE } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { z } from 'zod';
import { makeOwner } from '../../../events/src/events.fixture.ts';
import { ReportSchedule } from '../making/report-schedule.ts';
import { ExpireReports } from './expire-reports.ts';
import { openReports, type Reports } from './reports.fixture.ts';

/** The id of each event, with the sign behind it. */
const FIRST_ID = { csv: /\n"[0-9a-f-]{36}"/g, json: /\n\{"id":"[0-9a-f-]{36}"/g, sarif: /\n\{"guid":"[0-9a-f-]{36}"/g };

describe('reports', () => {
  let reports: Reports;
  const staff = testCaller(null, { staff: true });
  beforeAll(async () => void (reports = await openReports()));
  afterAll(() => reports.close());

  const ready = async (caller: ReturnType<typeof testCaller>, filters = {}) => {
    const { id } = await reports.ask(caller, filters);
    await reports.becomes(caller, id, 'ready');
    return id;
  };

  it('hold the rows of the list, in its order, over many pages', async () => {
    const { of, user } = await makeOwner(reports.events);
    await reports.events.find(
      of,
      Array.from({ length: 1_203 }, (_, n) => `file-${n}`),
    );
    const id = await ready(user, { status: ['all'] });
    const { answer, ids, workbook } = await reports.open(user, id);
    expect(answer.headers['content-type']).toBe(SPREADSHEET_TYPE);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="leakwatch-events-[\d-]+\.xlsx"$/);
    const listed = [];
    for (let offset = 0; offset < 1_203; offset += 100)
      listed.push(...(await reports.events.list(user, `&offset=${offset}`)).results.map((event) => event.id));
    expect(ids).toEqual(listed);
    expect(workbook.worksheets[0]?.name).toBe('Events');
    expect((await reports.list(user)).results[0]).toMatchObject({
      report_status: 'ready',
      rows_written: 1_203,
      rows_total: 1_203,
      fault: null,
    });
  });

  it.each([
    ['csv', 'csv', 'text/csv'],
    ['json', 'json', 'application/json'],
    ['sarif', 'sarif', 'application/sarif+json'],
  ] as const)('are made as %s with the same events, also once more', async (format, ending, type) => {
    const { of, user } = await makeOwner(reports.events);
    await reports.events.find(
      of,
      Array.from({ length: 1_003 }, (_, n) => `file-${n}`),
    );
    const { id, report_filename: name } = await reports.ask(user, { status: ['all'] }, format);
    expect(name).toMatch(new RegExp(`^leakwatch-events-[\\d-]+\\.${ending}$`));
    await reports.becomes(user, id, 'ready');
    const file = await reports.call(user, 'GET', `${id}/`);
    expect(file.headers['content-type']).toBe(type);
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
    const listed: string[] = [];
    for (let offset = 0; offset < 1_003; offset += 100)
      listed.push(...(await reports.events.list(user, `&offset=${offset}`)).results.map((event) => event.id));
    const ids = file.body.match(FIRST_ID[format])?.map((found) => found.slice(-37, -1));
    expect(ids).toEqual(listed);
    if (format === 'json') z.array(z.strictObject(reportEvent.shape)).parse(file.json());
    await reports.sql(sql`update reports.report set stored_until = now() where id = ${id}`);
    await reports.app.get(ExpireReports).run();
    const again = await reports.call(user, 'PATCH', `${id}/`);
    expect(again.json()).toMatchObject({ report_format: format, report_filename: expect.stringMatching(`${ending}$`) });
    await reports.becomes(user, id, 'ready');
  });

  it('contain the events that the list’s filters match when they are created', async () => {
    const { of, user } = await makeOwner(reports.events);
    const other = { ...of, task_id: randomUUID() };
    // Whose organisation does not work may not triage.
    await reports.publishOrganisation(of.organisation_id, {});
    await reports.events.settled();
    await reports.events.publishTask(other);
    await reports.events.find(of, ['a']);
    await reports.events.find(other, ['b'], { source_type: 'git_repo' });
    const [first] = (await reports.events.list(user, `&task=${of.task_id}`)).results;
    await reports.events.app.inject({
      method: 'POST',
      url: `/api/events/${first?.id}/change_status/`,
      headers: callerHeaders(user),
      payload: { status: 'fixed' },
    });
    const count = async (filters: object) => (await reports.open(user, await ready(user, filters))).ids.length;
    expect(await count({})).toBe(1);
    expect(await count({ status: ['closed'] })).toBe(1);
    expect(await count({ status: ['all'], task: of.task_id })).toBe(1);
    expect(await count({ status: ['all'], source_type: ['git_repo', 'github'] })).toBe(2);
    expect(await count({ status: ['all'], source_type: ['telegram'] })).toBe(0);
  });

  it("are an organisation's own: to others each id is one that does not exist, staff get it", async () => {
    const { of, user } = await makeOwner(reports.events);
    const stranger = await makeOwner(reports.events);
    await reports.events.find(of, ['a']);
    const id = await ready(user);
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const theirs = await reports.call(stranger.user, method, `${id}/`);
      const none = await reports.call(stranger.user, method, `${randomUUID()}/`);
      expect([method, theirs.statusCode, theirs.json().code]).toEqual([method, 404, 'not_found']);
      expect([method, none.statusCode, none.json().code]).toEqual([method, 404, 'not_found']);
    }
    expect((await reports.list(stranger.user)).count).toBe(0);
    // No filter reaches another organisation's events.
    const spying = await ready(stranger.user, { org: of.organisation_id, status: ['all'] });
    expect((await reports.open(stranger.user, spying)).ids).toEqual([]);
    expect((await reports.list(staff, `?org=${of.organisation_id}`)).results.map((report) => report.id)).toEqual([id]);
    expect((await reports.open(staff, id)).ids).toHaveLength(1);
  });

  it('of staff are of the organisation that they filter by, or of all, which no customer sees', async () => {
    const { of, user } = await makeOwner(reports.events);
    await reports.events.find(of, ['a']);
    const one = await ready(staff, { org: of.organisation_id });
    expect((await reports.open(user, one)).ids).toHaveLength(1);
    const all = await ready(staff, { status: ['all'] });
    expect((await reports.open(staff, all)).ids.length).toBeGreaterThan(1);
    expect((await reports.call(user, 'GET', `${all}/`)).statusCode).toBe(404);
  });

  it('refuse unknown filters rather than report too much', async () => {
    const { user } = await makeOwner(reports.events);
    for (const [body, fields] of [
      [{ format: 'pdf' }, { format: 'invalid_value' }],
      [{ format: 'xls', status: ['open'] }, { status: 'parameter_unknown' }],
      [
        { format: 'xls', filters: { statuses: ['open'], user: 'x' } },
        { 'filters.statuses': 'parameter_unknown', 'filters.user': 'parameter_unknown' },
      ],
    ] as const) {
      const answer = await reports.call(user, 'POST', '', body);
      expect([answer.statusCode, answer.json()]).toEqual([400, expect.objectContaining({ code: 'invalid_request', fields })]);
    }
  });

  it('are asked for while the organisation works', async () => {
    const { of, user } = await makeOwner(reports.events);
    await reports.publishOrganisation(of.organisation_id, {});
    expect((await reports.list(user)).allowed).toBe(true);
    await reports.publishOrganisation(of.organisation_id, { active: false }, 2);
    expect((await reports.list(user)).allowed).toBe(false);
    const answer = await reports.call(user, 'POST', '', { format: 'xls' });
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'reports_not_allowed']);
    await reports.publishOrganisation(of.organisation_id, { expires_at: '2020-01-02T00:00:00.000Z' }, 3);
    expect((await reports.list(user)).allowed).toBe(false);
    const report = await reports.ask(staff, { org: of.organisation_id });
    expect(report.company).toEqual({ id: of.organisation_id, name: 'Romashka' });
  });

  it('go with their files: deleted at once, or after they were stored long enough, and are made again', async () => {
    const { of, user } = await makeOwner(reports.events);
    await reports.events.find(of, ['a']);
    const id = await ready(user);
    expect(reports.filesOf(id)).toHaveLength(1);
    expect((await reports.call(user, 'PATCH', `${id}/`)).json().code).toBe('report_not_deleted');
    await reports.sql(sql`update reports.report set stored_until = now() where id = ${id}`);
    // A round of the timer may be under way, which began before.
    for (let rounds = 0; rounds < 2; rounds += 1) await reports.app.get(ReportSchedule).tick();
    expect(reports.filesOf(id)).toEqual([]);
    expect((await reports.list(user)).results[0]).toMatchObject({ report_status: 'deleted', stored_until: null, fault: null });
    expect((await reports.call(user, 'GET', `${id}/`)).json().code).toBe('report_not_ready');
    await reports.events.find(of, ['b']);
    expect((await reports.call(user, 'PATCH', `${id}/`)).statusCode).toBe(200);
    await reports.becomes(user, id, 'ready');
    expect((await reports.open(user, id)).ids).toHaveLength(2);
    expect((await reports.call(user, 'DELETE', `${id}/`)).statusCode).toBe(200);
    expect(reports.filesOf(id)).toEqual([]);
    expect((await reports.call(user, 'GET', `${id}/`)).statusCode).toBe(404);
  });
});
