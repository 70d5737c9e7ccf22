import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createKeywordSet, getKeywordSet, listKeywordGroups, listKeywordSets, templateChangesV1 } from '@leakwatch/contracts';
import { type Caller, sql } from '@leakwatch/platform';
import { KEYWORD_SET_MAX } from '@leakwatch/rules';
import { testCaller } from '@leakwatch/testing';
import { type AdminStage, openAdminStage } from '../fixtures/admin-stage.fixture.ts';

let stage: AdminStage;
const staff = testCaller(null, { staff: true });
const user = testCaller(randomUUID());
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage?.close());

type Method = Parameters<AdminStage['ask']>[0];
const call = (method: Method, path: string, body?: object, by: Caller = staff) => stage.ask(method, `/api/keywords/${path}`, body, by);
const made = async (name: string, keywords: readonly string[] = ['token', 'api key']) =>
  createKeywordSet.answer.parse((await call('POST', '', { name, keywords })).body).id;
const details = async (id: string) => getKeywordSet.answer.parse((await call('GET', `${id}/`)).body);
const list = async (query: string) => listKeywordSets.answer.parse((await call('GET', `?${query}`)).body);
const groups = async () => listKeywordGroups.answer.parse((await call('GET', 'full/', undefined, user)).body);
const namesOf = async (id: string) => (await details(id)).keywords.map(({ name }) => name);

/** The messages about a set in the order of their versions. */
async function published(id: string) {
  const { rows } = await stage.owner.query(
    `select payload from bus.message where topic = $1 and payload #>> '{keyword_set,id}' = $2
     order by (payload #>> '{keyword_set,version}')::int`,
    [templateChangesV1.topic, id],
  );
  return rows.map(({ payload }) => templateChangesV1.schema.parse(payload).keyword_set);
}

describe('the list of keyword sets', () => {
  it('is in pages, by name, with the number of keywords, and searched by a part of the name', async () => {
    const [b, a] = [await made('List 100% b'), await made('list 100% A', ['one'])];
    await made('List 1000');
    const found = await list('name=LIST%20100%25');
    expect(found).toEqual({
      count: 2,
      results: [
        { id: a, name: 'list 100% A', created: expect.any(String), count: 1 },
        { id: b, name: 'List 100% b', created: expect.any(String), count: 2 },
      ],
    });
    expect(await list('name=list%20100%25&limit=1&offset=1')).toMatchObject({ count: 2, results: [{ id: b }] });
  });

  it('and everything else about sets is for staff; the groups of a form are for users', async () => {
    const id = await made('Closed');
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', `${id}/`, undefined],
      ['POST', '', { name: 'Mine', keywords: ['token'] }],
      ['PATCH', `${id}/`, { name: 'Mine' }],
      ['DELETE', `${id}/`, undefined],
    ] as const)
      expect(await call(method, path, body, user)).toMatchObject({ status: 403, code: 'forbidden' });
    expect((await groups()).map(({ name }) => name)).toContain('Closed');
  });
});

describe('a new keyword set', () => {
  it('has the lines that follow the rule, in their order, and the answer names the others', async () => {
    const answer = await call('POST', '', { name: ' Mixed ', keywords: ['token\napi key', '-bad', 'TOKEN', '', 'пароль_1.0'] });
    const { id, ...rest } = createKeywordSet.answer.parse(answer.body);
    expect(rest).toEqual({ accepted: 3, dropped: ['-bad', 'TOKEN'] });
    const set = await details(id);
    expect(set).toMatchObject({ name: 'Mixed', count: 3, keywords: [{ name: 'token' }, { name: 'api key' }, { name: 'пароль_1.0' }] });
    expect(await published(id)).toEqual([{ id, version: 1, name: 'Mixed', deleted: false, keywords: set.keywords }]);
  });

  it('is refused without a keyword, with too many, and with a name that is taken', async () => {
    await made('Taken');
    expect(await call('POST', '', { name: 'taken', keywords: ['token'] })).toMatchObject({ status: 409, code: 'keyword_set_exists' });
    expect(await call('POST', '', { name: 'Empty', keywords: ['-a', ' '] })).toMatchObject({ status: 400, code: 'keyword_set_empty' });
    expect(await call('POST', '', { name: ' ', keywords: ['token'] })).toMatchObject({ status: 400, code: 'invalid_request' });
    // In few texts of many lines each: the schema counts texts.
    const words = Array.from({ length: KEYWORD_SET_MAX + 1 }, (_, at) => `w${at}`);
    const texts = Array.from({ length: 100 }, (_, at) => words.filter((_word, n) => n % 100 === at).join('\n'));
    expect(await call('POST', '', { name: 'Large', keywords: texts })).toMatchObject({ status: 400, code: 'keyword_set_too_large' });
    const full = words.slice(1);
    expect(createKeywordSet.answer.parse((await call('POST', '', { name: 'Full', keywords: full })).body).accepted).toBe(KEYWORD_SET_MAX);
    expect((await list('name=empty')).count + (await list('name=large')).count).toBe(0);
  });
});

