import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { crawlQueue, generateTokenPost, PUBLIC_ROUTES, technicalFactsV1, uploadLogo } from '@leakwatch/contracts';
import { type Caller, CONSUMER, IDENTITY, JobQueue, JobWorker, outgoing, rows, sql } from '@leakwatch/platform';
import { callerHeaders, waitUntil } from '@leakwatch/testing';
import { OLD_PASSWORD } from '../fixtures/admin-stage.fixture.ts';
import { PoolStage } from '../fixtures/pool.fixture.ts';
import { TelegramCrawler } from '../fixtures/telegram-crawler.fixture.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC', 'base64');
const GROUP = 'audited-readers';
let crawler: TelegramCrawler;
let pool: PoolStage;
let staff: Caller;
const open: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  crawler = await TelegramCrawler.open();
  crawler.answer = ({ step }) =>
    step.kind === 'send_code'
      ? { kind: 'code_sent', session: 's', code_hash: 'h' }
      : step.kind === 'log_out'
        ? { kind: 'signed_out' }
        : { kind: 'signed_in', session: 's' };
  pool = await PoolStage.open({ CRAWLER_URL: crawler.origin, BUS_MAX_ATTEMPTS: '2' });
  const { account, caller } = await person();
  await pool.stage.sql(sql`update admin.account set staff = true where id = ${account}`);
  staff = { ...caller, staff: true };
});
afterAll(async () => {
  for (const one of open.reverse()) await one.close();
  await pool?.close();
  await crawler?.close();
});

const ofIdentity = <T>(statement: Parameters<typeof rows<T>>[1]) =>
  pool.stage.foundation.database.inScope(IDENTITY, (em) => rows(em, statement));

/** Somebody who signed in. */
async function person() {
  const email = `${randomUUID()}@a.example`;
  const account = await pool.stage.addPerson(email);
  const caller = await pool.stage.signIn(email, OLD_PASSWORD);
  if (caller === null) throw new Error('no sign-in');
  return { email, account, caller };
}

async function made(url: string, body: object): Promise<string> {
  const { body: answer, status } = await pool.stage.ask('POST', url, body, pool.staff);
  if (typeof answer === 'object' && answer !== null && 'id' in answer) return String(answer.id);
  throw new Error(`${url}: ${status} ${JSON.stringify(answer)}`);
}
const NUMBERS = { task_limit: 5, pattern_limit: 100, patterns_per_task_limit: 50, time_limit_total_months: 12 };
const COUNTED = { ...NUMBERS, launch_limit: 3, time_limit_per_launch: 2 };
const named = (more: object = {}) => ({ name: randomUUID(), ...more });
const tariff = (type = 'all_inclusive') => made(`/api/control/tariffs/${type}/`, named(type === 'all_inclusive' ? NUMBERS : COUNTED));
const account = () => made('/api/control/accounts/', { email: `${randomUUID()}@a.example`, username: 'p' });
const keywordSet = () => made('/api/keywords/', named({ keywords: ['one'] }));
const template = () => made('/api/control/regex/', named({ regex: 'DOG-[0-9]{6}' }));
const address = () => ({ ip_address: pool.nextAddress(), port: 3128 });
const proxyAt = () => `${pool.nextAddress()}:3128`;
const serviceAccount = async () => (await pool.account()).id;
const proxy = async () => (await pool.proxy()).id;

let phones = 0;
async function telegram(signedIn = false) {
  phones += 1;
  const phone = `+7900${String(phones).padStart(7, '0')}`;
  await pool.account({ source_type: 'telegram', proxy_ext: '', phone });
  const login = { phone, api_id: 17, api_hash: 'a1b2c3' };
  if (signedIn)
    for (const body of [login, { phone, code: '12345' }]) await pool.stage.ask('POST', '/api/control/telegram/login/', body, pool.staff);
  return login;
}

async function telegramUser(): Promise<string> {
  const { account: owner } = await person();
  const id = randomUUID();
  await pool.stage.sql(
    sql`insert into admin.telegram_link (id, account_id, status, request, epoch, chat_id) values (${id}, ${owner}, 'active', gen_random_uuid(), 1, ${phones + 1_000})`,
  );
  return id;
}

