import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { epochKey, getOrganisation, internalOrganisations, organisationChangesV1, sessionKey } from '@leakwatch/contracts';
import { type Caller, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { type AdminStage, OLD_PASSWORD, openAdminStage } from '../fixtures/admin-stage.fixture.ts';

let stage: AdminStage;
const staff = testCaller(null, { staff: true });
const gateway = testCaller(null, { staff: true, service: 'gateway' });
const BASE = '/api/control/organisations';
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage?.close());

async function made(url: string, body: object): Promise<string> {
  const answer = await stage.ask('POST', url, body, staff);
  if (typeof answer.body === 'object' && answer.body !== null && 'id' in answer.body) return String(answer.body.id);
  throw new Error(`${url}: ${answer.status} ${answer.code}`);
}
const tariff = (months = 12, type: 'all_inclusive' | 'count_launch' = 'all_inclusive') => {
  const numbers = { task_limit: 5, pattern_limit: 100, patterns_per_task_limit: 50, time_limit_total_months: months };
  const launches = type === 'count_launch' ? { launch_limit: 10, time_limit_per_launch: 3 } : {};
  return made(`/api/control/tariffs/${type}/`, { name: randomUUID(), ...numbers, ...launches });
};
const create = async (change: object = {}) =>
  made(`${BASE}/`, { name: randomUUID(), tariff_type: 'all_inclusive', tariff: await tariff(), ...change });
const patch = (id: string, body: object, by: Caller = staff) => stage.ask('PATCH', `${BASE}/${id}/`, body, by);
const detail = async (id: string) => getOrganisation.answer.parse((await stage.ask('GET', `${BASE}/${id}/`, undefined, staff)).body);
const list = async (query: string) =>
  internalOrganisations.answer.parse((await stage.ask('GET', `/internal/organisations/?${query}`, undefined, gateway)).body);

async function published(id: string) {
  const { rows } = await stage.owner.query(
    `select payload from bus.message where topic = $1 and payload ->> 'organisation_id' = $2 order by (payload ->> 'version')::int`,
    [organisationChangesV1.topic, id],
  );
  return rows.map(({ payload }) => organisationChangesV1.schema.parse(payload));
}

describe('the list', () => {
  it('has pages, active ones first, by name, with tariff and users', async () => {
    const mark = randomUUID();
    const one = await create({ name: `${mark} b`, active: false });
    const two = await create({ name: `${mark} C`, trusted: false });
    const three = await create({ name: `${mark} a 100%` });
    for (const at of [1, 2]) await made('/api/control/accounts/', { email: `${mark}-${at}@a.example`, username: 'p', company: two });
    const found = await list(`name=${mark.toUpperCase()}`);
    expect(found.results.map(({ id, users, active, trusted }) => ({ id, users, active, trusted }))).toEqual([
      { id: three, users: 0, active: true, trusted: true },
      { id: two, users: 2, active: true, trusted: false },
      { id: one, users: 0, active: false, trusted: true },
    ]);
    const { tariff: id } = await detail(two);
    expect(await stage.sql(sql`select name from admin.tariff where id = ${id}`)).toEqual([{ name: found.results[1]?.tariff }]);
    expect(await list(`name=${mark}&limit=1&offset=2`)).toMatchObject({ count: 3, results: [{ id: one }] });
    expect((await list(`name=${mark}%20_%20100%25`)).count).toBe(0);
  });
});

