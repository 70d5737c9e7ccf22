import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkRecoveryLink, getAccount, listAccounts, sendRecoveryLink } from '@leakwatch/contracts';
import { type Caller, rows, sql, STAFF } from '@leakwatch/platform';
import { testCaller, waitUntil } from '@leakwatch/testing';
import { type AdminStage, OLD_PASSWORD, openAdminStage } from '../fixtures/admin-stage.fixture.ts';

let stage: AdminStage;
const staff = testCaller(null, { staff: true });
const user = testCaller(randomUUID());
const BASE = '/api/control/accounts';
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
async function company(): Promise<string> {
  const numbers = { task_limit: 5, pattern_limit: 100, patterns_per_task_limit: 50, time_limit_total_months: 12 };
  const tariff = await made('/api/control/tariffs/all_inclusive/', { name: randomUUID(), ...numbers });
  return made('/api/control/organisations/', { name: randomUUID(), tariff_type: 'all_inclusive', tariff });
}
const account = (more: object = {}) =>
  made(`${BASE}/`, { email: `${randomUUID()}@a.example`, username: 'person', default_password: OLD_PASSWORD, ...more });
const detail = async (id: string) => getAccount.answer.parse((await stage.ask('GET', `${BASE}/${id}/`, undefined, staff)).body);
const patch = (id: string, body: object, by: Caller = staff) => stage.ask('PATCH', `${BASE}/${id}/`, body, by);
const list = async (query: string) => listAccounts.answer.parse((await stage.ask('GET', `${BASE}/?${query}`, undefined, staff)).body);
const auditOf = (id: string) =>
  stage.sql(
    sql<{
      kind: string;
      detail: object;
    }>`select kind, detail from admin.audit where account_id = ${id} and kind like 'account_%' order by id`,
  );
const canEnter = async (id: string) => (await stage.signIn((await detail(id)).email, OLD_PASSWORD)) !== null;

describe('the list of accounts', () => {
  it('has pages by e-mail, narrowed by company and by a part of a field', async () => {
    const mark = randomUUID();
    const organisation = await company();
    const ids: string[] = [];
    for (const name of ['b', 'A', 'c'])
      ids.push(
        await account({ email: `${name}-${mark}@a.example`, username: `user-${name}`, first_name: `Имя ${mark}`, company: organisation }),
      );
    await account({ first_name: `имя ${mark}` });
    const [b, a, c] = ids;
    expect((await list(`company=${organisation}`)).results.map(({ id }) => id)).toEqual([a, b, c]);
    expect(await list(`company=${organisation}&limit=1&offset=1`)).toMatchObject({ count: 3, results: [{ id: b }] });
    expect((await list(`first_name=${encodeURIComponent(`ИМЯ ${mark}`)}`)).count).toBe(4);
    expect((await list(`email=-${mark.toUpperCase()}&username=USER-C`)).results.map(({ id }) => id)).toEqual([c]);
    expect((await list(`email=${encodeURIComponent('%')}`)).count).toBe(0);
    expect((await list(`company=${UNKNOWN}`)).count).toBe(0);
  });

  it('never has a password', async () => {
    const id = await account();
    const answer = await stage.ask('GET', `${BASE}/${id}/`, undefined, staff);
    expect(JSON.stringify(answer.body)).not.toMatch(/argon2|password_hash/);
    expect(await detail(id)).toMatchObject({ is_active: true, is_staff: false, has_2fa: false, company: null });
  });
});

describe('changing an account', () => {
  it('stores names as lists show them, without marks of the writing direction', async () => {
    const id = await account({ first_name: ' \u202eАнна  Мария' });
    expect(await detail(id)).toMatchObject({ first_name: 'Анна Мария' });
    await patch(id, { last_name: 'Пе\u200bтрова\u202e' });
    expect(await detail(id)).toMatchObject({ last_name: 'Петрова' });
  });

  it('changes the fields that are named, and keeps a record of their names', async () => {
    const organisation = await company();
    const id = await account();
    expect((await patch(id, { first_name: ' Ирина ', company: organisation, locale: 'en' })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ first_name: 'Ирина', last_name: '', company: { id: organisation }, locale: 'en' });
    expect(await auditOf(id)).toEqual([
      { kind: 'account_created', detail: {} },
      { kind: 'account_changed', detail: { fields: 'first_name, company, locale', version: '2' } },
    ]);
  });

  it('without a difference changes nothing', async () => {
    const id = await account({ first_name: 'Ann' });
    await patch(id, { first_name: 'Ann', is_active: true });
    await patch(id, {});
    expect(await auditOf(id)).toHaveLength(1);
  });

  it.each<[string, () => Promise<object>, boolean]>([
    ['deactivation', async () => ({ is_active: false }), true],
    ['another company', async () => ({ company: await company() }), true],
    ['rights of staff', async () => ({ is_staff: true }), true],
    ['another e-mail', async () => ({ email: `${randomUUID()}@b.example` }), true],
    ['a password', async () => ({ default_password: 'Vasilek-Na-Pole-7', change_password: true }), true],
    ['another name', async () => ({ last_name: 'Other' }), false],
  ])('%s ends its sessions: %#', async (_, change, ends) => {
    const id = await account();
    const caller = await stage.signIn((await detail(id)).email, OLD_PASSWORD);
    if (caller === null) throw new Error('no sign-in');
    const before = await stage.sql(sql<{ epoch: number }>`select epoch from admin.account where id = ${id}`);
    expect((await patch(id, await change())).status).toBe(200);
    const after = await stage.sql(sql<{ epoch: number }>`select epoch from admin.account where id = ${id}`);
    expect((after[0]?.epoch ?? 0) > (before[0]?.epoch ?? 0)).toBe(ends);
  });

  it('a deactivated account cannot sign in until it is active again', async () => {
    const id = await account();
    await patch(id, { is_active: false });
    expect(await canEnter(id)).toBe(false);
    await patch(id, { is_active: true });
    expect(await canEnter(id)).toBe(true);
  });

  it('refuses an e-mail that is taken, an unknown company, a weak password and an unknown account', async () => {
    const [one, other] = [await account(), await account()];
    const { email } = await detail(other);
    expect((await patch(one, { email: email.toUpperCase() })).code).toBe('account_exists');
    expect((await patch(one, { company: UNKNOWN })).code).toBe('organisation_not_found');
    expect((await patch(one, { default_password: 'password1234' })).code).toBe('password_weak');
    expect((await patch(UNKNOWN, { first_name: 'x' })).status).toBe(404);
    expect((await patch(UNKNOWN, { default_password: 'Vasilek-Na-Pole-7' })).status).toBe(404);
    expect((await patch(one, { username: 'with space' })).code).toBe('invalid_request');
    expect(await auditOf(one)).toHaveLength(1);
  });

  it('staff cannot deactivate, demote or delete themselves, nor set their own password here', async () => {
    const id = await account({ is_staff: true });
    const self = testCaller(null, { staff: true, account: { id, username: 'self' } });
    for (const change of [{ is_active: false }, { is_staff: false }, { default_password: 'Vasilek-Na-Pole-7' }])
      expect((await patch(id, change, self)).code).toBe('account_own');
    expect((await stage.ask('DELETE', `${BASE}/${id}/`, undefined, self)).code).toBe('account_own');
    expect((await patch(id, { first_name: 'Me' }, self)).status).toBe(200);
  });
});

