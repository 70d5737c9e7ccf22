import { randomUUID } from 'node:crypto';
import type { TaskBody } from '@leakwatch/contracts';
import { type Caller, CONSUMER, openFoundation } from '@leakwatch/platform';
import { buildTestService, callerHeaders, createTestEnvironment } from '@leakwatch/testing';
import { saveOrganisation } from '../organisations/organisation.store.ts';
import { tasksService } from '../service.ts';
import { saveKeywordSet } from '../keyword-sets/keyword.store.ts';

export const PATTERNS_A_TASK = 6;
export const KEYWORDS = ['token', 'Token', 'password'].map((name) => ({ id: randomUUID(), name }));

type Sent = { [K in keyof TaskBody]?: unknown };

/** The body that a form sends for a normal task; `change` overrides fields. */
export const normalBody = (change: Sent = {}): Sent => ({
  title: 'Billing',
  sources: [{ source_type: 'github', search_type: 'by_code', active: true, status: true, tg_channels: [] }],
  patterns: { internal_domains: { patterns: ['corp.example'] } },
  ...change,
});
export const deepBody = (pattern: string, change: Sent = {}): Sent =>
  normalBody({ is_deep: true, patterns: { deep: { patterns: [pattern] } }, ...change });
export const gitBody = (change: Sent = {}): Sent =>
  normalBody({
    sources: [],
    git_monitoring: true,
    git_repository_observer: { account_name: 'team' },
    git_repositories: [
      {
        repo_title: 'a',
        repo_url: 'https://git.example/t/a',
        repo_default_branch: 'main',
        git_remote_url: 'https://git.example/t/a.git',
        repo_remote_source: 'custom',
      },
    ],
    ...change,
  });

/** A tasks service that already has copies of organisations and keywords. */
export async function openFormStage(organisations: readonly string[]) {
  const environment = await createTestEnvironment();
  const foundation = await openFoundation(tasksService, environment.env);
  const app = await buildTestService(tasksService, foundation);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  await foundation.database.inScope(CONSUMER, async (em) => {
    for (const organisation of organisations)
      await saveOrganisation(em, {
        organisation_id: organisation,
        version: 1,
        name: 'o',
        active: true,
        trusted: true,
        custom_time_limitations: false,
        deleted: false,
        starts_at: '2020-01-01T00:00:00.000Z',
        expires_at: '2120-01-01T00:00:00.000Z',
        tariff: {
          id: randomUUID(),
          type: 'all_inclusive',
          task_limit: 100,
          pattern_limit: 1000,
          patterns_per_task_limit: PATTERNS_A_TASK,
          time_limit_total_months: null,
          launch_limit: null,
          time_limit_per_launch: null,
        },
      });
    await saveKeywordSet(em, { id: randomUUID(), version: 1, name: 's', deleted: false, keywords: KEYWORDS });
  });
  const call = async (
    caller: Caller,
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object | string,
    type?: string,
  ) => {
    const headers = { ...callerHeaders(caller), ...(type !== undefined && { 'content-type': type }) };
    const answer = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  const close = async () => {
    await app.close();
    await environment.drop();
  };
  return { app, environment, foundation, call, close };
}
export type FormStage = Awaited<ReturnType<typeof openFormStage>>;
