import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listNotifications, organisationStorage, type StorageUse, storageLevelsV1 } from '@leakwatch/contracts';
import { newId, rows, STAFF, sql } from '@leakwatch/platform';
import { GIGABYTE } from '@leakwatch/rules';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import pg from 'pg';
import { makePerson, openTestAdmin, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';
import { StorageUseConsumer } from './storage-use.consumer.ts';

let admin: TestAdmin;
let client: pg.Client;
beforeAll(async () => {
  admin = await openTestAdmin();
  client = new pg.Client({ connectionString: admin.env['DATABASE_URL'] });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await admin.close();
});

/** The installation's quota is 100 GB. */
let version = 0;
const store = async (organisation_id: string, part: StorageUse['part'], gigabytes: number, of = ++version) => {
  const payload = { organisation_id, part, version: of, items: 1, bytes: gigabytes * GIGABYTE };
  await admin.app.get(StorageUseConsumer).save([{ id: newId(), key: organisation_id, payload, publishedAt: new Date() }]);
};
const ask = async (method: 'GET' | 'PATCH', url: string, of: Partial<Person> & { staff: boolean }, payload?: object) => {
  const caller = testCaller(of.organisation ?? null, {
    ...(of.id && { account: { id: of.id, username: 'irina' } }),
    staff: of.staff,
    locale: 'en',
  });
  const headers = callerHeaders(caller);
  const reply = await admin.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: reply.statusCode, answer: reply.json<unknown>() };
};
const storageOf = async (organisation: string) =>
  organisationStorage.answer.parse((await ask('GET', `/api/control/organisations/${organisation}/storage/`, { staff: true })).answer);
const setQuota = (organisation: string, storage_quota_gb: number | null) =>
  ask('PATCH', `/api/control/organisations/${organisation}/`, { staff: true }, { storage_quota_gb });
const noticesOf = async (of: Partial<Person> & { staff: boolean }) =>
  listNotifications.answer.parse((await ask('GET', '/api/notifications/', of)).answer).results;
const published = async (organisation: string) => {
  const found = await client.query(
    `select payload from bus.message where topic = $1 and payload ->> 'organisation_id' = $2 order by position`,
    [storageLevelsV1.topic, organisation],
  );
  return found.rows.map(({ payload }) => storageLevelsV1.schema.parse(payload).level);
};

describe('the storage of an organisation', () => {
  it('is the sum of its parts, of which an older message changes nothing', async () => {
    const { organisation } = await makePerson(admin);
    expect(await storageOf(organisation)).toEqual({
      quota_bytes: 100 * GIGABYTE,
      own_quota: false,
      used_bytes: 0,
      level: 'free',
      parts: [],
    });
    await store(organisation, 'mirrors', 30);
    await store(organisation, 'content', 40);
    await store(organisation, 'mirrors', 1, 0);
    expect(await storageOf(organisation)).toMatchObject({
      used_bytes: 70 * GIGABYTE,
      level: 'free',
      parts: [{ part: 'content' }, { part: 'mirrors' }],
    });
    await store(newId(), 'mirrors', 500);
    expect((await ask('GET', `/api/control/organisations/${newId()}/storage/`, { staff: true })).status).toBe(404);
    expect((await ask('GET', `/api/control/organisations/${organisation}/storage/`, { organisation, staff: false })).status).toBe(403);
  });

  it('publishes each level once, and notifies people and staff of each that is worse, before anything stops', async () => {
    const person = await makePerson(admin);
    const { organisation } = person;
    for (const gigabytes of [79, 80, 81, 99, 100, 98, 121, 130]) await store(organisation, 'mirrors', gigabytes);
    expect(await published(organisation)).toEqual(['near', 'full', 'over']);
    expect((await noticesOf({ ...person, staff: false })).map(({ kind }) => kind)).toEqual([
      'storage_over',
      'storage_full',
      'storage_near',
    ]);
    const [notice] = await noticesOf({ staff: true });
    expect(notice).toMatchObject({ kind: 'organisation_storage', message: expect.stringContaining('121.0 of 100.0 GB') });

    await store(organisation, 'mirrors', 10);
    await store(organisation, 'mirrors', 90);
    expect(await published(organisation)).toEqual(['near', 'full', 'over', 'free', 'near']);
    expect((await noticesOf({ ...person, staff: false })).length).toBe(4);
  });

  it('follows a quota of its own at once, and the one of the installation when that is removed', async () => {
    const { organisation } = await makePerson(admin);
    await store(organisation, 'content', 50);
    expect((await setQuota(organisation, 40)).status).toBe(200);
    expect(await storageOf(organisation)).toMatchObject({ quota_bytes: 40 * GIGABYTE, own_quota: true, level: 'over' });
    expect((await setQuota(organisation, null)).status).toBe(200);
    expect(await storageOf(organisation)).toMatchObject({ quota_bytes: 100 * GIGABYTE, own_quota: false, level: 'free' });
    expect(await published(organisation)).toEqual(['over', 'free']);
    for (const wrong of [0, -1, 1.5, 1024 ** 2 + 1]) expect((await setQuota(organisation, wrong)).status).toBe(400);
  });

  it('is compared with the installation’s quota when the service starts', async () => {
    const { organisation } = await makePerson(admin);
    await admin.database.inScope(STAFF, (em) =>
      rows(em, sql`insert into admin.storage_use values (${organisation}, 'mirrors', 1, 1, ${90 * GIGABYTE})`),
    );
    await admin.app.get(StorageUseConsumer).judgeAll();
    expect(await published(organisation)).toEqual(['near']);
  });
});

describe('notifications for staff', () => {
  it('are read, counted and closed by staff of any organisation or of none, and by nobody else', async () => {
    const { organisation } = await makePerson(admin);
    const stranger = await makePerson(admin);
    await store(organisation, 'mirrors', 85);
    const [notice] = await noticesOf({ staff: true });
    if (notice === undefined) throw new Error('no notification');
    expect((await noticesOf({ ...stranger, staff: true })).map(({ id }) => id)).toContain(notice.id);
    expect((await noticesOf({ ...stranger, staff: false })).map(({ id }) => id)).not.toContain(notice.id);
    const path = `/api/notifications/${notice.id}/`;
    expect((await ask('GET', path, { ...stranger, staff: false })).status).toBe(404);
    expect((await ask('GET', `${path}close/`, { ...stranger, staff: false })).status).toBe(404);
    expect((await ask('GET', `${path}close/`, { staff: true })).status).toBe(200);
    expect((await ask('GET', path, { ...stranger, staff: true })).answer).toMatchObject({ active: false });
  });

  it('do not show staff the notifications of other organisations', async () => {
    const person = await makePerson(admin);
    await store(person.organisation, 'mirrors', 85);
    const kinds = new Set((await noticesOf({ staff: true })).map(({ kind }) => kind));
    expect([...kinds]).toEqual(['organisation_storage']);
  });
});
