import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  actualToken,
  API_TOKEN_PREFIX,
  apiTokenKey,
  epochKey,
  generateToken,
  internalResolveToken,
  listActivity,
  listTokens,
  NO_TOKEN,
} from '@leakwatch/contracts';
import { asService, IDENTITY, isPrefixedToken, rows, SCHEDULER, sha256Hex, sql, STAFF } from '@leakwatch/platform';
import { callerHeaders, testCaller } from '@leakwatch/testing';
import { RESOLVE_LIMIT } from './resolve-token.ts';
import { codeOf, makePerson, openTestAdmin, PASSWORD, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';
import { ApiTokenCache, KNOWN_SECONDS } from './api-token.cache.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(async () => {
  await testAdmin.close();
});

const generate = async (person: Person): Promise<string> =>
  generateToken.answer.parse((await person.call('POST', '/api/control/auth-tokens/generate/')).answer).token;
const actual = async (person: Person) => actualToken.answer.parse((await person.call('GET', '/api/control/auth-tokens/actual/')).answer);

/** Resolves a token as the gateway does. */
async function resolve(token: string, address = '192.0.2.1') {
  const reply = await testAdmin.app.inject({
    method: 'POST',
    url: '/internal/auth-tokens/resolve/',
    headers: callerHeaders({ ...asService('gateway', 'request-1'), address, user_agent: 'curl' }),
    payload: { hash: sha256Hex(token) },
  });
  if (reply.statusCode !== 200) return { status: reply.statusCode };
  return internalResolveToken.answer.parse(reply.json());
}
const cached = (token: string) => testAdmin.redis.hget(apiTokenKey(sha256Hex(token)), 'record');
const kindsOf = async (person: Person) =>
  listActivity.answer.parse((await person.call('GET', '/api/activity/?limit=100')).answer).results.map(({ kind }) => kind);

async function signedIn(): Promise<Person> {
  const person = await makePerson(testAdmin);
  await person.signIn();
  return person;
}