const connection = () => ({ redisUrl: pool.stage.foundation.settings.REDIS_URL, logger: pool.stage.foundation.logger });
async function job(fails: boolean): Promise<{ queue: string; job: string }> {
  const queue = crawlQueue(fails ? 'gist' : 'github');
  const jobs = new JobQueue(queue, connection());
  open.push(jobs);
  await waitUntil('redis', async () =>
    jobs.ping().then(
      () => true,
      () => false,
    ),
  );
  const id = randomUUID();
  const launch = {
    launch_id: randomUUID(),
    task_id: randomUUID(),
    organisation_id: randomUUID(),
    source_type: 'github',
    trigger: 'start',
    task_version: 3,
  };
  await jobs.add(id, launch, { removeOnComplete: true, removeOnFail: false });
  if (fails) {
    const work = async () => {
      throw new Error('no');
    };
    const worker = new JobWorker({ queue, concurrency: 1, work, ...connection() });
    const failed = async () =>
      JSON.stringify((await pool.stage.ask('GET', `/api/control/queues/${queue}/jobs/?state=failed`, undefined, staff)).body).includes(id);
    await waitUntil('a failed job', failed);
    await worker.close();
  }
  return { queue, job: id };
}

async function deadLetter(): Promise<void> {
  const { bus, database } = pool.stage.foundation;
  const handle = async () => {
    throw new Error('cannot note');
  };
  await bus.consume({ group: GROUP, message: technicalFactsV1, handle });
  const fact = {
    organisation_id: randomUUID(),
    ...({ cause: 'one', state: 'begun', kind: 'source_failing', at: '2026-11-20T10:00:00.000Z', task: null } as const),
    ...({ source_type: 'git_repo', repository: null, error_code: null } as const),
  };
  await database.inScope(CONSUMER, (em) => bus.publish(em, [outgoing(technicalFactsV1, fact)]));
  const list = () => pool.stage.ask('GET', `/api/control/fleet/dead_letters/?group=${GROUP}`, undefined, staff);
  await waitUntil('a dead letter', async () => JSON.stringify((await list()).body).includes('cannot note'));
}

interface Sent {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
}
const at = (id: () => Promise<string>, body?: object) => async (): Promise<Sent> => ({ path: { id: await id() }, ...(body && { body }) });
const byPhone = (signedIn: boolean) => async (): Promise<Sent> => {
  const { phone, ...rest } = await telegram(signedIn);
  const body = signedIn ? { phone } : { phone, ...rest };
  return { body, query: `?${new URLSearchParams(Object.fromEntries(Object.entries(body).map(([key, value]) => [key, String(value)])))}` };
};
const running = async (): Promise<Sent> => {
  const sent = await byPhone(true)();
  await pool.stage.ask('POST', '/api/control/telegram/run/', sent.body, pool.staff);
  return sent;
};
const blocked = (create: () => Promise<string>, base: string) => async (): Promise<Sent> => {
  const id = await create();
  await pool.stage.ask('POST', `${base}${id}/block/`, undefined, pool.staff);
  return { path: { id } };
};
const linked = (base: string, create: (company: string) => Promise<string>) => async (): Promise<Sent> => ({
  path: { id: await create(await pool.organisation()) },
});
const ACCOUNTS = '/api/control/services/accounts/';
const PROXIES = '/api/control/proxies/';

