import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getTask } from '@leakwatch/contracts';
import { BUS, type Bus, rows, sql } from '@leakwatch/platform';
import { taskThatEnds } from '../launches/task-that-ends.fixture.ts';
import { openTasksServices, query, type TasksServices } from '../tasks.fixture.ts';

let services: TasksServices;
beforeAll(async () => {
  services = await openTasksServices(1);
});
afterAll(() => services.close());

async function withTask() {
  const { organisation, task, end } = await taskThatEnds(services.database, services.first.app.get<Bus>(BUS));
  await query(services.database, (em) =>
    rows(
      em,
      sql`insert into tasks.task_source (task_id, organisation_id, source_type, search_type) values (${task}, ${organisation}, 'git_repo', 'by_code')
          on conflict do nothing`,
    ),
  );
  const details = async () => {
    const answer = await services.first.app.inject({ method: 'GET', url: `/api/tasks/${task}/`, headers: services.headers(organisation) });
    const { sources, git_repositories: repositories } = getTask.answer.parse(answer.json());
    return { failing: sources.find(({ source_type }) => source_type === 'git_repo')?.failing, repository: repositories[0] };
  };
  return { end, details };
}
const BROKEN = { status: 'repository_error', error_code: 'host_unreachable', blobs_total: 0, blobs_scanned: 0 } as const;

describe('a source that cannot be read', () => {
  it('says what, why and since when, keeps the numbers of the last pass, and is well again after the next', async () => {
    const { end, details } = await withTask();
    await end();
    expect(await details()).toMatchObject({ failing: null, repository: { blobs_total: 9, blobs_scanned: 9 } });
    const before = Date.now();
    await end({}, BROKEN);
    const first = await details();
    expect(first).toMatchObject({
      failing: { error_code: 'host_unreachable', parts_failed: 1, parts: 1 },
      repository: { status: 'repository_error', blobs_total: 9, blobs_scanned: 9 },
    });
    expect(Date.parse(first.failing?.since ?? '')).toBeGreaterThanOrEqual(before - 1_000);
    await end({}, BROKEN);
    expect((await details()).failing?.since).toBe(first.failing?.since);
    await end({}, { blobs_total: 0, blobs_scanned: 0 });
    expect(await details()).toMatchObject({ failing: null, repository: { blobs_total: 0, blobs_scanned: 0 } });
  });

  it('is the whole source where its launch failed', async () => {
    const { end, details } = await withTask();
    await end({ outcome: 'failed', error_code: 'attempts_exhausted', repositories: [] });
    expect((await details()).failing).toMatchObject({ error_code: 'attempts_exhausted', parts_failed: 0, parts: 1 });
    await end();
    expect((await details()).failing).toBeNull();
  });
});
