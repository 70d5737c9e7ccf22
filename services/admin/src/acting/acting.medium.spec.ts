import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ACTING_SECONDS,
  beginActing,
  endActing,
  epochKey,
  internalStaffAccess,
  listUserActivity,
  sessionKey,
  sessionRecord,
} from '@leakwatch/contracts';
import { IDENTITY, rows, STAFF, sql } from '@leakwatch/platform';
import { SUPPORT_NAME } from '@leakwatch/vocabulary';
import { EndOfActing } from './end-of-acting.ts';
import { makePerson, openTestAdmin, type Person, type TestAdmin } from '../fixtures/person.fixture.ts';

const MISSING = '11111111-2222-4333-8444-555555555555';
let testAdmin: TestAdmin;
beforeAll(async () => {
  testAdmin = await openTestAdmin();
});
afterAll(() => testAdmin?.close());

async function people() {
  const [staff, customer] = [await makePerson(testAdmin, false, true), await makePerson(testAdmin)];
  await staff.enter();
  await customer.signIn();
  const begin = (organisation = customer.organisation) =>
    staff.call('POST', beginActing.path.replace('{id}', organisation), undefined, { organisation: staff.organisation });
  return { staff, customer, begin, end: () => staff.call('POST', endActing.path) };
}
const tick = () => testAdmin.app.get(EndOfActing, { strict: false }).tick();
const recordOf = async ({ caller }: Person) =>
  sessionRecord.parse(JSON.parse((await testAdmin.redis.get(sessionKey(caller.session ?? ''))) ?? ''));
const supportIn = ({ organisation }: Person) =>
  testAdmin.database.inScope(STAFF, (em) =>
    rows(
      em,
      sql<{ kind: string; account_id: string; detail: Readonly<Record<string, string>> }>`
        select kind, account_id, detail from admin.audit where organisation_id = ${organisation} and kind like 'support%' order by id`,
    ),
  );
const activityOf = async (person: Person) =>
  listUserActivity.answer.parse((await person.call('GET', '/api/users/activity/')).answer).results;

describe('work in an organisation’s name', () => {
  it('is kept in the session for an hour, and keeps the time that the session has left', async () => {
    const { staff, customer, begin } = await people();
    await testAdmin.redis.expire(sessionKey(staff.caller.session ?? ''), 100);
    const { until } = beginActing.answer.parse((await begin()).answer);
    const { acting } = await recordOf(staff);
    expect(acting).toEqual({ organisation: customer.organisation, until: Date.parse(until) / 1000 });
    expect(Math.abs(Date.parse(until) / 1000 - Date.now() / 1000 - ACTING_SECONDS)).toBeLessThan(60);
    expect(await testAdmin.redis.ttl(sessionKey(staff.caller.session ?? ''))).toBeLessThanOrEqual(100);
  });

  it('is recorded with organisation and member of staff when it begins and ends, once each', async () => {
    const { staff, customer, begin, end } = await people();
    await begin();
    expect((await end()).status).toBe(200);
    expect((await end()).status).toBe(200);
    const found = await supportIn(customer);
    expect(found.map(({ kind, account_id }) => ({ kind, account_id }))).toEqual([
      { kind: 'support_begun', account_id: staff.id },
      { kind: 'support_ended', account_id: staff.id },
    ]);
    expect((await recordOf(staff)).acting).toBeUndefined();
  });

  it('is recorded as ended when its hour has run out, once, by the schedule or by a button after it', async () => {
    const [first, second] = [await people(), await people()];
    for (const { begin } of [first, second]) await begin();
    await tick();
    expect((await supportIn(first.customer)).map(({ kind }) => kind)).toEqual(['support_begun']);
    await testAdmin.database.inScope(IDENTITY, (em) =>
      rows(em, sql`update admin.acting set begun = now() - interval '1 hour', until = now() - interval '1 second'`),
    );
    await second.end();
    await tick();
    await tick();
    for (const { customer, staff } of [first, second])
      expect((await supportIn(customer)).map(({ kind, account_id, detail }) => [kind, account_id, detail['ended_by']])).toEqual([
        ['support_begun', staff.id, undefined],
        ['support_ended', staff.id, 'time'],
      ]);
    expect((await activityOf(first.customer))[0]).toMatchObject({ user: SUPPORT_NAME, description: 'support_ended' });
    expect((await activityOf(first.staff))[0]).toMatchObject({ description: 'support_ended' });
  });

  it('is recorded as ended when the session ends, by log-out or by new credentials', async () => {
    const [out, reset] = [await people(), await people()];
    for (const { begin } of [out, reset]) await begin();
    await testAdmin.redis.del(sessionKey(out.staff.caller.session ?? ''));
    await testAdmin.redis.incr(epochKey(reset.staff.id));
    await tick();
    expect((await supportIn(out.customer)).map(({ kind }) => kind)).toEqual(['support_begun']);
    await testAdmin.database.inScope(IDENTITY, (em) => rows(em, sql`update admin.acting set begun = now() - interval '1 minute'`));
    await tick();
    for (const { customer } of [out, reset])
      expect((await supportIn(customer)).map(({ kind, detail }) => [kind, detail['ended_by']])).toEqual([
        ['support_begun', undefined],
        ['support_ended', 'session'],
      ]);
  });

  it('that begins again before the end of its last hour was recorded has both records', async () => {
    const { customer, begin } = await people();
    await begin();
    await begin();
    expect((await supportIn(customer)).map(({ kind }) => kind)).toEqual(['support_begun', 'support_ended', 'support_begun']);
  });

  it('needs an organisation that exists, and staff', async () => {
    const { customer, begin } = await people();
    expect(await begin(MISSING)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await customer.call('POST', beginActing.path.replace('{id}', customer.organisation))).toMatchObject({ status: 403 });
  });

  it('acts are shown to the people of the organisation as done by the support, and to no others', async () => {
    const { staff, customer, begin } = await people();
    const other = await makePerson(testAdmin);
    await other.signIn();
    await begin();
    const acting = { until: Math.floor(Date.now() / 1000) + 60 };
    const { caller } = staff;
    const act = { call: 'POST /api/tasks/{id}/start/', objects: MISSING };
    const recorded = await staff.call(
      'POST',
      internalStaffAccess.path,
      { organisations: [customer.organisation], noun: 'tasks', act },
      { ...caller, service: 'gateway', staff: false, organisation: customer.organisation, acting },
    );
    expect(recorded.status).toBe(200);
    expect((await activityOf(customer)).map(({ user, description }) => ({ user, description }))).toEqual([
      { user: SUPPORT_NAME, description: 'support_act' },
      { user: SUPPORT_NAME, description: 'support_begun' },
      { user: 'irina', description: 'login' },
    ]);
    expect((await activityOf(other)).map(({ description }) => description)).toEqual(['login']);
    expect((await supportIn(customer)).at(-1)).toMatchObject({ account_id: staff.id, detail: { noun: 'tasks', ...act } });
  });
});