/** What is sent to each route by which staff change something that this service holds. */
const ACTS: Readonly<Record<string, () => Promise<Sent>>> = {
  'POST /api/control/organisations/': async () => ({ body: named({ tariff_type: 'all_inclusive', tariff: await tariff() }) }),
  'PATCH /api/control/organisations/{id}/': at(() => pool.organisation(), { trusted: false }),
  'DELETE /api/control/organisations/{id}/': at(() => pool.organisation()),
  'POST /api/control/organisations/{id}/act/': at(() => pool.organisation()),
  'POST /api/control/tariffs/all_inclusive/': async () => ({ body: named(NUMBERS) }),
  'POST /api/control/tariffs/count_launch/': async () => ({ body: named(COUNTED) }),
  'PATCH /api/control/tariffs/all_inclusive/{id}/': at(() => tariff(), { task_limit: 7 }),
  'PATCH /api/control/tariffs/count_launch/{id}/': at(() => tariff('count_launch'), { task_limit: 7 }),
  'DELETE /api/control/tariffs/{type}/{id}/': async () => ({ path: { type: 'all_inclusive', id: await tariff() } }),
  'POST /api/control/accounts/': async () => ({ body: { email: `${randomUUID()}@a.example`, username: 'p' } }),
  'PATCH /api/control/accounts/{id}/': at(account, { first_name: 'Vera' }),
  'DELETE /api/control/accounts/{id}/': at(account),
  'POST /api/control/accounts/end_sessions/': async () => ({ body: { email: (await person()).email } }),
  'POST /api/control/accounts/send_recovery_link/': async () => ({ body: { email: (await person()).email, locale: 'en' } }),
  'POST /api/control/accounts/send_welcome_link/': async () => ({ body: { email: (await person()).email, locale: 'en' } }),
  'POST /api/profile/two_factor/disable_2fa_admin/': async () => {
    const { account: id, caller } = await person();
    await pool.stage.ask('POST', '/api/profile/two_factor/add/', undefined, caller);
    await ofIdentity(sql`update admin.second_factor set active = true, activated = now() where account_id = ${id}`);
    return { query: `?user_id=${id}` };
  },
  'DELETE /api/control/auth-tokens/{key}/': async () => {
    const { account: id, caller } = await person();
    await pool.stage.ask('POST', generateTokenPost.path, undefined, caller);
    const [token] = await ofIdentity(sql<{ id: string }>`select id from admin.api_token where account_id = ${id}`);
    return { path: { key: token?.id ?? '' } };
  },
  'POST /api/keywords/': async () => ({ body: named({ keywords: ['one'] }) }),
  'PATCH /api/keywords/{id}/': at(keywordSet, { keywords: ['two'] }),
  'DELETE /api/keywords/{id}/': at(keywordSet),
  'POST /api/control/regex/': async () => ({ body: named({ regex: 'DOG-[0-9]{6}' }) }),
  'PATCH /api/control/regex/{id}/': at(template, { hint: 'Ask' }),
  'DELETE /api/control/regex/{id}/': at(template),
  'POST /api/control/notifications/': async () => ({ body: { organisation: await pool.organisation(), title: 'a', message: 'b' } }),
  'POST /api/control/services/accounts/': async () => ({ body: { source_type: 'gist', proxy_ext: proxyAt() } }),
  'POST /api/control/services/accounts/many/': async () => ({ body: { source_type: 'gist', accounts: [proxyAt()] } }),
  'PATCH /api/control/services/accounts/{id}/': at(serviceAccount, { reserved_for_discovery: true }),
  'DELETE /api/control/services/accounts/{id}/': at(serviceAccount),
  'PATCH /api/control/services/accounts/{id}/reset/': blocked(serviceAccount, ACCOUNTS),
  'GET /api/control/services/accounts/{id}/block/': at(serviceAccount),
  'POST /api/control/services/accounts/{id}/block/': at(serviceAccount),
  'GET /api/control/services/accounts/{id}/unblock/': blocked(serviceAccount, ACCOUNTS),
  'POST /api/control/services/accounts/{id}/unblock/': blocked(serviceAccount, ACCOUNTS),
  'GET /api/control/services/accounts/{id}/unlink/': linked(ACCOUNTS, async (company) => (await pool.account({ company })).id),
  'POST /api/control/services/accounts/{id}/unlink/': linked(ACCOUNTS, async (company) => (await pool.account({ company })).id),
  'POST /api/control/services/accounts/check/': async () => ({ body: { ids: [await serviceAccount()] } }),
  'GET /api/control/telegram/login/': byPhone(false),
  'POST /api/control/telegram/login/': byPhone(false),
  'GET /api/control/telegram/run/': byPhone(true),
  'POST /api/control/telegram/run/': byPhone(true),
  'GET /api/control/telegram/stop/': running,
  'POST /api/control/telegram/stop/': running,
  'GET /api/control/telegram/logout/': byPhone(true),
  'POST /api/control/telegram/logout/': byPhone(true),
  'DELETE /api/control/telegram_user_accounts/{id}/': at(telegramUser),
  'POST /api/control/telegram_user_accounts/{id}/ignore/': at(telegramUser),
  'POST /api/control/telegram_user_accounts/{id}/reset/': at(telegramUser),
  'POST /api/control/proxies/': async () => ({ body: address() }),
  'POST /api/control/proxies/many/': async () => ({ body: { proxies: [`${proxyAt()}:u:p`] } }),
  'PATCH /api/control/proxies/{id}/': at(proxy, { port: 3129 }),
  'DELETE /api/control/proxies/{id}/': at(proxy),
  'GET /api/control/proxies/{id}/block/': at(proxy),
  'POST /api/control/proxies/{id}/block/': at(proxy),
  'GET /api/control/proxies/{id}/unblock/': blocked(proxy, PROXIES),
  'POST /api/control/proxies/{id}/unblock/': blocked(proxy, PROXIES),
  'GET /api/control/proxies/{id}/unlink/': linked(PROXIES, async (company) => (await pool.proxy({ company })).id),
  'POST /api/control/proxies/{id}/unlink/': linked(PROXIES, async (company) => (await pool.proxy({ company })).id),
  'POST /api/control/proxies/delete/': async () => {
    const company = await pool.organisation();
    await pool.proxy({ company });
    return { body: { company } };
  },
  'POST /api/control/proxies/check/': async () => ({ body: { ids: [await proxy()] } }),
  'POST /api/control/fleet/dead_letters/replay/': async () => {
    await deadLetter();
    return { body: { group: GROUP } };
  },
  'DELETE /api/control/queues/{queue}/jobs/{job}/': async () => ({ path: await job(false) }),
  'POST /api/control/queues/{queue}/jobs/{job}/retry/': async () => ({ path: await job(true) }),
};

