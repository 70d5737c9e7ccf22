import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listTariffs, listTariffsOfType, organisationChangesV1 } from '@leakwatch/contracts';
import { type Caller, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { type AdminStage, openAdminStage } from '../fixtures/admin-stage.fixture.ts';

let stage: AdminStage;
const staff = testCaller(null, { staff: true });
const BASE = '/api/control/tariffs';
const NUMBERS = { task_limit: 5, pattern_limit: 100, patterns_per_task_limit: 50, time_limit_total_months: 12 };
const LAUNCHES = { launch_limit: 10, time_limit_per_launch: '3 00:00:00' };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage?.close());

type Method = Parameters<AdminStage['ask']>[0];
const call = (method: Method, path: string, body?: object, by: Caller = staff) => stage.ask(method, `${BASE}/${path}`, body, by);
async function made(url: string, body: object): Promise<string> {
  const answer = await stage.ask('POST', url, body, staff);
  if (typeof answer.body === 'object' && answer.body !== null && 'id' in answer.body) return String(answer.body.id);
  throw new Error(`${url}: ${answer.status} ${answer.code}`);
}
const tariff = (name: string) => made(`${BASE}/all_inclusive/`, { name, ...NUMBERS });
const launchTariff = (name: string) => made(`${BASE}/count_launch/`, { name, ...NUMBERS, ...LAUNCHES });
const organisation = (of: string, name: string = randomUUID()) =>
  made('/api/control/organisations/', { name, tariff_type: 'all_inclusive', tariff: of });
const list = async (query: string) => listTariffs.answer.parse((await call('GET', `?${query}`)).body);

/** The messages of organisations with this tariff at that time, in the order of their versions. */
async function published(id: string) {
  const { rows } = await stage.owner.query(
    `select payload from bus.message where topic = $1 and payload #>> '{tariff,id}' = $2 order by (payload ->> 'version')::int`,
    [organisationChangesV1.topic, id],
  );
  return rows.map(({ payload }) => organisationChangesV1.schema.parse(payload));
}
const messagesOf = async (company: string, id: string) => (await published(id)).filter((one) => one.organisation_id === company);

describe('the list of tariffs', () => {
  it('has both types in pages, by name, with the number of organisations that use each', async () => {
    const [b, a] = [await tariff('List 100% b'), await tariff('list 100% A')];
    const counted = await launchTariff('List 100% c');
    await organisation(a);
    await organisation(a);
    const found = await list('name=list%20100%25');
    expect(found.all_inclusive).toEqual({
      count: 2,
      results: [
        { id: a, name: 'list 100% A', ...NUMBERS, launch_limit: null, time_limit_per_launch: null, organisations: 2, version: 1 },
        { id: b, name: 'List 100% b', ...NUMBERS, launch_limit: null, time_limit_per_launch: null, organisations: 0, version: 1 },
      ],
    });
    expect(found.count_launch).toMatchObject({ count: 1, results: [{ id: counted, launch_limit: 10, time_limit_per_launch: 3 }] });
    const second = listTariffsOfType.answer.parse((await call('GET', 'all_inclusive/?name=LIST%20100&limit=1&offset=1')).body);
    expect(second).toMatchObject({ count: 2, results: [{ id: b }] });
  });

  it('has the tariff of an organisation', async () => {
    const own = await tariff('Of one');
    const company = await organisation(own);
    const found = await list(`company=${company}`);
    expect(found).toMatchObject({ all_inclusive: { count: 1, results: [{ id: own }] }, count_launch: { count: 0, results: [] } });
    expect((await list(`company=${UNKNOWN}`)).all_inclusive.count).toBe(0);
  });
});