describe('API tokens', () => {
  it('are shown once, and stored only as a hash', async () => {
    const person = await signedIn();
    expect(await actual(person)).toEqual({ created: null, last_used: null });
    const token = await generate(person);
    expect(isPrefixedToken(API_TOKEN_PREFIX, token)).toBe(true);
    const state = await actual(person);
    expect(state).toEqual({ created: expect.any(String), last_used: null });
    const stored = await testAdmin.database.inScope(IDENTITY, (em) =>
      rows(
        em,
        sql`select t.*, m.details, u.detail from admin.api_token t
        left join admin.mail m on m.account_id = t.account_id left join admin.audit u on u.account_id = t.account_id
        where t.account_id = ${person.id}`,
      ),
    );
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(token);
    expect(JSON.stringify(stored)).toContain(sha256Hex(token));
  });

  it('act as their account, and their use is recorded once in some minutes', async () => {
    const person = await signedIn();
    const token = await generate(person);
    const { organisation, id } = { organisation: person.caller.organisation, id: person.id };
    expect(await resolve(token)).toMatchObject({ record: { account: { id, username: 'irina' }, organisation, staff: false } });
    expect((await actual(person)).last_used).not.toBeNull();
    expect(JSON.parse((await cached(token)) ?? '')).toMatchObject({ account: { id } });
    expect(await testAdmin.redis.ttl(apiTokenKey(sha256Hex(token)))).toBeLessThanOrEqual(KNOWN_SECONDS);
  });

  it('leave an audit record for each new address, and none for a known one', async () => {
    const person = await signedIn();
    const token = await generate(person);
    const used = () => kindsOf(person).then((kinds) => kinds.filter((kind) => kind === 'token_new_address').length);
    await resolve(token, '127.0.0.1');
    expect(await used()).toBe(0);
    await Promise.all(Array.from({ length: 10 }, () => resolve(token, '198.51.100.1')));
    await resolve(token, '198.51.100.2');
    await resolve(token, '198.51.100.1');
    expect(await used()).toBe(2);
  });

  it('work again after Redis was emptied', async () => {
    const person = await signedIn();
    const token = await generate(person);
    await resolve(token);
    await testAdmin.redis.del(apiTokenKey(sha256Hex(token)), epochKey(person.id));
    expect(await resolve(token)).toMatchObject({ record: { account: { id: person.id } } });
    // The gateway compares a token with the epoch, so the epoch has to be back as well.
    expect(Number(await testAdmin.redis.get(epochKey(person.id)))).toBeGreaterThan(0);
  });

  it('that are revoked or replaced end at once, and no earlier look-up restores them', async () => {
    const person = await signedIn();
    const first = await generate(person);
    await resolve(first);
    const second = await generate(person);
    expect(await cached(first)).toBe(NO_TOKEN);
    expect(await resolve(first)).toEqual({ record: null });
    await resolve(second);
    await person.call('POST', '/api/control/auth-tokens/revoke/');
    expect(await cached(second)).toBe(NO_TOKEN);
    expect(await resolve(second)).toEqual({ record: null });
    expect(await actual(person)).toEqual({ created: null, last_used: null });
    expect((await person.call('GET', '/api/control/auth-tokens/revoke/')).status).toBe(200);
    expect((await kindsOf(person)).filter((kind) => kind === 'token_revoked')).toHaveLength(1);
    expect((await kindsOf(person)).filter((kind) => kind === 'token_generated')).toHaveLength(2);
  });

  it('that were revoked during a look-up stay revoked', async () => {
    const person = await signedIn();
    const token = await generate(person);
    const { record } = internalResolveToken.answer.parse(await resolve(token));
    if (record === null) throw new Error('no token');
    await person.call('POST', '/api/control/auth-tokens/revoke/');
    // The look-up read the token before, and saves it only now.
    await testAdmin.app.get(ApiTokenCache).save(sha256Hex(token), record, '198.51.100.1');
    expect(await cached(token)).toBe(NO_TOKEN);
  });

  const changePassword = (person: Person) =>
    person.call('PATCH', '/api/password/', { old_password: PASSWORD, new_password: 'Vasilek-Na-Pole-7' });
  const bySql = (statement: (id: string) => Parameters<typeof rows>[1]) => (person: Person) =>
    testAdmin.database.inScope(STAFF, (em) => rows(em, statement(person.id)));
  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['a changed password', changePassword],
    ['a second factor', (person) => person.setUp()],
    ['the end of all other sessions', (person) => person.call('POST', '/api/profile/sessions/end_others/', { password: PASSWORD })],
    [
      'what raises the epoch, as a move to another organisation does',
      bySql((id) => sql`update admin.account set epoch = epoch + 1 where id = ${id}`),
    ],
    ['a deactivated account', bySql((id) => sql`update admin.account set active = false where id = ${id}`)],
    ['a deleted account', bySql((id) => sql`delete from admin.account where id = ${id}`)],
  ])('end with %s', async (_, change) => {
    const person = await signedIn();
    const token = await generate(person);
    expect(await resolve(token)).toMatchObject({ record: { account: { id: person.id } } });
    await change(person);
    expect(await resolve(token)).toEqual({ record: null });
  });

  it('that are unknown are cached as unknown, and an address may try a limited number', async () => {
    const token = 'lw_nobody';
    expect(await resolve(token, '192.0.2.77')).toEqual({ record: null });
    expect(await cached(token)).toBe(NO_TOKEN);
    for (let at = 1; at < RESOLVE_LIMIT.attempts; at += 1) await resolve(`${token}${at}`, '192.0.2.77');
    expect(await resolve(token, '192.0.2.77')).toEqual({ status: 429 });
    expect(await resolve(token, '192.0.2.78')).toEqual({ record: null });
  });

  it('cannot be used for requests that could take the account over', async () => {
    const person = await signedIn();
    const { secret } = await person.setUp();
    const byToken = testCaller(person.caller.organisation, { account: person.caller.account, token: person.id });
    const body = { old_password: PASSWORD, new_password: 'Vasilek-Na-Pole-7' };
    const refused = [
      await person.call('PATCH', '/api/password/', body, byToken),
      await person.call('POST', '/api/profile/two_factor/disable/', { token: codeOf(secret, 1) }, byToken),
      await person.call('POST', '/api/profile/two_factor/add/', {}, byToken),
      await person.call('POST', '/api/control/auth-tokens/generate/', {}, byToken),
      await person.call('GET', '/api/control/auth-tokens/actual/', undefined, byToken),
      await person.call('POST', '/api/profile/sessions/end_others/', { password: PASSWORD }, byToken),
    ];
    expect(refused.map(({ status, code }) => `${status} ${code ?? ''}`)).toEqual(refused.map(() => '403 session_only'));
    expect((await person.call('GET', '/api/activity/', undefined, byToken)).status).toBe(200);
  });

  it('are announced to their owner by mail', async () => {
    const person = await signedIn();
    await generate(person);
    await person.call('POST', '/api/control/auth-tokens/revoke/');
    await person.call('POST', '/api/control/auth-tokens/revoke/');
    const mails = await testAdmin.database.inScope(SCHEDULER, (em) =>
      rows(em, sql`select kind from admin.mail where account_id = ${person.id} order by created, kind`),
    );
    expect(mails).toEqual([{ kind: 'token_generated' }, { kind: 'token_revoked' }]);
  });
});

