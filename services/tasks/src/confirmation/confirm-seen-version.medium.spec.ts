import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTask, getTask, listControlTasks } from '@leakwatch/contracts';
import type { Database } from '@leakwatch/platform';
import { openTasksServices, putOrganisation, type TasksServices } from '../tasks.fixture.ts';

let services: TasksServices;
let database: Database;

beforeAll(async () => {
  services = await openTasksServices(1);
  database = services.database;
});
afterAll(() => services.close());

async function call(organisation: string | null, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const headers = services.headers(organisation, organisation === null);
  const answer = await services.first.app.inject({ method, url, headers, ...(payload && { payload }) });
  const body: unknown = answer.json();
  return { status: answer.statusCode, body };
}

const remote = (name: string) => ({
  repo_title: name,
  repo_url: `https://git.example/${name}`,
  repo_default_branch: 'main',
  git_remote_url: `https://git.example/${name}.git`,
  repo_remote_source: 'custom',
});

const gitTask = (domains: readonly string[], repositories: readonly string[]) => ({
  title: 'A task of ours',
  patterns: { internal_domains: { patterns: domains } },
  git_monitoring: true,
  git_repository_observer: { account_name: 'team', source_type: 'custom' },
  git_repositories: repositories.map(remote),
});

const telegramTask = (...channels: readonly string[]) => ({
  title: 'Channels of ours',
  patterns: { internal_domains: { patterns: ['one.corp'] } },
  sources: [{ source_type: 'telegram', tg_channels: channels.map((username) => ({ username })) }],
});

async function create(body: object) {
  const organisation = await putOrganisation(database, {}, { trusted: false });
  const { id } = createTask.answer.parse((await call(organisation, 'POST', '/api/tasks/', body)).body);
  const path = `/api/control/tasks/${id}/confirm/`;
  const edit = (to: object) => call(organisation, 'PATCH', `/api/tasks/${id}/`, to);
  const seen = async () => {
    const { body: page } = await call(null, 'GET', `/api/control/tasks/?org=${organisation}`);
    return listControlTasks.answer.parse(page).results[0];
  };
  const details = async () => getTask.answer.parse((await call(organisation, 'GET', `/api/tasks/${id}/`)).body);
  return { id, organisation, path, edit, seen, details };
}

const BASE = gitTask(['one.corp'], ['first']);

describe('confirming a task', () => {
  it.each([
    ['a pattern', BASE, gitTask(['one.corp', 'two.corp'], ['first'])],
    ['a repository', BASE, gitTask(['one.corp'], ['first', 'second'])],
    [
      'the address of a repository',
      BASE,
      { ...BASE, git_repositories: [{ ...remote('first'), git_remote_url: 'https://git.example/other.git' }] },
    ],
    ['a source', telegramTask('first'), { ...telegramTask('first'), sources: [...telegramTask('first').sources, { source_type: 'gist' }] }],
    ['a channel', telegramTask('first'), telegramTask('first', 'second')],
    ['a filter keyword', BASE, { ...BASE, filter_keywords: ['sample'] }],
    ['the title', BASE, { ...BASE, title: 'Another title' }],
  ])('is refused when %s changed after staff read the task', async (_, before, after) => {
    const { path, edit, seen, details } = await create(before);
    const read = await seen();
    expect(await edit(after)).toMatchObject({ status: 200 });
    const now = await seen();
    expect(now?.version).toBeGreaterThan(read?.version ?? 0);
    expect(await call(null, 'POST', path, { version: read?.version })).toMatchObject({
      status: 409,
      body: { code: 'task_changed', details: { version: now?.version } },
    });
    expect(await call(null, 'GET', `${path}?version=${read?.version}`)).toMatchObject({ status: 409, body: { code: 'task_changed' } });
    expect(await details()).toMatchObject({ confirmed: false, version: now?.version });
    expect(await call(null, 'POST', path, { version: now?.version })).toMatchObject({ status: 200 });
    expect(await details()).toMatchObject({ confirmed: true });
  });

  it('is refused when an addition was added to those that staff saw waiting', async () => {
    const { path, edit, seen, details } = await create(BASE);
    await call(null, 'POST', path, { version: (await seen())?.version });
    await edit(gitTask(['one.corp', 'two.corp'], ['first']));
    const read = await seen();
    expect(read).toMatchObject({ confirmed: true, waiting_count: 1 });
    await edit(gitTask(['one.corp', 'two.corp', 'three.corp'], ['first']));
    expect(await call(null, 'POST', path, { version: read?.version })).toMatchObject({ status: 409, body: { code: 'task_changed' } });
    expect((await details()).search_patterns.map(({ waiting }) => waiting)).toEqual([false, true, true]);
    expect(await call(null, 'GET', `${path}?version=${(await seen())?.version}`)).toMatchObject({ status: 200 });
    expect(await seen()).toMatchObject({ confirmed: true, waiting_count: 0 });
  });

  it.each(['GET', 'POST'] as const)('by %s without a version confirms what is there', async (method) => {
    const { path, edit, seen } = await create(BASE);
    await edit(gitTask(['two.corp'], ['first']));
    expect(await call(null, method, path)).toMatchObject({ status: 200 });
    expect(await seen()).toMatchObject({ confirmed: true });
  });

  it('refuses a version that is no number', async () => {
    const { path } = await create(BASE);
    expect(await call(null, 'POST', path, { version: 'last' })).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await call(null, 'GET', `${path}?version=last`)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});
