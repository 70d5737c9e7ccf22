import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createReport, MAX_REPORTS_IN_WORK } from '@leakwatch/contracts';
import { type Caller, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { openReports, type Reports } from './reports.fixture.ts';

let reports: Reports;
beforeAll(async () => {
  reports = await openReports();
});
afterAll(() => reports?.close());

async function begin() {
  const organisation = randomUUID();
  await reports.publishOrganisation(organisation, {});
  const person = testCaller(organisation);
  const send = async (caller: Caller, body: object) => {
    const answer = await reports.call(caller, 'POST', '', body);
    return { status: answer.statusCode, code: answer.json<{ code?: string }>().code, answer };
  };
  const made = async (caller: Caller, body: object) => createReport.answer.parse((await send(caller, body)).answer.json()).id;
  return { organisation, person, send, made };
}
const FILTERS = { status: ['open'], assignee: ['me'] };

it('a report that is requested again with the id of the lost answer is made once, also at once and when it is ready', async () => {
  const { person, made } = await begin();
  const body = { filters: FILTERS, format: 'csv', idempotency_key: randomUUID() };
  const [id = '', beside] = await Promise.all([made(person, body), made(person, body)]);
  expect(beside).toBe(id);
  await reports.becomes(person, id, 'ready');
  expect(await made(person, body)).toBe(id);
  expect((await reports.list(person)).count).toBe(1);
  expect(await reports.statusOf(person, id)).toBe('ready');
  expect(await made(person, { ...body, idempotency_key: randomUUID() })).not.toBe(id);
  expect(await made(person, { filters: FILTERS, format: 'csv' })).not.toBe(id);
  expect((await reports.list(person)).count).toBe(3);
});

it('it is answered where as many as allowed are in work', async () => {
  const { organisation, person, send, made } = await begin();
  const body = { filters: FILTERS, idempotency_key: randomUUID() };
  const id = await made(person, body);
  await reports.sql(
    sql`insert into reports.report (id, organisation_id, reporter_id, reporter, locale, format, status, filters, filename)
      select gen_random_uuid(), ${organisation}::uuid, gen_random_uuid(), 'x', 'en', 'csv', 'processing', '{}', 'x'
      from generate_series(1, ${MAX_REPORTS_IN_WORK}::int)`,
  );
  expect((await send(person, { ...body, idempotency_key: randomUUID() })).code).toBe('too_many_reports');
  expect(await made(person, body)).toBe(id);
});

it('an id is refused with another request, also in another name, and is nothing to another person', async () => {
  const { organisation, person, send, made } = await begin();
  const other = await begin();
  const body = { filters: FILTERS, format: 'csv', idempotency_key: randomUUID() };
  const id = await made(person, body);
  const refused = { status: 409, code: 'idempotency_key_reused' };
  for (const [caller, sent] of [
    [person, { ...body, format: 'json' }],
    [person, { ...body, filters: {} }],
    [{ ...person, organisation: other.organisation }, body],
    [{ ...person, organisation: null, staff: true }, body],
  ] as const)
    expect(await send(caller, sent)).toMatchObject(refused);
  expect(await made(testCaller(organisation), body)).not.toBe(id);
});