describe('staff', () => {
  const staffMember = async (): Promise<Person> => {
    const person = await makePerson(testAdmin, false, true);
    await person.enter();
    return person;
  };
  const list = async (staff: Person, search = 'limit=1000') =>
    listTokens.answer.parse((await staff.call('GET', `/api/control/auth-tokens/?${search}`)).answer);
  const rowOf = async (staff: Person, { id }: Person) => (await list(staff)).results.find(({ user }) => user.id === id);

  it('list the tokens of all accounts by their ending, newest first, in pages', async () => {
    const [staff, first, second] = [await staffMember(), await signedIn(), await signedIn()];
    const [one, two] = [await generate(first), await generate(second)];
    await resolve(two);
    const all = await list(staff);
    expect(all.results.slice(0, 2)).toEqual([
      {
        key: expect.any(String),
        ending: two.slice(-4),
        user: { id: second.id, username: 'irina', email: second.email, active: true },
        company: { id: second.organisation, name: second.organisation },
        created: expect.any(String),
        last_used: expect.any(String),
      },
      expect.objectContaining({ ending: one.slice(-4), last_used: null }),
    ]);
    expect(JSON.stringify(all)).not.toContain(two.slice(0, -4));
    expect(JSON.stringify(all)).not.toContain(sha256Hex(two));
    expect(await list(staff, 'limit=1&offset=1')).toEqual({ count: all.count, results: [all.results[1]] });
  });

  it('do not see a token of an older epoch, and see that an account is deactivated', async () => {
    const [staff, person] = [await staffMember(), await signedIn()];
    await generate(person);
    const change = (statement: Parameters<typeof rows>[1]) => testAdmin.database.inScope(STAFF, (em) => rows(em, statement));
    await change(sql`update admin.account set active = false where id = ${person.id}`);
    expect((await rowOf(staff, person))?.user.active).toBe(false);
    const { count } = await list(staff);
    await change(sql`update admin.account set active = true, epoch = epoch + 1 where id = ${person.id}`);
    expect(await rowOf(staff, person)).toBeUndefined();
    expect((await list(staff)).count).toBe(count - 1);
  });

  it('revoke a token at once; its owner sees it and gets a mail', async () => {
    const [staff, person] = [await staffMember(), await signedIn()];
    const token = await generate(person);
    await resolve(token);
    const key = (await rowOf(staff, person))?.key ?? '';
    const url = `/api/control/auth-tokens/${key}/`;
    expect((await staff.call('DELETE', url)).status).toBe(200);
    expect(await cached(token)).toBe(NO_TOKEN);
    expect(await resolve(token)).toEqual({ record: null });
    expect(await rowOf(staff, person)).toBeUndefined();
    expect(await staff.call('DELETE', url)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await kindsOf(person)).toContain('token_revoked_by_staff');
    const read = <T>(statement: Parameters<typeof rows<T>>[1]) => testAdmin.database.inScope(SCHEDULER, (em) => rows(em, statement));
    expect(
      await read(sql`select actor_id, detail from admin.audit where kind = 'token_revoked_by_staff' and account_id = ${person.id}`),
    ).toEqual([{ actor_id: staff.id, detail: { token: key } }]);
    const mails = await read<{ kind: string; details: { address: string } }>(
      sql`select kind, details from admin.mail where account_id = ${person.id} and kind = 'token_revoked'`,
    );
    expect(mails).toMatchObject([{ details: { address: '–', device: 'Leakwatch' } }]);
  });

  it('do not revoke the token that replaced the one that they saw', async () => {
    const [staff, person] = [await staffMember(), await signedIn()];
    await generate(person);
    const key = (await rowOf(staff, person))?.key ?? '';
    const next = await generate(person);
    expect(await staff.call('DELETE', `/api/control/auth-tokens/${key}/`)).toMatchObject({ status: 404 });
    expect(await resolve(next)).toMatchObject({ record: { account: { id: person.id } } });
  });

  it('alone may list and revoke, and not with an API token', async () => {
    const [staff, person] = [await staffMember(), await signedIn()];
    await generate(person);
    const url = `/api/control/auth-tokens/${(await rowOf(staff, person))?.key ?? ''}/`;
    expect(await person.call('GET', '/api/control/auth-tokens/')).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await person.call('DELETE', url)).toMatchObject({ status: 403, code: 'forbidden' });
    const byToken = { token: staff.id };
    expect(await staff.call('GET', '/api/control/auth-tokens/', undefined, byToken)).toMatchObject({ code: 'session_only' });
    expect(await staff.call('DELETE', url, undefined, byToken)).toMatchObject({ code: 'session_only' });
    expect(await rowOf(staff, person)).toBeDefined();
  });
});