describe('a changed keyword set', () => {
  it('keeps the ids of the keywords whose text stays, in the new order', async () => {
    const id = await made('Kept', ['one', 'two', 'three']);
    const [one, two] = (await details(id)).keywords;
    const answer = await call('PATCH', `${id}/`, { keywords: ['two', 'four', 'one', 'Three'] });
    expect(answer).toMatchObject({ status: 200, body: { id, accepted: 4, dropped: [] } });
    const after = await details(id);
    expect(after.keywords).toEqual([two, { id: expect.any(String), name: 'four' }, one, { id: expect.any(String), name: 'Three' }]);
    const [first, second] = await published(id);
    expect(second).toEqual({ ...first, version: 2, keywords: after.keywords });
    // Another spelling is another keyword.
    expect(after.keywords[3]?.id).not.toBe(first?.keywords[2]?.id);
  });

  it('is renamed without a change of its keywords', async () => {
    const id = await made('Old name');
    const before = await details(id);
    expect((await call('PATCH', `${id}/`, { name: 'New name' })).body).toEqual({ id, accepted: 2, dropped: [] });
    expect(await details(id)).toEqual({ ...before, name: 'New name', version: 2 });
    expect((await published(id))[1]).toEqual({ id, version: 2, name: 'New name', deleted: false, keywords: before.keywords });
    expect((await groups()).find((group) => group.id === id)).toEqual({ id, name: 'New name', keywords: before.keywords });
  });

  it('is refused as a whole', async () => {
    const [one, two] = [await made('Name 1'), await made('Name 2')];
    expect(await call('PATCH', `${two}/`, { name: ' NAME 1 ', keywords: ['x'] })).toMatchObject({
      status: 409,
      code: 'keyword_set_exists',
    });
    expect(await call('PATCH', `${two}/`, { name: 'Name 3', keywords: ['-'] })).toMatchObject({ status: 400, code: 'keyword_set_empty' });
    expect(await call('PATCH', `${UNKNOWN}/`, { name: 'Name 4' })).toMatchObject({ status: 404, code: 'not_found' });
    expect(await details(two)).toMatchObject({ name: 'Name 2', keywords: [{ name: 'token' }, { name: 'api key' }] });
    expect((await call('PATCH', `${one}/`, { name: 'name 1' })).status).toBe(200);
  });

  it('has the keywords and the version of one of two simultaneous changes, and both are published', async () => {
    const id = await made('Raced', ['start']);
    const words = Array.from({ length: 8 }, (_, at) => [`a${at}`, `b${at}`]);
    await Promise.all(words.map((keywords) => call('PATCH', `${id}/`, { keywords })));
    const sent = await published(id);
    expect(sent.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await namesOf(id)).toEqual(sent.at(-1)?.keywords.map(({ name }) => name));
    expect(words).toContainEqual(await namesOf(id));
  });
});

it('a deleted keyword set is gone from the forms, and its name is free', async () => {
  const id = await made('Gone');
  expect((await call('DELETE', `${id}/`)).status).toBe(200);
  expect(await call('DELETE', `${id}/`)).toMatchObject({ status: 404, code: 'not_found' });
  expect(await call('GET', `${id}/`)).toMatchObject({ status: 404, code: 'not_found' });
  expect((await groups()).some((group) => group.id === id)).toBe(false);
  expect((await published(id)).at(-1)).toEqual({ id, version: 2, name: 'Gone', deleted: true, keywords: [] });
  await made('Gone');
});

it('every change leaves a record in the audit trail', async () => {
  const id = await made('Recorded');
  await call('PATCH', `${id}/`, { name: 'Recorded 2' });
  await call('PATCH', `${id}/`, {});
  await call('DELETE', `${id}/`);
  const records = await stage.sql(sql<{ kind: string }>`
    select kind, actor_id, organisation_id from admin.audit where detail ->> 'keyword_set' = ${id} order by id`);
  const by = { actor_id: staff.account?.id, organisation_id: null };
  expect(records).toEqual(['keyword_set_created', 'keyword_set_changed', 'keyword_set_deleted'].map((kind) => ({ kind, ...by })));
});
