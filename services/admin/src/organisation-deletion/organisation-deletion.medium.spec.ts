import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createAccount,
  createServiceAccount,
  deleteOrganisation,
  epochKey,
  getOrganisation,
  internalDeletedOrganisations,
  internalOrganisations,
  listOrganisationOptions,
  organisationChangesV1,
  sessionKey,
  unlinkServiceAccountPost,
} from '@leakwatch/contracts';
import { type Caller, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { OLD_PASSWORD } from '../fixtures/admin-stage.fixture.ts';
import { PoolStage } from '../fixtures/pool.fixture.ts';

let pool: PoolStage;
beforeAll(async () => {
  pool = await PoolStage.open();
});
afterAll(() => pool?.close());
beforeEach(() => pool.clear());

const remove = (id: string, query = '', by: Caller = pool.staff) => pool.call(deleteOrganisation, { id, query }, by);
const OK = { status: 200, body: { ok: true } };

async function person(company: string | null, change: object = {}): Promise<{ id: string; email: string }> {
  const email = `${randomUUID()}@a.example`;
  const body = { email, username: 'irina', default_password: OLD_PASSWORD, company, ...change };
  return { email, ...createAccount.answer.parse((await pool.call(createAccount, { body })).body) };
}
async function signedIn(email: string): Promise<Caller> {
  const caller = await pool.stage.signIn(email, OLD_PASSWORD);
  if (caller === null) throw new Error('no sign-in');
  return caller;
}
/** As the gateway decides. */
async function isOpen(account: string, { session }: Caller): Promise<boolean> {
  const record = await pool.stage.redis.get(sessionKey(session ?? ''));
  return record !== null && JSON.parse(record).epoch === Number(await pool.stage.redis.get(epochKey(account)));
}
async function messages(topic: string, organisation: string): Promise<unknown[]> {
  const { rows } = await pool.stage.owner.query(
    `select payload from bus.message where topic = $1 and payload ->> 'organisation_id' = $2 order by (payload ->> 'version')::bigint`,
    [topic, organisation],
  );
  return rows.map(({ payload }) => payload);
}
const accountRows = (id: string) =>
  pool.stage.sql(sql<{ organisation_id: string | null }>`select organisation_id from admin.account where id = ${id}`);

describe('a deleted organisation', () => {
  it('is gone from every list, its name and its tariff are free, and the other services get the message', async () => {
    const id = await pool.organisation();
    const { name, tariff, ...of } = getOrganisation.answer.parse((await pool.call(getOrganisation, { id })).body);
    expect(await remove(id)).toMatchObject(OK);
    expect((await remove(id)).code).toBe('not_found');
    expect((await pool.call(getOrganisation, { id })).code).toBe('not_found');
    expect((await pool.stage.ask('PATCH', `/api/control/organisations/${id}/`, { active: true }, pool.staff)).code).toBe('not_found');
    const options = listOrganisationOptions.answer.parse((await pool.call(listOrganisationOptions)).body);
    expect(options.map((one) => one.id)).not.toContain(id);
    const gateway = testCaller(null, { staff: true, service: 'gateway' });
    const listed = await pool.stage.ask('GET', `${internalOrganisations.path}?name=${name}`, undefined, gateway);
    expect(internalOrganisations.answer.parse(listed.body).count).toBe(0);
    const [, last, ...rest] = (await messages(organisationChangesV1.topic, id)).map((one) => organisationChangesV1.schema.parse(one));
    expect(rest).toEqual([]);
    expect(last).toMatchObject({ version: 2, active: false, deleted: true, tariff: null });

    const again = { name, tariff, tariff_type: of.tariff_type };
    expect((await pool.stage.ask('POST', '/api/control/organisations/', again, pool.staff)).status).toBe(200);
    const other = await pool.organisation();
    const { tariff: unused } = getOrganisation.answer.parse((await pool.call(getOrganisation, { id: other })).body);
    await remove(other);
    expect((await pool.stage.ask('DELETE', `/api/control/tariffs/all_inclusive/${unused}/`, undefined, pool.staff)).status).toBe(200);
  });

  it('gets nothing any more: neither people, nor accounts and proxies, nor notifications', async () => {
    const company = await pool.organisation();
    await remove(company);
    const account = { email: `${randomUUID()}@a.example`, username: 'p', company };
    expect((await pool.call(createAccount, { body: account })).code).toBe('organisation_not_found');
    const service = { company, source_type: 'gist', proxy_ext: `${pool.nextAddress()}:1` };
    expect((await pool.call(createServiceAccount, { body: service })).code).toBe('organisation_not_found');
    const proxy = { company, ip_address: pool.nextAddress(), port: 1 };
    expect((await pool.stage.ask('POST', '/api/control/proxies/', proxy, pool.staff)).code).toBe('organisation_not_found');
    const note = { organisation: company, title: 'a', message: 'b' };
    expect((await pool.stage.ask('POST', '/api/control/notifications/', note, pool.staff)).status).toBe(404);
  });

  it('is listed for staff with who deleted it, the last one first, and nothing of it is left here', async () => {
    const [first, last, kept] = [await pool.organisation(), await pool.organisation(), await pool.organisation()];
    await person(first);
    await pool.proxy({ company: last });
    const by = await person(null, { is_staff: true });
    await remove(first, '?cascade=true', { ...pool.staff, account: { id: by.id, username: 'irina' } });
    await remove(last);
    const gateway = testCaller(null, { staff: true, service: 'gateway' });
    const list = async (limit: number) => {
      const answer = await pool.stage.ask('GET', `${internalDeletedOrganisations.path}?limit=${limit}`, undefined, gateway);
      return internalDeletedOrganisations.answer.parse(answer.body);
    };
    const { count, results } = await list(2);
    const gone = { part: 'people', open: false, left: 0, until: null };
    expect(results).toMatchObject([
      { id: last, by: null, cascade: false, version: 2, people: gone },
      { id: first, by: by.email, cascade: true, version: 2, people: gone },
    ]);
    const all = await list(1000);
    expect(all.results).toHaveLength(count);
    expect(all.results.map(({ id }) => id)).not.toContain(kept);
  });

  it('is refused to others than staff', async () => {
    const id = await pool.organisation();
    expect((await remove(id, '', testCaller(id))).code).toBe('forbidden');
    expect((await pool.call(getOrganisation, { id })).status).toBe(200);
  });
});

describe('the people of a deleted organisation', () => {
  it('stay without it, and their sessions end at once; those of others go on', async () => {
    const [id, other] = [await pool.organisation(), await pool.organisation()];
    const [one, stranger] = [await person(id), await person(other)];
    const [caller, theirs] = [await signedIn(one.email), await signedIn(stranger.email)];
    await remove(id);
    expect([await isOpen(one.id, caller), await isOpen(stranger.id, theirs)]).toEqual([false, true]);
    expect(await accountRows(one.id)).toEqual([{ organisation_id: null }]);
    expect(await accountRows(stranger.id)).toEqual([{ organisation_id: other }]);
    const record = JSON.parse((await pool.stage.redis.get(sessionKey((await signedIn(one.email)).session ?? ''))) ?? '');
    expect(record).toMatchObject({ organisation: null });
  });

  it('are deleted with it on request, apart from staff, and nobody of them signs in again', async () => {
    const [id, other] = [await pool.organisation(), await pool.organisation()];
    const [one, admin, stranger] = [await person(id), await person(id, { is_staff: true }), await person(other)];
    const callers = [await signedIn(one.email), await signedIn(admin.email)];
    await pool.stage.ask('POST', '/api/profile/two_factor/add/', undefined, callers[0]);
    expect(await remove(id, '?cascade=true')).toMatchObject(OK);
    expect(await isOpen(one.id, callers[0] ?? pool.staff)).toBe(false);
    expect(await isOpen(admin.id, callers[1] ?? pool.staff)).toBe(false);
    expect(await accountRows(one.id)).toEqual([]);
    expect(await accountRows(admin.id)).toEqual([{ organisation_id: null }]);
    expect(await accountRows(stranger.id)).toHaveLength(1);
    expect(await pool.stage.signIn(one.email, OLD_PASSWORD)).toBeNull();
    expect(await pool.stage.signIn(admin.email, OLD_PASSWORD)).not.toBeNull();
    expect((await pool.call(createAccount, { body: { email: one.email, username: 'p' } })).status).toBe(200);
    const records = await pool.stage.sql(sql`
      select kind, account_id, detail from admin.audit where organisation_id = ${id} and created > now() - interval '1 minute'
        and kind in ('organisation_deleted', 'account_deleted', 'sessions_ended_by_staff') order by id`);
    expect(records).toEqual([
      { kind: 'sessions_ended_by_staff', account_id: admin.id, detail: {} },
      { kind: 'account_deleted', account_id: one.id, detail: {} },
      { kind: 'organisation_deleted', account_id: pool.staff.account?.id, detail: { cascade: 'true', accounts: '2' } },
    ]);
  });

  it('are in no deleted organisation, also when they are created at that moment', async () => {
    for (const _ of [1, 2, 3, 4]) {
      const id = await pool.organisation();
      const email = `${randomUUID()}@a.example`;
      await Promise.all([remove(id, '?cascade=true'), pool.call(createAccount, { body: { email, username: 'p', company: id } })]);
      expect(await pool.stage.sql(sql`select id from admin.account where organisation_id = ${id}`)).toEqual([]);
    }
  });
});

describe('service accounts and proxies of a deleted organisation', () => {
  it('leave it blocked, and a crawler that holds one loses it', async () => {
    const company = await pool.organisation();
    const account = await pool.account({ company });
    const spare = await pool.proxy({ company });
    const common = await pool.account();
    const lease = await pool.taken({ organisations: [company] });
    expect(lease.account?.id).toBe(account.id);
    await remove(company);
    expect(await pool.renew(lease.lease)).toBe(false);
    const blocked = { state: 'blocked', block_reason: 'company_changed', company: null };
    expect(await pool.accountNow(account.id)).toMatchObject({ ...blocked, proxy: null });
    expect(await pool.proxyNow(account.proxy ?? '')).toMatchObject(blocked);
    expect(await pool.proxyNow(spare.id)).toMatchObject(blocked);
    expect(await pool.accountNow(common.id)).toMatchObject({ state: 'ready' });
    expect((await messages('own-access.v1', company)).at(-1)).toMatchObject({ owns: false, source_type: 'gitlab_cloud' });
  });

  it('that the common pool has already are deleted', async () => {
    const company = await pool.organisation();
    const common = await pool.account({ login: 'Octo' });
    const account = await pool.account({ login: 'octo', company });
    expect(await remove(company)).toMatchObject(OK);
    const left = await pool.stage.sql(sql`select id from admin.service_account`);
    expect(left).toEqual([{ id: common.id }]);
    expect(account.id).not.toBe(common.id);
  });

  it('are in no deleted organisation, also when they are moved at that moment', async () => {
    for (const _ of [1, 2, 3, 4]) {
      const [company, other] = [await pool.organisation(), await pool.organisation()];
      const [account, proxy] = [await pool.account({ company: other }), await pool.proxy({ company: other })];
      const own = await pool.account({ company });
      const answers = await Promise.all([
        remove(company),
        pool.stage.ask(
          'PATCH',
          `/api/control/services/accounts/${account.id}/`,
          { company, proxy_ext: `${pool.nextAddress()}:1` },
          pool.staff,
        ),
        pool.stage.ask('PATCH', `/api/control/proxies/${proxy.id}/`, { company }, pool.staff),
        pool.stage.ask('PATCH', `/api/control/services/accounts/${own.id}/`, { company, phone: '' }, pool.staff),
      ]);
      expect(answers.map(({ status }) => status)).not.toContain(500);
      for (const table of ['service_account', 'proxy'])
        expect(await pool.stage.sql(sql`select id from ${sql.table(`admin.${table}`)} where organisation_id = ${company}`)).toEqual([]);
    }
  });
});

it('an account is not unlinked into a pool that has its login', async () => {
  const company = await pool.organisation();
  await pool.account({ login: 'twin' });
  const { id } = await pool.account({ login: 'twin', company });
  expect(await pool.call(unlinkServiceAccountPost, { id })).toMatchObject({ status: 409, code: 'service_account_exists' });
});
