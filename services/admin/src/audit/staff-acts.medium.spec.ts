import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { internalStaffAccess } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { type AdminStage, openAdminStage } from '../fixtures/admin-stage.fixture.ts';
import { type AuditChange, HIDDEN } from './audit-changes.domain.ts';

const ADDRESS = '203.0.113.9';
const staff = testCaller(null, { staff: true, account: { id: randomUUID(), username: 'clerk' }, address: ADDRESS });
let stage: AdminStage;
beforeAll(async () => {
  stage = await openAdminStage();
});
afterAll(() => stage?.close());

interface Stored {
  readonly kind: string;
  readonly organisation_id: string | null;
  readonly actor_id: string;
  readonly ip: string;
  readonly detail: Readonly<Record<string, string>>;
  readonly changes: readonly AuditChange[];
}
/** The records since the call before, oldest first. */
let seen = '0';
async function fresh(): Promise<Stored[]> {
  const found = await stage.sql(
    sql<
      Stored & { id: string }
    >`select * from admin.audit where actor_id = ${staff.account?.id ?? ''} and id > ${seen}::bigint order by id`,
  );
  seen = found.at(-1)?.id ?? seen;
  return found;
}
async function act(method: 'POST' | 'PATCH' | 'DELETE', url: string, body: object = {}): Promise<string> {
  const answer = await stage.ask(method, url, body, staff);
  expect({ url, status: answer.status, code: answer.code }).toEqual({ url, status: 200, code: undefined });
  return typeof answer.body === 'object' && answer.body !== null && 'id' in answer.body ? String(answer.body.id) : '';
}
const change = (field: string, before: string | null, after: string | null): AuditChange => ({ field, before, after });
const NUMBERS = { task_limit: 5, pattern_limit: 100, patterns_per_task_limit: 50, time_limit_total_months: 12 };
const tariff = (name = randomUUID()) => act('POST', '/api/control/tariffs/all_inclusive/', { name, ...NUMBERS });
const organisation = async () =>
  act('POST', '/api/control/organisations/', { name: randomUUID(), tariff_type: 'all_inclusive', tariff: await tariff() });

interface Noun {
  readonly kinds: readonly [string, string, string];
  readonly path: string;
  readonly created: () => Promise<object> | object;
  readonly changed: object;
  /** Of the record of the creation, and of the change. */
  readonly values: readonly [AuditChange, AuditChange];
}

const NOUNS: Readonly<Record<string, Noun>> = {
  'a tariff': {
    kinds: ['tariff_created', 'tariff_changed', 'tariff_deleted'],
    path: '/api/control/tariffs/all_inclusive/',
    created: () => ({ name: 'Pilot', ...NUMBERS }),
    changed: { task_limit: 7 },
    values: [change('task_limit', null, '5'), change('task_limit', '5', '7')],
  },
  'an organisation': {
    kinds: ['organisation_created', 'organisation_changed', 'organisation_deleted'],
    path: '/api/control/organisations/',
    created: async () => ({ name: 'Romashka', tariff_type: 'all_inclusive', tariff: await tariff() }),
    changed: { trusted: false },
    values: [change('name', null, 'Romashka'), change('trusted', 'true', 'false')],
  },
  'an account': {
    kinds: ['account_created', 'account_changed', 'account_deleted'],
    path: '/api/control/accounts/',
    created: () => ({ email: 'vera@romashka.example', username: 'vera', default_password: 'Podorozhnik-77' }),
    changed: { first_name: 'Vera' },
    values: [change('default_password', null, HIDDEN), change('first_name', '', 'Vera')],
  },
  'a keyword set': {
    kinds: ['keyword_set_created', 'keyword_set_changed', 'keyword_set_deleted'],
    path: '/api/keywords/',
    created: () => ({ name: 'Words', keywords: ['one', 'two'] }),
    changed: { keywords: ['two', 'three'] },
    values: [change('keywords', null, 'one, two'), change('keywords', 'one', 'three')],
  },
  'a regex template': {
    kinds: ['regex_template_created', 'regex_template_changed', 'regex_template_deleted'],
    path: '/api/control/regex/',
    created: () => ({ name: 'Cards', regex: 'card [0-9]{4}', hint: '' }),
    changed: { hint: 'four digits' },
    values: [change('regex', null, 'card [0-9]{4}'), change('hint', '', 'four digits')],
  },
  'a proxy': {
    kinds: ['proxy_created', 'proxy_changed', 'proxy_deleted'],
    path: '/api/control/proxies/',
    created: () => ({ ip_address: '192.0.2.7', port: 3128, login: 'p', password: 'Sekret-Na-Pole-1', company: null }),
    changed: { port: 3129, password: 'Sekret-Na-Pole-2' },
    values: [change('password', null, HIDDEN), change('port', '3128', '3129')],
  },
  'a service account': {
    kinds: ['service_account_created', 'service_account_changed', 'service_account_deleted'],
    path: '/api/control/services/accounts/',
    created: async () => ({
      company: await organisation(),
      source_type: 'github',
      login: 'romashka-bot',
      password: 'Sekret-Na-Pole-3',
      proxy_ext: '192.0.2.8:3128',
      phone: '',
      reserved_for_discovery: false,
    }),
    changed: { reserved_for_discovery: true },
    values: [change('login', null, 'romashka-bot'), change('reserved_for_discovery', 'false', 'true')],
  },
};

