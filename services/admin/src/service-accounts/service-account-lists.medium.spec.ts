import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createServiceAccounts, errorAnswer, listServiceAccounts } from '@leakwatch/contracts';
import { sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { PoolStage } from '../fixtures/pool.fixture.ts';

let pool: PoolStage;
beforeAll(async () => {
  pool = await PoolStage.open();
});
afterAll(() => pool?.close());
beforeEach(() => pool.clear());

const list = async () => listServiceAccounts.answer.parse((await pool.call(listServiceAccounts, { query: '?limit=100' })).body);
const many = (body: object) => pool.call(createServiceAccounts, { body });

it('adds each account of a list with its proxy, a free one of the list or a new one, and leaves a record of each without secrets', async () => {
  const company = await pool.organisation();
  const proxy = await pool.proxy({ ip_address: '198.51.100.200', port: 3128 });
  const accounts = [
    'octo-1 list-secret-1 198.51.100.200:3128',
    'octo-2 list-secret-2 198.51.100.201:3128\nocto-3\tlist-secret-3\tsocks5://198.51.100.202:1080',
  ];
  const answer = await many({ source_type: 'github', company, accounts, reserved_for_discovery: true });
  expect(answer).toMatchObject({ status: 200, body: { count: 3 } });
  const { results } = await list();
  expect(results.map(({ login, proxy_ext }) => [login, proxy_ext])).toEqual([
    ['octo-1', '198.51.100.200:3128'],
    ['octo-2', '198.51.100.201:3128'],
    ['octo-3', 'socks5://198.51.100.202:1080'],
  ]);
  for (const one of results)
    expect(one).toMatchObject({ company: { id: company }, has_password: true, reserved_for_discovery: true, state: 'ready' });
  expect(results[0]?.proxy).toBe(proxy.id);
  const records = await pool.stage.sql(
    sql`select * from admin.audit where organisation_id = ${company} and kind = 'service_account_created'`,
  );
  expect(records).toHaveLength(3);
  expect(JSON.stringify([records, results])).not.toContain('list-secret');
});

it('publishes once for the whole list that the organisation has accounts of its own', async () => {
  const company = await pool.organisation();
  const accounts = ['octo-1 secret 198.51.100.201:3128', 'octo-2 secret 198.51.100.202:3128'];
  await many({ source_type: 'github', company, accounts });
  const { rows } = await pool.stage.owner.query(
    `select payload from bus.message where topic = 'own-access.v1' and payload ->> 'organisation_id' = $1`,
    [company],
  );
  expect(rows).toEqual([{ payload: expect.objectContaining({ source_type: 'github', owns: true }) }]);
});

it('adds nothing of a list where a line has a fault, or says something that is there, and names the line', async () => {
  const of = { source_type: 'gitlab_cloud' };
  const good = 'one secret 198.51.100.201:1';
  const malformed = await many({ ...of, accounts: [good, 'two hidden-secret'] });
  expect(errorAnswer.parse(malformed.body)).toMatchObject({
    code: 'service_account_line_invalid',
    details: { position: 2, fault: 'proxy_required' },
  });
  expect(JSON.stringify(malformed.body)).not.toContain('hidden-secret');
  const twice = await many({ ...of, accounts: [good, 'ONE secret 198.51.100.202:1'] });
  expect(errorAnswer.parse(twice.body)).toMatchObject({ code: 'service_account_exists', details: { position: 2 } });
  const sameProxy = await many({ ...of, accounts: [good, 'two secret 198.51.100.201:1'] });
  expect(errorAnswer.parse(sameProxy.body)).toMatchObject({ code: 'proxy_in_use', details: { position: 2 } });
  expect((await many({ ...of, accounts: [' '] })).status).toBe(400);
  expect((await many({ ...of, accounts: [good], company: '00000000-0000-4000-8000-000000000000' })).code).toBe('organisation_not_found');
  expect((await many({ source_type: 'github', accounts: [good] })).code).toBe('service_account_line_invalid');
  expect((await list()).count).toBe(0);
});

it('takes a list of at most a thousand, from staff alone', async () => {
  const accounts = Array.from({ length: 1_001 }, (_, at) => `octo-${at} secret 198.51.100.7:${at + 1}`);
  expect((await many({ source_type: 'gitlab_cloud', accounts })).status).toBe(400);
  expect((await many({ source_type: 'gitlab_cloud', accounts: accounts.slice(1) })).body).toEqual({ count: 1_000 });
  const customer = testCaller(await pool.organisation());
  expect((await pool.call(createServiceAccounts, { body: { source_type: 'gist', accounts: ['198.51.100.9:1'] } }, customer)).status).toBe(
    403,
  );
});

it('says which accounts of Telegram have one telephone number, however it is written', async () => {
  const [first, second, other] = await Promise.all(
    ['+7 900 111-22-33', '+7 900 111-22-34', '+7 901 111-22-33'].map((phone) =>
      pool.account({ source_type: 'telegram', proxy_ext: '', phone }),
    ),
  );
  expect((await list()).results.map(({ phone_shared }) => phone_shared)).toEqual([false, false, false]);
  // Added before a second one was refused.
  await pool.stage.sql(sql`update admin.service_account set phone = '89001112233' where id = ${second?.id}`);
  const shared = async () => (await list()).results.flatMap(({ id, phone_shared }) => (phone_shared ? [id] : []));
  expect((await shared()).toSorted()).toEqual([first?.id, second?.id].toSorted());
  expect((await pool.accountNow(other?.id ?? '')).phone_shared).toBe(false);
  await pool.stage.sql(sql`update admin.service_account set phone = '' where id in (${first?.id}, ${second?.id})`);
  expect(await shared()).toEqual([]);
});