/** Its body is a file. */
const UPLOAD = `POST ${uploadLogo.path}`;

async function recordsBy(id: string): Promise<number> {
  const [found] = await pool.stage.sql(
    sql<{
      count: number;
    }>`select count(*)::int as count from admin.audit where actor_id = ${id} or account_id = ${id} and actor_id is null`,
  );
  return found?.count ?? 0;
}
async function leavesRecord(send: () => Promise<number>) {
  const id = staff.account?.id ?? '';
  const before = await recordsBy(id);
  const status = await send();
  return { status, recorded: (await recordsBy(id)) > before };
}
const RECORDED = { status: 200, recorded: true };

it('every route by which staff change what this service holds is known here', () => {
  const routes = PUBLIC_ROUTES.filter(({ access, service, changesState }) => access === 'staff' && service === 'admin' && changesState);
  expect([...Object.keys(ACTS), UPLOAD].toSorted()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).toSorted());
});

it.each(Object.entries(ACTS))('%s leaves a record', async (route, prepare) => {
  const known = PUBLIC_ROUTES.find(({ method, path }) => `${method} ${path}` === route);
  if (known === undefined) throw new Error('no such route');
  const { path: values = {}, query = '', body } = await prepare();
  const url = known.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
  // A call by GET has in its query what its POST twin has in the body.
  const sent = known.method === 'GET' || body === undefined ? query : '';
  const send = async () => (await pool.stage.ask(known.method, url + sent, known.method === 'GET' ? undefined : body, staff)).status;
  expect(await leavesRecord(send)).toEqual(RECORDED);
});

it(`${UPLOAD} leaves a record`, async () => {
  const boundary = 'x-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="logo.png"\r\ncontent-type: image/png\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), PNG, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = { ...callerHeaders(staff), 'content-type': `multipart/form-data; boundary=${boundary}` };
  const send = async () => (await pool.stage.app.inject({ method: 'POST', url: uploadLogo.path, headers, payload })).statusCode;
  expect(await leavesRecord(send)).toEqual(RECORDED);
});
