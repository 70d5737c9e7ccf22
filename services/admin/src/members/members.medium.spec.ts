import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createAccount, deleteOrganisation, type MemberChange, memberChangesV1 } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { OLD_PASSWORD } from '../fixtures/admin-stage.fixture.ts';
import { PoolStage } from '../fixtures/pool.fixture.ts';
import { AnnounceMembers } from './announce-members.ts';

let pool: PoolStage;
beforeAll(async () => {
  pool = await PoolStage.open();
});
afterAll(() => pool?.close());

async function person(company: string | null): Promise<string> {
  const body = { email: `${randomUUID()}@a.example`, username: 'irina', default_password: OLD_PASSWORD, company };
  return createAccount.answer.parse((await pool.call(createAccount, { body })).body).id;
}
async function published(account: string): Promise<Omit<MemberChange, 'account_id'>[]> {
  const { rows } = await pool.stage.owner.query(
    `select payload from bus.message where topic = $1 and payload ->> 'account_id' = $2 order by position`,
    [memberChangesV1.topic, account],
  );
  return rows.map(({ payload }) => {
    const { account_id: _, ...change } = memberChangesV1.schema.parse(payload);
    return change;
  });
}
const change = (id: string, body: object) => pool.stage.ask('PATCH', `/api/control/accounts/${id}/`, body, pool.staff);
const NONE = { organisation_id: null, name: '' };

it('an account is published when it is made, renamed, moved, deactivated, activated and deleted, and at no other change', async () => {
  const [one, other] = [await pool.organisation(), await pool.organisation()];
  const id = await person(one);
  await change(id, { first_name: 'Irina', locale: 'en', email: `${randomUUID()}@b.example` });
  await change(id, { username: 'ira' });
  await change(id, { company: other });
  await change(id, { is_active: false });
  await change(id, { is_active: true });
  await pool.stage.ask('DELETE', `/api/control/accounts/${id}/`, undefined, pool.staff);
  expect(await published(id)).toEqual([
    { version: 1, organisation_id: one, name: 'irina' },
    { version: 2, organisation_id: one, name: 'ira' },
    { version: 3, organisation_id: other, name: 'ira' },
    { version: 4, ...NONE },
    { version: 5, organisation_id: other, name: 'ira' },
    { version: 6, ...NONE },
  ]);
});

it.each([
  ['stay', ''],
  ['are deleted too', '?cascade=true'],
])('the people of a deleted organisation, who %s, are members of none', async (_, query) => {
  const organisation = await pool.organisation();
  const id = await person(organisation);
  await pool.call(deleteOrganisation, { id: organisation, query });
  expect((await published(id)).at(-1)).toEqual({ version: 2, ...NONE });
});

it('accounts from before the messages are published once, when the service starts', async () => {
  const organisation = await pool.organisation();
  const id = await pool.stage.addPerson(`${randomUUID()}@c.example`);
  await pool.stage.sql(sql`update admin.account set organisation_id = ${organisation} where id = ${id}`);
  const { database, bus } = pool.stage.foundation;
  for (const _ of [1, 2]) await new AnnounceMembers(database, bus).onApplicationBootstrap();
  expect(await published(id)).toEqual([{ version: 1, organisation_id: organisation, name: 'p' }]);
});
