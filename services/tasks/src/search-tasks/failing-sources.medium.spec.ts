import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getTask, technicalFactsV1, type UnitSums } from '@leakwatch/contracts';
import { BUS, type Bus, rows, sql } from '@leakwatch/platform';
import type { SourceType } from '@leakwatch/vocabulary';
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
      sql`insert into tasks.task_source (task_id, organisation_id, source_type, search_type) values (${task}, ${organisation}, 'git_repo', 'by_code'), (${task}, ${organisation}, 'github', 'by_code')
          on conflict do nothing`,
    ),
  );
  const details = async () => {
    const answer = await services.first.app.inject({ method: 'GET', url: `/api/tasks/${task}/`, headers: services.headers(organisation) });
    const { sources, git_repositories: repositories } = getTask.answer.parse(answer.json());
    const failingOf = (source: SourceType) => sources.find(({ source_type }) => source_type === source)?.failing;
    return { failing: failingOf('git_repo'), search: failingOf('github'), repository: repositories[0] };
  };
  return { organisation, end, details };
}
const BROKEN = { status: 'repository_error', error_code: 'host_unreachable', blobs_total: 0, blobs_scanned: 0 } as const;

const SUMS: UnitSums = {
  ...{ units: 3, failed: 0, total: 9, returned: 9, read: 9, unread: 0, unchecked: 0, capped: 0, incomplete: 0 },
  ...{ silent: 0, silent_since: null, failing_since: null, last_full_pass: null, error_code: null, stalled: null },
};
const SINCE = '2026-11-20T10:00:00.000Z';

describe('a source that cannot be read', () => {
  it('may be one query of several: it says which part and since when, and the organisation is notified once', async () => {
    const { organisation, end, details } = await withTask();
    const facts = async () => {
      const found = await services.first.foundation.database.orm.em
        .fork()
        .getConnection()
        .execute<{ payload: unknown }[]>(
          `select payload from bus.message where topic = ? and payload ->> 'organisation_id' = ? order by position`,
          [technicalFactsV1.topic, organisation],
        );
      return found
        .map(({ payload }) => technicalFactsV1.schema.parse(payload))
        .map(({ kind, state, at, error_code }) => [kind, state, at, error_code]);
    };
    const search = (units: UnitSums) => end({ source_type: 'github', repositories: [], units });
    await search(SUMS);
    expect([(await details()).search, await facts()]).toEqual([null, []]);
    const partly = { ...SUMS, failed: 1, failing_since: SINCE, error_code: 'upstream_unavailable' } as const;
    await search(partly);
    await search(partly);
    expect((await details()).search).toEqual({ since: SINCE, error_code: 'upstream_unavailable', parts_failed: 1, parts: 3 });
    expect(await facts()).toEqual([['source_failing', 'begun', SINCE, 'upstream_unavailable']]);
    await search(SUMS);
    expect((await details()).search).toBeNull();
    expect((await facts()).map(([kind, state]) => [kind, state])).toEqual([
      ['source_failing', 'begun'],
      ['source_failing', 'over'],
    ]);
  });

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
