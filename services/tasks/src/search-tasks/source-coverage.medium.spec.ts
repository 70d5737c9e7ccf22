import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getTask, organisationCoverage } from '@leakwatch/contracts';
import { rows, sql } from '@leakwatch/platform';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';

const AT = '2026-11-01T10:00:00.000Z';
const LATER = '2026-11-02T10:00:00.000Z';

describe('coverage of a task', () => {
  let services: TasksServices;
  beforeAll(async () => {
    services = await openTasksServices(1);
  });
  afterAll(async () => {
    await services.close();
  });

  const stage = () => ({ app: services.first.app, database: services.database });
  interface Part {
    readonly status?: string;
    readonly indexed?: string | null;
    readonly unread?: number;
    readonly unchecked?: number;
    readonly waiting?: boolean;
  }
  /** A running task on git repositories. */
  const putTask = async (parts: readonly Part[]) => {
    const { database } = stage();
    const organisation = await putOrganisation(database);
    const [task = ''] = await putTasks(database, organisation, 1, { sources: ['git_repo'] });
    await query(database, async (em) => {
      await rows(em, sql`update tasks.task set running = true where id = ${task}`);
      await rows(em, sql`update tasks.task_source set next_launch_at = ${LATER} where task_id = ${task}`);
      for (const [at, { status = 'ready_to_search', indexed = AT, unread = 0, unchecked = 0, waiting = false }] of parts.entries())
        await rows(
          em,
          sql`insert into tasks.repository (id, task_id, organisation_id, position, title, url, default_branch, remote_source, address,
                masked, status, last_indexed, blobs_total, blobs_scanned, blobs_unread, blobs_unchecked, waiting)
              values (gen_random_uuid(), ${task}, ${organisation}, ${at}, 'r', 'u', 'main', 'custom', ${`a${at}`}, 'm', ${status},
                ${indexed}::timestamptz, 10, ${10 - unread}, ${unread}, ${unchecked}, ${waiting})`,
        );
    });
    return { organisation, task };
  };
  const coverage = async (of: Awaited<ReturnType<typeof putTask>>) => {
    const answer = await stage().app.inject({ method: 'GET', url: `/api/tasks/${of.task}/`, headers: services.headers(of.organisation) });
    return getTask.answer.parse(answer.json()).coverage;
  };

  it('is summed for staff over the running tasks of the organisation', async () => {
    const { database, app } = stage();
    const of = await putTask([{ unread: 2 }, { status: 'repository_error', indexed: null }]);
    const [second = '', stopped = ''] = await putTasks(database, of.organisation, 2, { sources: ['git_repo'] });
    await query(database, async (em) => {
      await rows(em, sql`update tasks.task set running = (id = ${second}) where id in (${second}, ${stopped})`);
    });
    const url = organisationCoverage.path.replace('{id}', of.organisation);
    const read = (by: string | null) => app.inject({ method: 'GET', url, headers: services.headers(by, by === null) });
    const { sources } = organisationCoverage.answer.parse((await read(null)).json());
    expect(sources).toMatchObject([
      {
        source_type: 'git_repo',
        tasks: 2,
        tasks_failing: 1,
        parts: 2,
        parts_failed: 1,
        total: 20,
        scanned: 18,
        unread: 2,
        tasks_not_searched: 2,
      },
    ]);
    expect((await read(of.organisation)).statusCode).toBe(403);
    const other = await putOrganisation(database);
    const none = await app.inject({
      method: 'GET',
      url: organisationCoverage.path.replace('{id}', other),
      headers: services.headers(null, true),
    });
    expect(none.json()).toEqual({ sources: [] });
  });

  it('sums up its repositories: the oldest pass counts, a repository that waits for staff does not', async () => {
    const of = await putTask([
      { indexed: LATER, unread: 2, unchecked: 3 },
      { indexed: AT, unchecked: 1 },
      { indexed: null, waiting: true },
    ]);
    expect(await coverage(of)).toEqual([
      {
        source_type: 'git_repo',
        parts: 2,
        parts_failed: 0,
        total: 20,
        scanned: 18,
        unread: 2,
        silent: 0,
        silent_since: null,
        unchecked: 4,
        found: null,
        capped: 0,
        incomplete: 0,
        error_code: null,
        last_full_pass: AT,
        next_launch: LATER,
      },
    ]);
  });

  it.each<[string, Part]>([
    ['was never read', { indexed: null, status: 'created' }],
    ['cannot be read now', { status: 'repository_error' }],
  ])('has no full pass while a repository %s', async (_, part) => {
    const [found] = await coverage(await putTask([{}, part]));
    expect(found).toMatchObject({ last_full_pass: null, parts: 2, parts_failed: part.status === 'repository_error' ? 1 : 0 });
  });

  it('shows no next launch for a stopped task', async () => {
    const of = await putTask([{}]);
    await query(stage().database, (em) => rows(em, sql`update tasks.task set running = false where id = ${of.task}`));
    expect((await coverage(of))[0]?.next_launch).toBeNull();
  });
});