describe('deleting an account', () => {
  it('removes it with all that it owned, and leaves a record', async () => {
    const id = await account();
    const { email } = await detail(id);
    await stage.signIn(email, OLD_PASSWORD);
    expect((await stage.ask('DELETE', `${BASE}/${id}/`, undefined, staff)).status).toBe(200);
    expect((await stage.ask('GET', `${BASE}/${id}/`, undefined, staff)).status).toBe(404);
    expect(await stage.signIn(email, OLD_PASSWORD)).toBeNull();
    expect((await auditOf(id)).at(-1)).toEqual({ kind: 'account_deleted', detail: {} });
    expect((await stage.ask('DELETE', `${BASE}/${id}/`, undefined, staff)).status).toBe(404);
    // The e-mail is free again.
    await account({ email });
  });
});

describe('links', () => {
  const send = (kind: string, email: string, by: Caller = staff) => stage.ask('POST', `${BASE}/${kind}/`, { email, locale: 'ru' }, by);

  it.each(['send_recovery_link', 'send_welcome_link'])('%s queues one mail and says when the next may follow', async (kind) => {
    const id = await account();
    const { email } = await detail(id);
    expect(checkRecoveryLink.answer.parse((await send('check_recovery_link', email)).body)).toEqual({
      recovery_hash_created: null,
      next_sending_after: 0,
    });
    const sent = sendRecoveryLink.answer.parse((await send(kind, email.toUpperCase())).body);
    expect(sent.next_sending_after).toBeGreaterThan(0);
    expect((await send(kind, email)).code).toBe('too_many_requests');
    const again = checkRecoveryLink.answer.parse((await send('check_recovery_link', email)).body);
    expect(again.recovery_hash_created).toBe(sent.recovery_hash_created);
    const mails = await stage.sql(sql<{ kind: string }>`select kind from admin.mail where account_id = ${id}`);
    expect(mails).toEqual([{ kind: kind === 'send_recovery_link' ? 'recovery' : 'welcome' }]);
  });

  it('are not sent to an account that is deleted meanwhile', async () => {
    const id = await account();
    const { email } = await detail(id);
    const sent = await stage.foundation.database.inScope(STAFF, async (em) => {
      await rows(em, sql`delete from admin.account where id = ${id}`);
      const sending = send('send_recovery_link', email);
      const waiting = sql<{ pid: number }>`select pid from pg_locks where not granted`;
      await waitUntil('the sending', async () => (await stage.sql(waiting)).length > 0);
      return [sending];
    });
    expect((await sent[0])?.code).toBe('account_not_found');
  });

  it('are not sent to an account that is not active or not there', async () => {
    const id = await account();
    const { email } = await detail(id);
    await patch(id, { is_active: false });
    for (const kind of ['send_recovery_link', 'send_welcome_link', 'check_recovery_link']) {
      expect((await send(kind, email)).code).toBe('account_not_found');
      expect((await send(kind, 'nobody@a.example')).code).toBe('account_not_found');
      expect((await send(kind, 'no address')).code).toBe('invalid_request');
    }
  });
});

it('users have none of these calls', async () => {
  const id = await account();
  const calls: ['GET' | 'PATCH' | 'DELETE' | 'POST', string, object?][] = [
    ['GET', '/'],
    ['GET', `/${id}/`],
    ['PATCH', `/${id}/`, {}],
    ['DELETE', `/${id}/`],
    ['POST', '/send_recovery_link/', { email: 'a@a.example' }],
    ['POST', '/send_welcome_link/', { email: 'a@a.example' }],
    ['POST', '/check_recovery_link/', { email: 'a@a.example' }],
  ];
  for (const [method, path, body] of calls) expect((await stage.ask(method, `${BASE}${path}`, body, user)).status).toBe(403);
});
