import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorAnswer } from '@leakwatch/contracts';
import { type Caller, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { type AdminStage, openAdminStage } from '../fixtures/admin-stage.fixture.ts';
import { EDITED } from './changed-meanwhile.ts';

let stage: AdminStage;
let anna: Caller;
let boris: Caller;

beforeAll(async () => {
  stage = await openAdminStage();
  const staff = async (email: string) => {
    const account = { id: await stage.addPerson(email), username: 'p' };
    return testCaller(null, { staff: true, account, session: randomUUID() });
  };
  [anna, boris] = [await staff('anna@example.org'), await staff('boris@example.org')];
});
afterAll(() => stage?.close());

const NUMBERS = { task_limit: 5, pattern_limit: 100, patterns_per_task_limit: 50, time_limit_total_months: 12 };
const name = () => randomUUID();
const fieldOf = (body: unknown, field: string): unknown =>
  typeof body === 'object' && body !== null ? new Map<string, unknown>(Object.entries(body)).get(field) : undefined;

async function made(url: string, body: object): Promise<string> {
  const answer = await stage.ask('POST', url, body, anna);
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${answer.code}`);
  return String(fieldOf(answer.body, 'id'));
}
const tariff = () => made('/api/control/tariffs/all_inclusive/', { name: name(), ...NUMBERS });

interface Noun {
  readonly create: () => Promise<string>;
  readonly at: (id: string) => string;
  /** Reads the version that a dialog begins with. */
  readonly seen: (id: string) => Promise<unknown>;
  readonly first: object;
  readonly second: object;
  /** The field of the first change in the audit trail. */
  readonly field: string;
}

const get = async (url: string) => (await stage.ask('GET', url, undefined, boris)).body;
const byGet = (base: string) => ({
  at: (id: string) => `${base}${id}/`,
  seen: async (id: string) => fieldOf(await get(`${base}${id}/`), 'version'),
});
let addresses = 0;
const address = () => `198.51.100.${(addresses += 1)}`;

/** What staff edit. Webhooks, which organisations edit, are in webhooks.medium.spec.ts. */
const NOUNS: Readonly<Record<Exclude<keyof typeof EDITED, 'webhook'>, Noun>> = {
  tariff: {
    create: tariff,
    ...byGet('/api/control/tariffs/all_inclusive/'),
    first: { task_limit: 7 },
    second: { pattern_limit: 8 },
    field: 'task_limit',
  },
  organisation: {
    create: async () => made('/api/control/organisations/', { name: name(), tariff_type: 'all_inclusive', tariff: await tariff() }),
    ...byGet('/api/control/organisations/'),
    first: { description: 'one' },
    second: { trusted: false },
    field: 'description',
  },
  account: {
    create: () => made('/api/control/accounts/', { email: `${name()}@example.org`, username: `u${name().slice(0, 8)}` }),
    ...byGet('/api/control/accounts/'),
    first: { first_name: 'Ivan' },
    second: { last_name: 'Petrov' },
    field: 'first_name',
  },
  proxy: {
    create: () => made('/api/control/proxies/', { ip_address: address(), port: 3128, login: 'user', password: 'p' }),
    ...byGet('/api/control/proxies/'),
    first: { port: 3129 },
    second: { password: 'other' },
    field: 'port',
  },
  service_account: {
    create: () => made('/api/control/services/accounts/', { source_type: 'gist', login: name(), proxy_ext: `${address()}:80` }),
    ...byGet('/api/control/services/accounts/'),
    first: { reserved_for_discovery: true },
    second: { password: 'secret' },
    field: 'reserved_for_discovery',
  },
  keyword_set: {
    create: () => made('/api/keywords/', { name: name(), keywords: ['one'] }),
    ...byGet('/api/keywords/'),
    first: { keywords: ['one', 'two'] },
    second: {
      get name() {
        return name();
      },
    },
    field: 'keywords',
  },
  regex_template: {
    create: () => made('/api/control/regex/', { name: name(), regex: 'DOG-[0-9]{6}' }),
    at: (id) => `/api/control/regex/${id}/`,
    seen: async (id) => {
      const all = await get('/api/regex/');
      return fieldOf(Array.isArray(all) ? all.find((one) => fieldOf(one, 'id') === id) : undefined, 'version');
    },
    first: { hint: 'Ask' },
    second: { severity: 'high' },
    field: 'hint',
  },
};

describe.each(Object.entries(NOUNS))('a changed %s', (_, { create, at, seen, first, second, field }) => {
  const change = (id: string, body: object, by: Caller) => stage.ask('PATCH', at(id), body, by);

  it('refuses a change by someone who saw it before, and says who changed what and when', async () => {
    const id = await create();
    const version = await seen(id);
    expect(version).toBe(1);
    expect((await change(id, { ...first, version }, anna)).status).toBe(200);
    const newer = await seen(id);
    expect(newer).toBeGreaterThan(1);
    const refused = await change(id, { ...second, version }, boris);
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile' });
    const { details } = errorAnswer.parse(refused.body);
    expect(details).toEqual({ version: newer, by: 'anna@example.org', at: expect.any(String), fields: field });
    expect(await seen(id)).toBe(newer);
    expect((await change(id, { ...second, version: newer }, boris)).status).toBe(200);
  });

  it('is changed in any case without a version', async () => {
    const id = await create();
    expect((await change(id, first, anna)).status).toBe(200);
    expect((await change(id, second, boris)).status).toBe(200);
  });

  it('of two changes of one version exactly one is made', async () => {
    const id = await create();
    const version = await seen(id);
    const answers = await Promise.all([change(id, { ...first, version }, anna), change(id, { ...second, version }, boris)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });
});

describe('a version', () => {
  it('names everybody who made a newer one', async () => {
    const { create, at } = NOUNS.tariff;
    const id = await create();
    await stage.ask('PATCH', at(id), { task_limit: 6 }, anna);
    await stage.ask('PATCH', at(id), { pattern_limit: 7 }, boris);
    const refused = await stage.ask('PATCH', at(id), { name: name(), version: 1 }, anna);
    expect(errorAnswer.parse(refused.body).details).toMatchObject({
      version: 3,
      by: 'anna@example.org, boris@example.org',
      fields: 'pattern_limit,task_limit',
    });
  });

  it('stays when a state changes that the dialog does not edit', async () => {
    const { create, at, seen } = NOUNS.proxy;
    const id = await create();
    expect((await stage.ask('POST', `${at(id)}block/`, {}, anna)).status).toBe(200);
    expect(await seen(id)).toBe(1);
  });

  it('of an organisation stays with a change of its tariff, and rises with its logo', async () => {
    const of = await tariff();
    const id = await made('/api/control/organisations/', { name: name(), tariff_type: 'all_inclusive', tariff: of });
    await stage.ask('PATCH', `/api/control/tariffs/all_inclusive/${of}/`, { task_limit: 9 }, anna);
    expect(await NOUNS.organisation.seen(id)).toBe(1);
    await stage.sql(sql`insert into admin.logo (id, organisation_id, due) values (gen_random_uuid(), null, now() + interval '1 day')`);
    await stage.sql(sql`update admin.logo set organisation_id = ${id}::uuid, due = null where organisation_id is null`);
    expect(await NOUNS.organisation.seen(id)).toBe(2);
  });

  it('that was raised by something that leaves no record is refused without a name', async () => {
    const { create, at } = NOUNS.account;
    const id = await create();
    await stage.sql(sql`update admin.account set locale = 'en' where id = ${id}::uuid`);
    const refused = await stage.ask('PATCH', at(id), { first_name: 'A', version: 1 }, anna);
    expect(errorAnswer.parse(refused.body)).toMatchObject({ code: 'changed_meanwhile', details: { version: 2 } });
  });
});
