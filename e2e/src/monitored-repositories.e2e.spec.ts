import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { getTask, listEvents } from '@leakwatch/contracts';
import { createTask } from '@leakwatch/local';
import { createLogger, openRedis } from '@leakwatch/platform';
import { createScratchRepository } from '@leakwatch/simulators';
import { waitUntil } from '@leakwatch/testing';
import pg from 'pg';
import { asConsole, ask, type Cookies, signIn } from './product/api.ts';
import { eventsOf, spelledEvents, spelledLeaks, untilDone, untilEvents } from './product/events-of.ts';
import { makeCompany } from './product/make-company.ts';
import { PASSWORD, type Product, startProduct } from './product/product.ts';

jest.setTimeout(600_000);
const LONG = 120_000;

let product: Product;
let url: string;
let database: pg.Pool;
let ours: Cookies;
let theirs: Cookies;

beforeAll(async () => {
  product = await startProduct();
  url = product.ready.url;
  database = new pg.Pool({ connectionString: product.ready.databaseUrl, max: 1 });
  const staff = await signIn(url, product.ready.adminEmail, product.ready.adminPassword);
  ours = await signIn(url, product.email, PASSWORD);
  theirs = await makeCompany(url, staff, { name: 'Vasilek', email: 'user@vasilek.example', taskLimit: 5 });
});
afterAll(async () => {
  await database?.end();
  await product?.stop();
});

const repositoryOf = async (task: string) =>
  getTask.answer.parse((await ask(url, 'GET', `/api/tasks/${task}/`, asConsole(ours))).body).git_repositories[0];
/** Where the git server finds what it serves. */
const served = (name: string) => join(dirname(product.sample.directory), name);
const bodyFor = (remote: string, words: readonly string[]) => ({
  title: `Words of ${remote}`,
  patterns: { keywords: { patterns: words } },
  git_monitoring: true,
  git_repository_observer: { account_name: 'a', source_type: 'custom' },
  git_repositories: [
    { repo_title: 'r', repo_url: remote, repo_default_branch: 'main', git_remote_url: remote, repo_remote_source: 'custom' },
  ],
});
async function startWords(cookies: Cookies, remote: string, words: readonly string[]): Promise<string> {
  const made = await ask(url, 'POST', '/api/tasks/', asConsole(cookies, bodyFor(remote, words)));
  const id = typeof made.body === 'object' && made.body !== null && 'id' in made.body ? String(made.body.id) : '';
  expect(await ask(url, 'POST', `/api/tasks/${id}/start/`, asConsole(cookies))).toMatchObject({ status: 200 });
  return id;
}

