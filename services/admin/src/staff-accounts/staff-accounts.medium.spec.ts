import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { endAccountSessions, epochKey, listSessions, sessionKey } from '@leakwatch/contracts';
import { type Caller, IDENTITY, openRedis, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import type { Redis } from 'ioredis';
import { raiseEpochs } from '../accounts/account.store.ts';
import { type AdminStage, OLD_PASSWORD, openAdminStage } from '../fixtures/admin-stage.fixture.ts';
import { SESSIONS_MAX } from '../sessions/account-sessions.store.ts';

let stage: AdminStage;
let redis: Redis;
const staff = testCaller(null, { staff: true });

beforeAll(async () => {
  stage = await openAdminStage();
  redis = openRedis(stage.foundation.settings.REDIS_URL, stage.foundation.logger, 'waits');
});
afterAll(async () => {
  redis.disconnect();
  await stage.close();
});

async function person(): Promise<{ email: string; id: string; caller: Caller }> {
  const email = `${randomUUID()}@romashka.example`;
  const id = await stage.addPerson(email);
  const caller = await stage.signIn(email, OLD_PASSWORD);
  if (caller === null) throw new Error('no sign-in');
  return { email, id, caller };
}

const end = (body: object, by: Caller = staff) => stage.ask('POST', '/api/control/accounts/end_sessions', body, by);
async function isOpen({ id, caller }: { id: string; caller: Caller }): Promise<boolean> {
  const record = await redis.get(sessionKey(caller.session ?? ''));
  return record !== null && JSON.parse(record).epoch === Number(await redis.get(epochKey(id)));
}

describe('staff end sessions', () => {
  it('of one account, and its owner sees in the activity that another person did it', async () => {
    const [one, other] = [await person(), await person()];
    const answer = await end({ email: one.email.toUpperCase() });
    expect(endAccountSessions.answer.parse(answer.body)).toEqual({ count: 1 });
    expect([await isOpen(one), await isOpen(other)]).toEqual([false, true]);
    expect(listSessions.answer.parse((await stage.ask('GET', '/api/profile/sessions', undefined, one.caller)).body)).toEqual([]);
    const records = await stage.sql(sql<{ kind: string; actor_id: string | null }>`
      select kind, actor_id from admin.audit where account_id = ${one.id} order by id desc limit 1`);
    expect(records).toEqual([{ kind: 'sessions_ended_by_staff', actor_id: staff.account?.id }]);
    expect(await stage.signIn(one.email, OLD_PASSWORD)).not.toBeNull();
  });

  it('of all accounts', async () => {
    const people = [await person(), await person(), await person()];
    const { count } = endAccountSessions.answer.parse((await end({ everyone: true })).body);
    expect(count).toBeGreaterThanOrEqual(people.length);
    expect(await Promise.all(people.map(isOpen))).toEqual([false, false, false]);
  });

  it('of no account when the request does not say which', async () => {
    const { email, caller } = await person();
    expect((await end({ email: 'nobody@romashka.example' })).code).toBe('account_not_found');
    for (const body of [{}, { everyone: false }, { email, everyone: true }, { email: '%' }])
      expect((await end(body)).code).toBe('invalid_request');
    expect((await end({ email }, caller)).code).toBe('forbidden');
    expect((await end({ everyone: true }, caller)).code).toBe('forbidden');
  });

  it.each([
    ['end_others', 'POST', '/api/profile/sessions/end_others/', { password: OLD_PASSWORD }],
    ['a change of the password', 'PATCH', '/api/password/', { old_password: OLD_PASSWORD, new_password: 'Vasilek-Na-Pole-7' }],
  ] as const)('and %s at the same moment keeps none of them', async (_, method, url, body) => {
    const one = await person();
    // Committed by staff, and not yet known to the gateway that let the request through.
    await stage.foundation.database.inScope(IDENTITY, (em) => raiseEpochs(em, one.email));
    const answer = await stage.ask(method, url, body, one.caller);
    expect([answer.code, answer.cookies]).toEqual(['not_authenticated', []]);
    expect(await isOpen(one)).toBe(false);
  });
});

it('an account has at most 20 sessions: a further sign-in ends the oldest', async () => {
  const first = await person();
  const others: Caller[] = [];
  for (let opened = 1; opened <= SESSIONS_MAX; opened += 1) {
    const caller = await stage.signIn(first.email, OLD_PASSWORD);
    if (caller === null) throw new Error('no sign-in');
    others.push(caller);
  }
  const open = await Promise.all([first.caller, ...others].map((caller) => isOpen({ id: first.id, caller })));
  expect(open).toEqual([false, ...others.map(() => true)]);
  expect(listSessions.answer.parse((await stage.ask('GET', '/api/profile/sessions', undefined, others[0])).body)).toHaveLength(
    SESSIONS_MAX,
  );
});