describe('a change', () => {
  it('changes the fields that it names, and no other', async () => {
    const id = await create({ description: 'of old' });
    const before = await detail(id);
    expect(before).toMatchObject({ custom_time_limitations: false, description: 'of old', active: true, two_factor_users: false });
    for (const change of [
      { name: ` ${randomUUID()} ` },
      { description: '' },
      { active: false },
      { trusted: false },
      { two_factor_users: true },
      { is_telegram_notification_on: true },
    ]) {
      const was = await detail(id);
      expect(await patch(id, change)).toMatchObject({ status: 200, body: { ok: true } });
      expect(await detail(id)).toEqual({
        ...was,
        ...change,
        ...('name' in change && { name: String(change.name).trim() }),
        version: expect.any(Number),
      });
    }
    const sent = await published(id);
    expect(sent.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(sent.at(-1)).toMatchObject({ active: false, trusted: false, deleted: false, tariff: { id: before.tariff } });
  });

  it('to inactive ends the sessions and tokens of its people, and of nobody else; later changes end none', async () => {
    const [id, other] = [await create(), await create()];
    const person = async (company: string, more: object = {}) => {
      const email = `${randomUUID()}@a.example`;
      const account = { email, username: 'p', company, default_password: OLD_PASSWORD, ...more };
      return { account: await made('/api/control/accounts/', account), email };
    };
    const people = [await person(id), await person(id, { is_staff: true }), await person(other)];
    const signedIn = await Promise.all(people.map(({ email }) => stage.signIn(email, OLD_PASSWORD)));
    const open = () =>
      Promise.all(
        people.map(async ({ account }, at) => {
          const record = await stage.redis.get(sessionKey(signedIn[at]?.session ?? ''));
          return record !== null && JSON.parse(record).epoch === Number(await stage.redis.get(epochKey(account)));
        }),
      );
    expect(await open()).toEqual([true, true, true]);
    await patch(id, { trusted: false });
    expect(await open()).toEqual([true, true, true]);
    expect((await patch(id, { active: false })).status).toBe(200);
    expect(await open()).toEqual([false, true, true]);
    const recorded = await stage.sql(
      sql`select account_id from admin.audit where kind = 'sessions_ended_by_staff' and organisation_id = ${id}`,
    );
    expect(recorded).toEqual([{ account_id: people[0]?.account }]);
    const again = await stage.signIn(people[0]?.email ?? '', OLD_PASSWORD);
    const keyOfAgain = sessionKey(again?.session ?? '');
    await patch(id, { description: 'inactive still' });
    await patch(id, { active: true });
    expect(await stage.redis.get(keyOfAgain)).not.toBeNull();
    expect(JSON.parse((await stage.redis.get(keyOfAgain)) ?? '{}').epoch).toBe(
      Number(await stage.redis.get(epochKey(people[0]?.account ?? ''))),
    );
  });

  it('without a field changes nothing and publishes nothing', async () => {
    const id = await create();
    expect((await patch(id, {})).status).toBe(200);
    expect(await published(id)).toHaveLength(1);
  });

  it('to another tariff gives its term and its limits', async () => {
    const id = await create({ starts_at: '2026-01-31T00:00:00Z' });
    const counted = await tariff(1, 'count_launch');
    expect(await patch(id, { tariff: counted, tariff_type: 'all_inclusive' })).toMatchObject({ status: 404, code: 'tariff_not_found' });
    expect((await patch(id, { tariff_type: 'count_launch' })).code).toBe('tariff_not_found');
    expect((await patch(id, { tariff: UNKNOWN })).code).toBe('tariff_not_found');
    expect((await patch(id, { tariff: counted, tariff_type: 'count_launch' })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ tariff: counted, tariff_type: 'count_launch', expires_at: '2026-02-28T00:00:00.000Z' });
    expect((await published(id)).at(-1)).toMatchObject({ tariff: { id: counted, launch_limit: 10 }, custom_time_limitations: false });
  });

  it('chooses an end, and returns to the term', async () => {
    const id = await create({ starts_at: '2026-01-01T00:00:00Z' });
    const expires_at = '2026-01-02T00:00:00.000Z';
    expect((await patch(id, { expires_at, custom_time_limitations: true })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ expires_at, custom_time_limitations: true });
    expect((await published(id)).at(-1)).toMatchObject({ expires_at, custom_time_limitations: true });
    expect(await patch(id, { starts_at: '2026-01-02T00:00:00Z' })).toMatchObject({
      status: 400,
      code: 'organisation_invalid',
      body: { fields: { expires_at: 'dates_order' } },
    });
    await patch(id, { custom_time_limitations: false });
    expect(await detail(id)).toMatchObject({ expires_at: '2027-01-01T00:00:00.000Z', custom_time_limitations: false });
  });

  it('may not take the name of another, and is refused when it is wrong', async () => {
    const [one, two] = [await create(), await create()];
    const { name } = await detail(one);
    expect(await patch(two, { name: name.toUpperCase() })).toMatchObject({ status: 409, code: 'organisation_exists' });
    // The same to the eye: an invisible mark, and spaces.
    expect(await patch(two, { name: ` \u200e${name} ` })).toMatchObject({ status: 409, code: 'organisation_exists' });
    expect((await patch(one, { name: name.toUpperCase() })).status).toBe(200);
    expect((await patch(UNKNOWN, { active: false })).code).toBe('not_found');
    expect((await stage.ask('GET', `${BASE}/${UNKNOWN}/`, undefined, staff)).code).toBe('not_found');
    for (const body of [{ name: ' ' }, { name: '\u200b' }, { name: 'x'.repeat(201) }, { active: 'yes' }, { starts_at: 'today' }])
      expect(await patch(one, body)).toMatchObject({ status: 400, code: 'invalid_request' });
    expect((await patch(one, { active: false }, testCaller(randomUUID()))).code).toBe('forbidden');
  });

  it('of different fields by several people at once loses none', async () => {
    const id = await create();
    const changes = [{ active: false }, { trusted: false }, { two_factor_users: true }, { is_telegram_notification_on: true }];
    await Promise.all(changes.map((change) => patch(id, change)));
    expect(await detail(id)).toMatchObject(Object.assign({}, ...changes));
    expect((await published(id)).map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
  });

  it('and a change of the tariff at once both reach the other services', async () => {
    const own = await tariff();
    const id = await create({ tariff: own });
    await Promise.all([
      ...[6, 7, 8].map((task_limit) => stage.ask('PATCH', `/api/control/tariffs/all_inclusive/${own}/`, { task_limit }, staff)),
      ...['a', 'b', 'c'].map((description) => patch(id, { description })),
      patch(id, { tariff: own, trusted: false }),
    ]);
    const [stored] = await stage.sql(sql<{ limit: number }>`select task_limit as "limit" from admin.tariff where id = ${own}`);
    expect((await published(id)).at(-1)).toMatchObject({ version: 8, trusted: false, tariff: { task_limit: stored?.limit } });
  });
});

it('every change leaves a record in the audit trail, with the names of the fields', async () => {
  const id = await create();
  await patch(id, { active: false, description: 'what a person typed' });
  const records = await stage.sql(sql`select kind, actor_id, detail from admin.audit where organisation_id = ${id} order by id`);
  const actor_id = staff.account?.id;
  expect(records).toEqual([
    { kind: 'organisation_created', actor_id, detail: {} },
    { kind: 'organisation_changed', actor_id, detail: { fields: 'description, active', version: '2' } },
  ]);
});
