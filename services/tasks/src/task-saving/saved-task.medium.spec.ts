import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTask, getTask, type TaskChange } from '@leakwatch/contracts';
import { CONSUMER, SCHEDULER, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { z } from 'zod';
import { saveKeywordSet } from '../keyword-sets/keyword.store.ts';
import { deepBody, type FormStage, gitBody, normalBody, openFormStage } from './form-stage.fixture.ts';
import { taskChange } from '../search-tasks/task-change.read-model.ts';

const [ours, theirs] = [randomUUID(), randomUUID()];
const user = testCaller(ours);
const stranger = testCaller(theirs);

describe('a saved task', () => {
  let stage: FormStage;
  beforeAll(async () => {
    stage = await openFormStage([ours, theirs]);
  });
  afterAll(() => stage.close());

  const created = async (body: object) => {
    // Of a person of its own: the same one who sends the same body again has the same task.
    const answer = await stage.call(testCaller(ours), 'POST', '/api/tasks/', body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return createTask.answer.parse(answer.body);
  };
  const read = async (id: string) => getTask.answer.parse((await stage.call(user, 'GET', `/api/tasks/${id}/`)).body);
  const changeOf = (id: string): Promise<TaskChange | undefined> =>
    stage.foundation.database.inScope(SCHEDULER, (em) => taskChange(em, id));

  it('publishes the chosen sources to the crawler, and repositories only for git monitoring', async () => {
    const sources = [{ source_type: 'gist' }, { source_type: 'github', status: false }];
    const { id } = await created(deepBody('corp token', { sources }));
    expect(await changeOf(id)).toMatchObject({
      source_types: ['gist'],
      repositories: [],
      running: false,
      patterns: [{ kind: 'deep', text: 'corp token' }],
    });
    expect(
      (await stage.call(user, 'PATCH', `/api/tasks/${id}/`, deepBody('corp  key', { sources: [{ source_type: 'github' }] }))).status,
    ).toBe(200);
    expect(await changeOf(id)).toMatchObject({ source_types: ['github'], version: 2, patterns: [{ kind: 'deep', text: 'corp key' }] });
    const byRepository = [{ source_type: 'gist' }, { source_type: 'github', search_type: 'by_repository' }];
    const searched = await created(deepBody('corp names', { sources: byRepository }));
    expect((await changeOf(searched.id))?.search_types).toEqual({ gist: 'by_code', github: 'by_repository' });
    const channels = [{ source_type: 'telegram', tg_channels: [{ username: '@Corp_Leaks' }, { username: 'https://t.me/other_leaks' }] }];
    const read = await created(normalBody({ title: 'channels', sources: channels }));
    expect((await changeOf(read.id))?.telegram_channels).toEqual(['Corp_Leaks', 'other_leaks']);
    const git = await created(gitBody());
    expect(await changeOf(git.id)).toMatchObject({ source_types: ['git_repo'], repositories: [{ title: 'a' }] });
  });

  it('keeps recipients, filter keywords and their mode when a change leaves them out', async () => {
    const filters = { recipients: ['a@corp.example'], filter_keywords: ['sandbox'], filter_mode: 'require' };
    const { id } = await created(normalBody(filters));
    const stored = { recipients: ['a@corp.example'], filter_keywords: [{ keyword: 'sandbox' }], filter_mode: 'require' };
    expect((await stage.call(user, 'PATCH', `/api/tasks/${id}/`, normalBody({ title: 'Invoices' }))).status).toBe(200);
    expect(await read(id)).toMatchObject({ title: 'Invoices', ...stored });
    const emptied = normalBody({ recipients: [], filter_keywords: [], filter_mode: 'exclude' });
    expect((await stage.call(user, 'PATCH', `/api/tasks/${id}/`, emptied)).status).toBe(200);
    expect(await read(id)).toMatchObject({ recipients: [], filter_keywords: [], filter_mode: 'exclude' });
  });

  const repository = {
    repo_title: 'a',
    repo_url: 'https://git.example/t/a',
    repo_default_branch: 'main',
    git_remote_url: 'https://bot:s3cret@git.example/t/a.git',
    repo_remote_source: 'custom',
  };
  const remotesOf = (task: string) =>
    stage.foundation.database.inScope(SCHEDULER, (em) =>
      rows(
        em,
        sql<{
          id: string;
          masked: string;
          address: string;
        }>`select id, credentials, credential_scope, masked, address from tasks.repository where task_id = ${task}`,
      ),
    );
  const update = (id: string, change: object) =>
    stage.call(user, 'PATCH', `/api/tasks/${id}/`, gitBody({ git_repositories: [{ ...repository, ...change }] }));

  it('keeps the credentials of its remotes when it is sent back as it was read', async () => {
    const { id } = await created(gitBody({ git_repositories: [repository] }));
    const before = await remotesOf(id);
    const [shown] = (await read(id)).git_repositories;
    expect(shown?.git_remote_url).toBe('https://***@git.example/t/a.git');
    expect((await update(id, { git_remote_url: shown?.git_remote_url })).status).toBe(200);
    expect(await remotesOf(id)).toEqual(before);
  });

  it('loses the credentials of its remotes when it is deleted, and its remotes are not opened any more', async () => {
    const { id } = await created(gitBody({ git_repositories: [repository] }));
    const [remote] = z.array(z.object({ id: z.string(), credentials: z.unknown() })).parse(await remotesOf(id));
    const open = () => stage.call(testCaller(null, { service: 'crawler' }), 'GET', `/internal/repositories/${remote?.id}/remote/`);
    expect(await open()).toMatchObject({ status: 200, body: { credentials: { username: 'bot', password: 's3cret' } } });
    expect((await stage.call(user, 'DELETE', `/api/tasks/${id}/`)).status).toBe(200);
    expect(await remotesOf(id)).toMatchObject([{ credentials: null }]);
    expect((await open()).status).toBe(404);
  });

  it('drops the credentials when the address is sent without them', async () => {
    const { id } = await created(gitBody({ git_repositories: [repository] }));
    const address = 'https://git.example/t/a.git';
    expect((await update(id, { git_remote_url: address })).status).toBe(200);
    expect(await remotesOf(id)).toMatchObject([{ credentials: null, credential_scope: '', masked: address, address }]);
  });

  it('refuses the mask of credentials that it does not have', async () => {
    const masked = { git_remote_url: 'https://***@git.example/t/a.git' };
    const refused = { status: 400, body: { fields: { 'git_repositories.1.git_remote_url': 'credentials_missing' } } };
    const other = { ...repository, git_remote_url: 'https://git.example/t/b.git' };
    const body = gitBody({ git_repositories: [other, { ...repository, ...masked }] });
    expect(await stage.call(user, 'POST', '/api/tasks/', body)).toMatchObject(refused);
    const { id } = await created(gitBody({ git_repositories: [{ ...repository, git_remote_url: 'https://git.example/t/a.git' }] }));
    expect(await stage.call(user, 'PATCH', `/api/tasks/${id}/`, body)).toMatchObject(refused);
  });

  it('reports a duplicate address, and keeps the first', async () => {
    const again = { ...repository, git_remote_url: 'https://git.example/t/a.git/' };
    const { id, dropped } = await created(gitBody({ git_repositories: [repository, again] }));
    expect(dropped).toEqual([{ text: 'https://git.example/t/a.git', reason: 'duplicate' }]);
    expect(await remotesOf(id)).toMatchObject([{ masked: 'https://***@git.example/t/a.git' }]);
  });

  it('has a repository once, however its address at a host that folds spellings is written', async () => {
    const at = (address: string) => ({ ...repository, git_remote_url: address });
    const { id, dropped } = await created(
      gitBody({
        git_repositories: [
          at('https://github.com/Acme/App'),
          at('https://github.com/acme/app.git'),
          at('https://token@github.com/acme/app'),
          at('https://git.example/t/x'),
          at('https://git.example/t/x.git'),
        ],
      }),
    );
    expect(dropped).toEqual([{ text: 'https://github.com/acme/app.git', reason: 'duplicate' }]);
    expect((await remotesOf(id)).map(({ address }) => address).sort()).toEqual([
      'https://git.example/t/x',
      'https://git.example/t/x.git',
      'https://github.com/Acme/App',
      'https://github.com/acme/app',
    ]);
  });

  it('keeps a repository, by whose address its events are known, when its address is spelt otherwise', async () => {
    const { id } = await created(gitBody({ git_repositories: [{ ...repository, git_remote_url: 'https://github.com/Acme/App' }] }));
    const before = await remotesOf(id);
    expect((await update(id, { git_remote_url: 'https://github.com/acme/app.git' })).status).toBe(200);
    expect(await remotesOf(id)).toEqual([{ ...before[0], masked: 'https://github.com/acme/app.git' }]);
    // Its own address, now with credentials, is sent beside another spelling without them.
    const both = ['https://github.com/acme/app.git', 'https://token@github.com/Acme/App'].map((address) => ({
      ...repository,
      git_remote_url: address,
    }));
    expect((await stage.call(user, 'PATCH', `/api/tasks/${id}/`, gitBody({ git_repositories: both }))).status).toBe(200);
    expect((await remotesOf(id)).find((one) => one.id === before[0]?.id)).toMatchObject({ masked: 'https://***@github.com/Acme/App' });
    expect((await update(id, { git_remote_url: 'https://github.com/acme/other' })).status).toBe(200);
    expect(await remotesOf(id)).toMatchObject([{ address: 'https://github.com/acme/other' }]);
  });

  it('has the values of its creation in the history', async () => {
    const { id } = await created(normalBody());
    const { body } = await stage.call(user, 'GET', `/api/logs/task-changing/?task=${id}`);
    expect(body.results).toMatchObject([{ action: 'create', user: user.account?.username }]);
    const told = Object.fromEntries(body.results[0].changes.map((change: { field: string; new: string[] }) => [change.field, change.new]));
    expect(told).toMatchObject({ title: ['Billing'], sources: ['github'], patterns: [expect.stringContaining('corp.example')] });
  });

  it('has changes of a repository in the history, and never its credentials', async () => {
    const { id } = await created(gitBody({ git_repositories: [repository] }));
    await update(id, { repo_title: 'renamed', git_remote_url: 'https://bot:an0ther@git.example/t/a.git' });
    const { body } = await stage.call(user, 'GET', `/api/logs/task-changing/?task=${id}&action=update`);
    expect(body.results[0].changes).toMatchObject([
      {
        field: 'repository_facts',
        old: ['a, https://git.example/t/a, main, custom'],
        new: ['renamed, https://git.example/t/a, main, custom'],
      },
      { field: 'repository_credentials', old: [], new: ['https://git.example/t/a.git'] },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/s3cret|an0ther/);
  });

  it('is refused with a text that PostgreSQL cannot store, and so is a search for one', async () => {
    const account = gitBody({ git_repository_observer: { account_name: 'te\ud800am' } });
    const refused = { status: 400, body: { code: 'invalid_request' } };
    expect(await stage.call(user, 'POST', '/api/tasks/', account)).toMatchObject(refused);
    expect(await stage.call(user, 'GET', '/api/tasks/?title=%00')).toMatchObject({
      ...refused,
      body: { fields: { title: 'text_malformed' } },
    });
  });

  it.each<[object, string]>([
    [{ regex_keyword: { patterns: ['AKIA.*'] } }, 'patterns.regex_keyword'],
    [{ keywords: { pattern: ['word'] } }, 'patterns.keywords.pattern'],
    [{ internal_domains: { patterns: ['corp.example'], keywords: [randomUUID()] } }, 'patterns.internal_domains.keywords'],
    [{ public_domains: { patterns: ['corp.example'], keyword: [randomUUID()] } }, 'patterns.public_domains.keyword'],
    [{ deep: { text: 'word' } }, 'patterns.deep.text'],
  ])('is refused with patterns under a name that does not exist, which nothing would look for: %j', async (sent, name) => {
    const { id } = await created(normalBody());
    const patterns = { internal_domains: { patterns: ['corp.example'] }, ...sent };
    const refused = { status: 400, body: { code: 'invalid_request', fields: { [name]: 'parameter_unknown' } } };
    expect(await stage.call(user, 'POST', '/api/tasks/', normalBody({ patterns }))).toMatchObject(refused);
    expect(await stage.call(user, 'PATCH', `/api/tasks/${id}/`, normalBody({ patterns }))).toMatchObject(refused);
    expect((await changeOf(id))?.version).toBe(1);
  });

  it('cannot change its kind', async () => {
    const { id } = await created(normalBody());
    for (const body of [deepBody('abc'), gitBody()])
      expect(await stage.call(user, 'PATCH', `/api/tasks/${id}/`, body)).toMatchObject({
        status: 400,
        body: { fields: { git_monitoring: 'kind_fixed' } },
      });
  });

  it('keeps a keyword that staff removed from its set', async () => {
    const set = { id: randomUUID(), version: 1, name: 'other', deleted: false, keywords: [{ id: randomUUID(), name: 'vpn key' }] };
    const keep = (keywords: typeof set) => stage.foundation.database.inScope(CONSUMER, (em) => saveKeywordSet(em, keywords));
    await keep(set);
    const body = normalBody({ patterns: { public_domains: { patterns: ['a.example'], keywords: set.keywords.map(({ id }) => id) } } });
    const { id } = await created(body);
    const [before] = (await read(id)).patterns;
    const saveAgain = async () => (await stage.call(user, 'PATCH', `/api/tasks/${id}/`, { ...body, title: 'Renamed' })).body.dropped;
    await keep({ ...set, version: 2, name: 'another', keywords: [{ id: randomUUID(), name: 'VPN key' }] });
    expect(await saveAgain()).toEqual([]);
    expect((await read(id)).patterns).toEqual([before]);
    await keep({ ...set, version: 3, deleted: true });
    // An older message that arrives late does not restore the set.
    await keep({ ...set, version: 2 });
    expect(await saveAgain()).toEqual([]);
    expect((await read(id)).patterns).toEqual([before]);
    const other = await stage.call(user, 'POST', '/api/tasks/', body);
    expect(other.body).toMatchObject({ code: 'task_invalid' });
  });

  it('of another organisation is not found', async () => {
    const { id } = await created(normalBody());
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', normalBody()],
      ['POST', 'start/', undefined],
      ['POST', 'stop/', undefined],
    ] as const) {
      const theirsAnswer = await stage.call(stranger, method, `/api/tasks/${id}/${path}`, body);
      const unknown = await stage.call(stranger, method, `/api/tasks/${randomUUID()}/${path}`, body);
      expect([theirsAnswer.status, theirsAnswer.body.code]).toEqual([404, 'not_found']);
      expect(unknown.body.code).toBe('not_found');
    }
    const written = await stage.foundation.database.inScope(SCHEDULER, (em) =>
      rows(em, sql`select version from tasks.task where id = ${id}`),
    );
    expect(written).toEqual([{ version: 1 }]);
  });
});