describe('a changed tariff', () => {
  it('goes out to every organisation that uses it, with a new version, and to no other', async () => {
    const id = await tariff('Wide');
    const others = await tariff('Other');
    const [one, two, other] = [await organisation(id), await organisation(id), await organisation(others)];
    expect(await call('PATCH', `all_inclusive/${id}/`, { task_limit: 7 })).toMatchObject({ status: 200, body: { ok: true } });
    for (const company of [one, two]) {
      const [first, second, ...rest] = await messagesOf(company, id);
      expect(rest).toEqual([]);
      expect(second).toEqual({ ...first, version: 2, tariff: { ...first?.tariff, task_limit: 7 } });
    }
    expect(await messagesOf(other, others)).toHaveLength(1);
  });

  it('goes out page by page to more organisations than fit a page', async () => {
    const id = await tariff('Crowded');
    const crowd = 1_001;
    await stage.sql(sql`insert into admin.organisation (id, name, description, tariff_id, active, trusted, starts_at, expires_at)
      select gen_random_uuid(), 'crowd ' || n, '', ${id}, true, true, now(), now() + interval '1 year' from generate_series(1, ${crowd}) n`);
    expect((await call('PATCH', `all_inclusive/${id}/`, { name: 'Crowded 2', pattern_limit: 1 })).status).toBe(200);
    const sent = await published(id);
    expect(new Set(sent.map((one) => one.organisation_id)).size).toBe(crowd);
    expect(new Set(sent.map((one) => one.tariff?.pattern_limit))).toEqual(new Set([1]));
  });

  it('reaches an organisation that is created at the same time', async () => {
    const id = await tariff('Raced');
    const limits = Array.from({ length: 8 }, (_, at) => 20 + at);
    const [companies] = await Promise.all([
      Promise.all(limits.map(() => organisation(id))),
      ...limits.map((task_limit) => call('PATCH', `all_inclusive/${id}/`, { task_limit })),
    ]);
    const { results } = (await list('name=Raced')).all_inclusive;
    for (const company of companies) expect((await messagesOf(company, id)).at(-1)?.tariff?.task_limit).toBe(results[0]?.task_limit);
  });

  it('keeps the dates of its organisations', async () => {
    const id = await tariff('Longer');
    const company = await organisation(id);
    await call('PATCH', `all_inclusive/${id}/`, { time_limit_total_months: 24 });
    const [first, second] = await messagesOf(company, id);
    expect(second).toMatchObject({ expires_at: first?.expires_at, tariff: { time_limit_total_months: 24 } });
  });

  it('may not take the name of another of its type', async () => {
    const [one, two, counted] = [await tariff('Name 1'), await tariff('Name 2'), await launchTariff('Name 3')];
    expect(await call('PATCH', `all_inclusive/${two}/`, { name: ' NAME 1 ' })).toMatchObject({ status: 409, code: 'tariff_exists' });
    expect((await call('PATCH', `all_inclusive/${one}/`, { name: 'name 1' })).status).toBe(200);
    expect((await call('PATCH', `count_launch/${counted}/`, { name: 'Name 1', time_limit_per_launch: '5' })).status).toBe(200);
    expect((await list('name=name%201')).count_launch.results).toMatchObject([{ name: 'Name 1', time_limit_per_launch: 5 }]);
  });

  it('is refused when it is of the other type, unknown or wrong', async () => {
    const id = await tariff('Kind');
    expect(await call('PATCH', `count_launch/${id}/`, { launch_limit: 1 })).toMatchObject({ status: 404, code: 'not_found' });
    expect(await call('PATCH', `all_inclusive/${UNKNOWN}/`, { task_limit: 1 })).toMatchObject({ status: 404, code: 'not_found' });
    for (const body of [{ task_limit: 0 }, { name: ' ' }, { time_limit_total_months: 1201 }, { pattern_limit: 1.5 }])
      expect(await call('PATCH', `all_inclusive/${id}/`, body)).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('a deleted tariff', () => {
  it('is gone, and its name is free', async () => {
    const id = await tariff('Gone');
    expect((await call('DELETE', `count_launch/${id}/`)).code).toBe('not_found');
    expect((await call('DELETE', `all_inclusive/${id}/`)).status).toBe(200);
    expect((await call('DELETE', `all_inclusive/${id}/`)).code).toBe('not_found');
    await tariff('Gone');
  });

  it('is refused with the number of organisations that use it', async () => {
    const id = await tariff('Used');
    await organisation(id);
    await organisation(id);
    const refused = await call('DELETE', `all_inclusive/${id}/`);
    expect(refused).toMatchObject({ status: 409, code: 'tariff_in_use', body: { details: { organisations: 2 } } });
    expect((await list('name=Used')).all_inclusive.count).toBe(1);
  });

  it('takes no organisation with it that is created at the same time', async () => {
    for (const at of [1, 2, 3, 4]) {
      const id = await tariff(`Doomed ${at}`);
      const [created, deleted] = await Promise.all([
        stage.ask('POST', '/api/control/organisations/', { name: randomUUID(), tariff_type: 'all_inclusive', tariff: id }, staff),
        call('DELETE', `all_inclusive/${id}/`),
      ]);
      expect([
        ['undefined', 'tariff_in_use'],
        ['tariff_not_found', 'undefined'],
      ]).toContainEqual([String(created.code), String(deleted.code)]);
    }
  });
});

it('every change leaves a record in the audit trail', async () => {
  const id = await tariff('Recorded');
  await call('PATCH', `all_inclusive/${id}/`, { task_limit: 9 });
  await call('PATCH', `all_inclusive/${id}/`, {});
  await call('DELETE', `all_inclusive/${id}/`);
  const records = await stage.sql(sql<{ kind: string }>`
    select kind, actor_id, organisation_id from admin.audit where detail ->> 'tariff' = ${id} order by id`);
  const by = { actor_id: staff.account?.id, organisation_id: null };
  expect(records).toEqual(['tariff_created', 'tariff_changed', 'tariff_deleted'].map((kind) => ({ kind, ...by })));
});
