import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getTask, sourceOverview, type UnitSums } from '@leakwatch/contracts';
import { newId, rows, sql } from '@leakwatch/platform';
import type { LaunchState, SourceType } from '@leakwatch/vocabulary';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';

const MINUTE = 60;
const WAITS: UnitSums = {
  ...{ units: 3, failed: 0, total: 9, returned: 9, read: 9, unread: 0, unchecked: 0, capped: 0, incomplete: 0 },
  ...{ silent: 0, silent_since: null, failing_since: null, last_full_pass: null, error_code: 'upstream_limited' },
  stalled: { since: '2026-11-20T10:00:00.000Z', error_code: 'upstream_limited' },
};

/** How long ago a launch was made, released and last reported, in seconds. */
interface Launched {
  readonly source: SourceType;
  readonly state: LaunchState;
  /** When not given, as long ago as its release. */
  readonly made?: number;
  readonly released: number | null;
  readonly reported: number | null;
  readonly running?: boolean;
}

describe('a source whose launch nobody reports', () => {
  let services: TasksServices;
  beforeAll(async () => {
    services = await openTasksServices(1);
  });
  afterAll(() => services.close());

  const ago = (seconds: number | null) => (seconds === null ? null : new Date(Date.now() - seconds * 1_000));

  async function shown({ source, state, released, reported, made = released ?? 0, running = true }: Launched) {
    const organisation = await putOrganisation(services.database);
    const [task = ''] = await putTasks(services.database, organisation, 1, { sources: [source] });
    const sums = source === 'git_repo' ? null : JSON.stringify(WAITS);
    await query(services.database, async (em) => {
      await rows(em, sql`update tasks.task set running = ${running} where id = ${task}`);
      await rows(
        em,
        sql`update tasks.task_source set state = ${reported === null ? 'waiting' : 'running'}, units = ${sums}::jsonb where task_id = ${task}`,
      );
      await rows(
        em,
        sql`insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, state, task_version, created, released_at, activity_at)
            values (${newId()}, ${task}, ${organisation}, ${source}, 'schedule', ${state}, 1, ${ago(made)}, ${ago(released)}, ${ago(reported)})`,
      );
    });
    const get = (url: string) => services.first.app.inject({ method: 'GET', url, headers: services.headers(organisation) });
    const { sources, status } = getTask.answer.parse((await get(`/api/tasks/${task}/`)).json());
    const { results } = sourceOverview.answer.parse((await get(`${sourceOverview.path}?limit=10`)).json());
    const [{ stalled, failing } = { stalled: null, failing: null }] = sources;
    return { status, stalled, failing, condition: results[0]?.condition, error_code: results[0]?.error_code };
  }

  it.each<[string, Launched]>([
    ['repositories that no crawler has taken', { source: 'git_repo', state: 'released', released: 6 * MINUTE, reported: null }],
    ['repositories that a crawler has left', { source: 'git_repo', state: 'released', released: 60 * MINUTE, reported: 6 * MINUTE }],
    ['a search that waited for its account before', { source: 'github', state: 'released', released: 60 * MINUTE, reported: 6 * MINUTE }],
  ])('says that searches are interrupted, not that it fails: %s', async (_, launched) => {
    const found = await shown(launched);
    expect(found).toMatchObject({ status: true, failing: null, condition: 'waiting', error_code: 'crawler_away' });
    expect(found.stalled).toEqual({ since: expect.any(String), error_code: 'crawler_away' });
    const since = (Date.now() - Date.parse(found.stalled?.since ?? '')) / 1_000;
    expect(since).toBeGreaterThanOrEqual(launched.reported ?? launched.released ?? 0);
    expect(since).toBeLessThan(10 * MINUTE);
  });

  it.each<[string, Launched]>([
    ['was taken just now', { source: 'git_repo', state: 'released', released: 4 * MINUTE, reported: null }],
    ['is reported', { source: 'git_repo', state: 'released', released: 60 * MINUTE, reported: 2 * MINUTE }],
    ['was made just now', { source: 'git_repo', state: 'waiting', made: 30, released: null, reported: null }],
    ['has ended', { source: 'git_repo', state: 'done', released: 60 * MINUTE, reported: 6 * MINUTE }],
    ['is of a stopped task', { source: 'git_repo', state: 'released', released: 60 * MINUTE, reported: 6 * MINUTE, running: false }],
  ])('says nothing of it where the launch %s', async (_, launched) => {
    expect(await shown(launched)).toMatchObject({ stalled: null, error_code: null });
  });

  it.each<SourceType>(['git_repo', 'github'])('says since when a launch over %s waits for others to end', async (source) => {
    const found = await shown({ source, state: 'waiting', made: 2 * MINUTE, released: null, reported: null });
    expect(found).toMatchObject({ failing: null, condition: 'waiting', stalled: { error_code: null } });
    const since = (Date.now() - Date.parse(found.stalled?.since ?? '')) / 1_000;
    expect(since).toBeGreaterThanOrEqual(2 * MINUTE);
    expect(since).toBeLessThan(4 * MINUTE);
  });

  it('says what a crawler that reports says', async () => {
    const found = await shown({ source: 'github', state: 'released', released: 60 * MINUTE, reported: 2 * MINUTE });
    expect(found).toMatchObject({ stalled: WAITS.stalled, condition: 'waiting', error_code: 'upstream_limited' });
  });
});