describe.each(Object.entries(NOUNS))('%s', (_, { kinds, path, created, changed, values }) => {
  it('leaves records with old and new values, who and from where; secrets are hidden', async () => {
    const body = await created();
    await fresh();
    const id = await act('POST', path, body);
    await act('PATCH', `${path}${id}/`, changed);
    await act('DELETE', `${path}${id}/`);
    const records = await fresh();
    const ours = records.filter(({ kind }) => kinds.includes(kind));
    expect(ours.map(({ kind }) => kind)).toEqual(kinds);
    for (const record of ours) expect(record).toMatchObject({ actor_id: staff.account?.id, ip: ADDRESS });
    expect(ours[0]?.changes).toContainEqual(values[0]);
    expect(ours[1]?.changes).toContainEqual(values[1]);
    // What was deleted can be read in its record.
    expect(ours[2]?.changes.length).toBeGreaterThan(0);
    for (const { after } of ours[2]?.changes ?? []) expect(after).toBeNull();
    expect(JSON.stringify(records)).not.toContain('Sekret-Na-Pole');
    expect(JSON.stringify(records)).not.toContain('Podorozhnik-77');
  });
});

describe('other acts of staff', () => {
  it('links, notifications and lists of proxies leave records', async () => {
    const company = await organisation();
    const email = `${randomUUID()}@a.example`;
    await act('POST', '/api/control/accounts/', { email, username: 'vera', company });
    await fresh();
    await act('POST', '/api/control/accounts/send_recovery_link/', { email, locale: 'en' });
    await act('POST', '/api/control/notifications/', { organisation: company, title: 'Maintenance', message: 'On Sunday' });
    await act('POST', '/api/control/proxies/many/', { company, proxies: ['192.0.2.20:1:a:b', '192.0.2.21:1:a:b'] });
    expect(await fresh()).toMatchObject([
      { kind: 'recovery_link_sent', organisation_id: company, ip: ADDRESS },
      {
        kind: 'notification_created',
        organisation_id: company,
        changes: [change('message', null, 'On Sunday'), change('title', null, 'Maintenance')],
      },
      { kind: 'proxy_created', organisation_id: company, detail: { count: '2' } },
    ]);
  });

  it('one over 10,000 organisations, as the gateway reports it, makes a record for each', async () => {
    const organisations = Array.from({ length: 10_000 }, () => randomUUID());
    const reported = { organisations, noun: 'events', act: { call: 'POST /api/events/status/', objects: '' } };
    const answer = await stage.ask('POST', internalStaffAccess.path, reported, { ...staff, service: 'gateway' });
    expect(answer.status).toBe(200);
    const records = await fresh();
    expect(records.map((record) => record.organisation_id).toSorted()).toEqual(organisations.toSorted());
    expect(records[0]).toMatchObject({ kind: 'staff_act', detail: { noun: 'events', call: 'POST /api/events/status/' } });
  });
});
