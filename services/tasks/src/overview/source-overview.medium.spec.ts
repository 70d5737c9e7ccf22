import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SOURCE_CONDITIONS, type SourceCondition, sourceOverview, type UnitSums } from '@leakwatch/contracts';
import { rows, sql } from '@leakwatch/platform';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';

const AT = '2026-11-01T10:00:00.000Z';
/** Not in the past: nothing is to be launched while the test runs. */
const LATER = '2099-11-02T10:00:00.000Z';
const WELL: UnitSums = {
  ...{ units: 3, failed: 0, total: 40, returned: 30, read: 30, unread: 0, unchecked: 0, capped: 0, incomplete: 0 },
  ...{ last_full_pass: AT, silent: 0, silent_since: null, failing_since: null, error_code: null, stalled: null },
};
interface Source {
  readonly running?: boolean;
  readonly state?: string;
  /** Of a source that is read in units; a git repository without. */
  readonly units?: Partial<UnitSums> | null;
  readonly repository?: { readonly status?: string; readonly indexed?: string | null; readonly unread?: number };
}
const SOURCES: readonly [SourceCondition, string, Source][] = [
  ['well', 'a search that read everything', { units: {} }],
  ['well', 'a repository that was read', { repository: {} }],
  [
    'failing',
    'a search of which a part fails, whatever else holds',
    { units: { failed: 1, silent: 1, error_code: 'upstream_unavailable' } },
  ],
  ['failing', 'a repository that cannot be read', { repository: { status: 'repository_error' } }],
  ['failing', 'a source whose last launch failed', { state: 'failed', units: {} }],
  ['waiting', 'a search that waits for an account', { units: { error_code: 'no_account', silent: 1 } }],
  ['waiting', 'a search that makes no progress', { state: 'running', units: { stalled: { since: AT, error_code: null } } }],
  ['silent', 'a search without news for longer than its habit', { units: { silent: 2, silent_since: AT, capped: 1 } }],
  ['never', 'a search that has not reported', { units: null }],
  ['never', 'a repository that was never read', { repository: { indexed: null, status: 'created' } }],
  ['partial', 'a search of which not all is given', { units: { capped: 1 } }],
  ['partial', 'a repository with a file that could not be read', { repository: { unread: 1 } }],
  ['stopped', 'a failing source of a stopped task', { running: false, state: 'failed', units: { failed: 1 } }],
];

describe('the overview of sources', () => {
  let services: TasksServices;
  beforeAll(async () => {
    services = await openTasksServices(1);
  });
  afterAll(() => services.close());

  async function put(organisation: string, { running = true, state = 'done', units, repository }: Source): Promise<string> {
    const [task = ''] = await putTasks(services.database, organisation, 1, { sources: [repository === undefined ? 'github' : 'git_repo'] });
    const sums = units === null || units === undefined ? null : JSON.stringify({ ...WELL, ...units });
    await query(services.database, async (em) => {
      await rows(em, sql`update tasks.task set running = ${running} where id = ${task}`);
      await rows(
        em,
        sql`update tasks.task_source set state = ${state}, units = ${sums}::jsonb, activity_at = ${AT}, next_launch_at = ${LATER} where task_id = ${task}`,
      );
      if (repository === undefined) return;
      const { status = 'ready_to_search', indexed = AT, unread = 0 } = repository;
      await rows(
        em,
        sql`insert into tasks.repository (id, task_id, organisation_id, position, title, url, default_branch, remote_source, address,
              masked, status, last_indexed, blobs_total, blobs_scanned, blobs_unread, waiting)
            values (gen_random_uuid(), ${task}, ${organisation}, 0, 'r', 'u', 'main', 'custom', ${task}, 'm', ${status},
              ${indexed}::timestamptz, 10, ${10 - unread}, ${unread}, false)`,
      );
    });
    return task;
  }
  const get = async (organisation: string | null, search = '', page = 'limit=100') => {
    const headers = services.headers(organisation, organisation === null);
    const answer = await services.first.app.inject({ method: 'GET', url: `${sourceOverview.path}?${page}${search}`, headers });
    return sourceOverview.answer.parse(answer.json());
  };

  it.each(SOURCES)('%s is %s', async (condition, _, source) => {
    const organisation = await putOrganisation(services.database);
    const task = await put(organisation, source);
    const { results, conditions } = await get(organisation);
    expect(results).toMatchObject([{ task, condition, last_answer: AT, next_launch: source.running === false ? null : LATER }]);
    expect(conditions).toEqual([{ condition, count: 1 }]);
  });

  it('lists what needs a look first, counts each condition, and filters by one', async () => {
    const [organisation, other] = [await putOrganisation(services.database), await putOrganisation(services.database)];
    for (const [, , source] of SOURCES) await put(organisation, source);
    await put(other, { units: { failed: 1 } });
    const { count, results, conditions } = await get(organisation);
    expect(count).toBe(SOURCES.length);
    const expected = SOURCE_CONDITIONS.flatMap((condition) => SOURCES.flatMap(([of]) => (of === condition ? [condition] : [])));
    expect(results.map(({ condition }) => condition)).toEqual(expected);
    expect(conditions).toEqual(
      SOURCE_CONDITIONS.map((condition) => ({ condition, count: expected.filter((one) => one === condition).length })),
    );
    const failing = await get(organisation, '&condition=failing');
    expect(failing).toEqual({ count: 3, results: results.slice(0, 3), conditions });
    expect((await get(organisation, '', 'offset=2&limit=2')).results).toEqual(results.slice(2, 4));
    expect((await get(other)).count).toBe(1);
    expect((await get(other, `&org=${organisation}`)).count).toBe(0);
    expect((await get(null, `&org=${organisation}`)).results).toEqual(results);
  });

  it('shows no deleted task, and no source that is switched off or waits for staff', async () => {
    const organisation = await putOrganisation(services.database);
    const [archived, inactive, waiting] = [await put(organisation, {}), await put(organisation, {}), await put(organisation, {})];
    await query(services.database, async (em) => {
      await rows(em, sql`update tasks.task set running = false, archived_at = now() where id = ${archived}`);
      await rows(em, sql`update tasks.task_source set active = false where task_id = ${inactive}`);
      await rows(em, sql`update tasks.task_source set waiting = true where task_id = ${waiting}`);
    });
    expect(await get(organisation)).toEqual({ count: 0, results: [], conditions: [] });
  });
});