describe('monitored repositories', () => {
  test('a private one is read with its credentials, which are stored nowhere in plain text', async () => {
    const secret = 'pa-ss!of/the:repository';
    product.git.behaviours.set('/second.git', { kind: 'private', username: 'reader', password: secret });
    const start = async (password: string) => {
      const remote = product.git.url('/second.git', { username: 'reader', password });
      const id = await createTask(product.user, product.sample, remote, `Private ${password.length}`);
      await product.user.post(`/api/tasks/${id}/start/`);
      return id;
    };
    const refused = await start('wrong');
    await waitUntil('the refusal', async () => (await repositoryOf(refused))?.status === 'repository_error', LONG);
    expect(await repositoryOf(refused)).toMatchObject({ error_code: 'authentication_required', error_text: expect.any(String) });
    expect(await eventsOf(product.user, refused)).toEqual([]);

    const allowed = await start(secret);
    expect(spelledEvents(await untilEvents(product.user, allowed, product.sample.planted.length, LONG))).toEqual(
      spelledLeaks(product.sample),
    );
    product.git.behaviours.delete('/second.git');

    for (const spelled of [secret, encodeURIComponent(secret)]) {
      for (const path of ['/api/tasks/', `/api/tasks/${allowed}/`, `/api/events/?status=all&limit=100&task=${allowed}`])
        expect(JSON.stringify((await ask(url, 'GET', path, asConsole(ours))).body)).not.toContain(spelled);
      const { rows: tables } = await database.query<{ name: string }>(
        `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
         where table_type = 'BASE TABLE' and table_schema in ('bus', 'admin', 'tasks', 'crawler', 'events', 'reports')`,
      );
      expect(tables.length).toBeGreaterThan(10);
      for (const { name } of tables) {
        const { rows } = await database.query(`select 1 from ${name} t where position($1 in t::text) > 0`, [spelled]);
        expect({ name, rows: rows.length }).toEqual({ name, rows: 0 });
      }
      const logs = product.ready.home.in('logs');
      for (const file of readdirSync(logs)) expect(readFileSync(join(logs, file), 'utf8')).not.toContain(spelled);
      const redis = openRedis(product.ready.redisUrl, createLogger('test', 'silent'), 'waits');
      for (const key of await redis.keys('*')) expect((await redis.dumpBuffer(key))?.includes(spelled) ?? false).toBe(false);
      redis.disconnect();
    }
  });

  test('organisations that monitor the same address do not see each other’s findings', async () => {
    const repository = createScratchRepository(served('shared.git'));
    repository.commit({ 'a.txt': 'the ours-word is here\n', 'b.txt': 'the theirs-word is here\n' });
    const remote = product.git.url('/shared.git');
    const [mine, other] = await Promise.all([startWords(ours, remote, ['ours-word']), startWords(theirs, remote, ['theirs-word'])]);
    await untilEvents(product.user, mine, 1, LONG);
    const seen = () => ask(url, 'GET', '/api/events/?status=all&limit=100', asConsole(theirs));
    const events = await waitUntil(
      'their event',
      async () => {
        const { results } = listEvents.answer.parse((await seen()).body);
        return results.length > 0 && results;
      },
      LONG,
    );
    expect(events.map((event) => [event.pattern, event.file_path])).toEqual([['theirs-word', 'b.txt']]);
    expect((await eventsOf(product.user, mine)).map((event) => [event.pattern, event.file_path])).toEqual([['ours-word', 'a.txt']]);
    expect(await eventsOf(product.user, other)).toEqual([]);
  });

  test('a pattern added later is matched against the mirror, and old leaks are not reported again', async () => {
    const repository = createScratchRepository(served('later.git'));
    repository.commit({ 'gone.txt': 'first-word and second-word\n' });
    repository.commit({ 'gone.txt': null });
    const remote = product.git.url('/later.git');
    const id = await startWords(ours, remote, ['first-word']);
    const before = await untilEvents(product.user, id, 1, LONG);
    await untilDone(product.user, id);
    const changed = await ask(url, 'PATCH', `/api/tasks/${id}/`, asConsole(ours, bodyFor(remote, ['first-word', 'second-word'])));
    expect(changed.status).toBe(200);
    const after = await untilEvents(product.user, id, 2, LONG);
    expect(after.map((event) => event.pattern).sort()).toEqual(['first-word', 'second-word']);
    expect(after.map((event) => event.id)).toContain(before[0]?.id);
    await untilDone(product.user, id);
    expect(await eventsOf(product.user, id)).toHaveLength(2);
  });

  test('a stopped task releases its repository, and finds everything when it starts again', async () => {
    const repository = createScratchRepository(served('slow.git'));
    repository.commit({ 'a.txt': 'slow-word\n', 'big.bin': Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * n * 31) % 251)) });
    product.git.behaviours.set('/slow.git', { kind: 'slow', bytesPerSecond: 500 });
    const id = await startWords(ours, product.git.url('/slow.git'), ['slow-word']);
    await waitUntil('the fetch', async () => (await repositoryOf(id))?.status === 'updating_local', LONG);
    expect((await ask(url, 'POST', `/api/tasks/${id}/stop/`, asConsole(ours))).status).toBe(200);
    const states = async () =>
      (await database.query<{ state: string }>('select state from tasks.launch where task_id = $1 order by created', [id])).rows.map(
        (row) => row.state,
      );
    await waitUntil('the launch to end', async () => (await states()).every((state) => state === 'cancelled'), LONG);
    product.git.behaviours.delete('/slow.git');
    expect((await ask(url, 'POST', `/api/tasks/${id}/start/`, asConsole(ours))).status).toBe(200);
    expect((await untilEvents(product.user, id, 1, LONG)).map((event) => event.file_path)).toEqual(['a.txt']);
  });

  test('a missing one is reported as missing, and read once it exists', async () => {
    const id = await startWords(ours, product.git.url('/to-come.git'), ['come-word']);
    await waitUntil('the error', async () => (await repositoryOf(id))?.status === 'repository_error', LONG);
    expect(await repositoryOf(id)).toMatchObject({ error_code: 'repository_not_found', blobs_scanned: 0 });
    createScratchRepository(served('to-come.git')).commit({ 'a.txt': 'come-word\n' });
    for (const action of ['stop', 'start']) await ask(url, 'POST', `/api/tasks/${id}/${action}/`, asConsole(ours));
    await untilEvents(product.user, id, 1, LONG);
    // Findings and progress arrive in separate messages.
    await waitUntil('its file to be counted', async () => (await repositoryOf(id))?.blobs_scanned === 1, LONG);
    expect(await repositoryOf(id)).toMatchObject({ error_code: null });
  });
});
