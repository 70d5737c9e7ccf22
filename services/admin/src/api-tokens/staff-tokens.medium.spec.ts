import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { apiTokenKey, listTokens, NO_TOKEN } from '@leakwatch/contracts';
import { rows, SCHEDULER, sha256Hex, sql, STAFF } from '@leakwatch/platform';
import { makePerson, openTestAdmin, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';
import { generate, kindsOf, resolveIn, signedInTo } from './token-calls.fixture.ts';

let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(async () => {
  await testAdmin.close();
});

const resolve = (token: string, address?: string) => resolveIn(testAdmin, token, address);
const cached = (token: string) => testAdmin.redis.hget(apiTokenKey(sha256Hex(token)), 'record');

const signedIn = () => signedInTo(testAdmin);

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
