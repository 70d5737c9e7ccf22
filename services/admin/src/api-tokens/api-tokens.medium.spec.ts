import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { actualToken, API_TOKEN_PREFIX, apiTokenKey, epochKey, internalResolveToken, NO_TOKEN } from '@leakwatch/contracts';
import { IDENTITY, isPrefixedToken, rows, SCHEDULER, sha256Hex, sql, STAFF } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { RESOLVE_LIMIT } from './resolve-token.ts';
import { codeOf, openTestAdmin, PASSWORD, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';
import { generate, kindsOf, resolveIn, signedInTo } from './token-calls.fixture.ts';
import { ApiTokenCache, KNOWN_SECONDS } from './api-token.cache.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(async () => {
  await testAdmin.close();
});

const actual = async (person: Person) => actualToken.answer.parse((await person.call('GET', '/api/control/auth-tokens/actual/')).answer);

const resolve = (token: string, address?: string) => resolveIn(testAdmin, token, address);
const cached = (token: string) => testAdmin.redis.hget(apiTokenKey(sha256Hex(token)), 'record');

const signedIn = () => signedInTo(testAdmin);

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
