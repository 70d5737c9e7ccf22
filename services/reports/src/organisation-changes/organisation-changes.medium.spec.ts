import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { internalReportRemains } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { callerHeaders, testCaller, waitUntil } from '@leakwatch/testing';
import { makeOwner } from '../../../events/src/events.fixture.ts';
import { SweepFiles } from '../files/sweep-files.ts';
import { openReports, type Reports } from '../reports/reports.fixture.ts';

let reports: Reports;
beforeAll(async () => {
  reports = await openReports();
});
afterAll(() => reports.close());

async function remains(id: string) {
  const headers = callerHeaders(testCaller(null, { service: 'gateway', staff: true }));
  const payload = { organisations: [{ id, version: 2 }] };
  const answer = await reports.app.inject({ method: 'POST', url: internalReportRemains.path, headers, payload });
  return internalReportRemains.answer.parse(answer.json()).remains[id];
}

it('a deleted organisation loses its reports with their files, and others keep theirs', async () => {
  const [one, other] = [await makeOwner(reports.events), await makeOwner(reports.events)];
  const made = [];
  for (const { of, user } of [one, other]) {
    await reports.publishOrganisation(of.organisation_id, {});
    await reports.events.find(of, ['a']);
    const { id } = await reports.ask(user);
    await reports.becomes(user, id, 'ready');
    made.push({ user, id });
  }
  expect(await remains(one.of.organisation_id)).toMatchObject([{ part: 'reports', open: true, left: 1 }]);
  await reports.publishOrganisation(one.of.organisation_id, { active: false, deleted: true }, 2);
  const [mine, theirs] = made;
  if (mine === undefined || theirs === undefined) throw new Error('no reports');
  expect((await reports.list(mine.user)).count).toBe(0);
  expect((await reports.call(mine.user, 'GET', `${mine.id}/`)).statusCode).toBe(404);
  await reports.app.get(SweepFiles).now();
  expect(await reports.sql(sql`select object_key from reports.file_deletion`)).toEqual([]);
  await reports.events.deleteTask(one.of);
  await waitUntil('nothing is left', async () => (await remains(one.of.organisation_id))?.[0]?.open === false);
  expect(await remains(one.of.organisation_id)).toEqual([{ part: 'reports', open: false, left: 0, until: null }]);
  expect((await reports.open(theirs.user, theirs.id)).ids).toHaveLength(1);
  expect((await reports.call(mine.user, 'POST', '', { filters: {}, format: 'xls' })).statusCode).toBe(403);
});
