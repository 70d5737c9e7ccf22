import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTask, getTask, type TaskChange } from '@leakwatch/contracts';
import { CONSUMER, SCHEDULER, rows, sql } from '@leakwatch/platform';
import { testCaller } from '@leakwatch/testing';
import { keepKeywordSet } from '../templates/keyword.store.ts';
import { deepBody, type FormStage, gitBody, normalBody, openFormStage } from './form-stage.fixture.ts';
import { taskChange } from './task-change.ts';

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
    const answer = await stage.call(user, 'POST', '/api/tasks/', body);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return createTask.answer.parse(answer.body);
  };
  const read = async (id: string) => getTask.answer.parse((await stage.call(user, 'GET', `/api/tasks/${id}/`)).body);
  const changeOf = (id: string): Promise<TaskChange | undefined> =>
    stage.foundation.database.inScope(SCHEDULER, (em) => taskChange(em, id));

  it('tells the crawler of the sources that were chosen, and of no repository of another kind', async () => {
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
    const git = await created(gitBody());
    expect(await changeOf(git.id)).toMatchObject({ source_types: ['git_repo'], repositories: [{ title: 'a' }] });
  });

  it('without a crawled source does not start: it would be running and never look', async () => {
    const { id } = await created(normalBody());
    expect(await stage.call(user, 'POST', `/api/tasks/${id}/start/`)).toMatchObject({ status: 409, body: { code: 'source_not_crawled' } });
  });

  it('of git monitoring, sent back as it was read keeps the credentials of its remotes', async () => {
    const repository = {
      repo_title: 'a',
      repo_url: 'https://git.example/t/a',
      repo_default_branch: 'main',
      git_remote_url: 'https://bot:s3cret@git.example/t/a.git',
      repo_remote_source: 'custom',
    };
    const { id } = await created(gitBody({ git_repositories: [repository] }));
    const kept = () =>
      stage.foundation.database.inScope(SCHEDULER, (em) =>
        rows(em, sql`select id, credentials, credential_scope, masked, address from tasks.repository where task_id = ${id}`),
      );
    const before = await kept();
    const [shown] = (await read(id)).git_repositories;
    expect(shown?.git_remote_url).toBe('https://***@git.example/t/a.git');
    const back = gitBody({ git_repositories: [{ ...repository, git_remote_url: shown?.git_remote_url }] });
    expect((await stage.call(user, 'PATCH', `/api/tasks/${id}/`, back)).status).toBe(200);
    expect(await kept()).toEqual(before);
  });

  it('stays of its kind', async () => {
    const { id } = await created(normalBody());
    for (const body of [deepBody('abc'), gitBody()])
      expect(await stage.call(user, 'PATCH', `/api/tasks/${id}/`, body)).toMatchObject({
        status: 400,
        body: { fields: { git_monitoring: 'kind_fixed' } },
      });
  });

  it('keeps a keyword that staff took out of its set', async () => {
    const set = { id: randomUUID(), version: 1, name: 'other', deleted: false, keywords: [{ id: randomUUID(), name: 'vpn key' }] };
    const keep = (keywords: typeof set) => stage.foundation.database.inScope(CONSUMER, (em) => keepKeywordSet(em, keywords));
    await keep(set);
    const body = normalBody({ patterns: { public_domains: { patterns: ['a.example'], keywords: set.keywords.map(({ id }) => id) } } });
    const { id } = await created(body);
    const [before] = (await read(id)).patterns;
    await keep({ ...set, version: 2, deleted: true });
    expect((await stage.call(user, 'PATCH', `/api/tasks/${id}/`, { ...body, title: 'Renamed' })).body.dropped).toEqual([]);
    expect((await read(id)).patterns).toEqual([before]);
  });

  it('of another organisation is not there', async () => {
    const { id } = await created(normalBody());
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PATCH', '', normalBody()],
      ['POST', 'start/', undefined],
      ['POST', 'stop/', undefined],
    ] as const) {
      const theirsAnswer = await stage.call(stranger, method, `/api/tasks/${id}/${path}`, body);
      const nobodys = await stage.call(stranger, method, `/api/tasks/${randomUUID()}/${path}`, body);
      expect([theirsAnswer.status, theirsAnswer.body.code]).toEqual([404, 'not_found']);
      expect(nobodys.body.code).toBe('not_found');
    }
    const written = await stage.foundation.database.inScope(SCHEDULER, (em) =>
      rows(em, sql`select version from tasks.task where id = ${id}`),
    );
    expect(written).toEqual([{ version: 1 }]);
  });
});
