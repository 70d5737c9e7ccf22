import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listOpenLaunches } from '@leakwatch/contracts';
import { Metrics, newId, rows, sql } from '@leakwatch/platform';
import { LAUNCH_STATES, OPEN_LAUNCH_STATES } from '@leakwatch/vocabulary';
import { openTasksServices, putOrganisation, putTasks, query, type TasksServices } from '../tasks.fixture.ts';

let services: TasksServices;
beforeAll(async () => {
  services = await openTasksServices(1);
});
afterAll(() => services.close());

async function list(search = '', organisation: string | null = null) {
  const headers = services.headers(organisation, organisation === null);
  const answer = await services.first.app.inject({ method: 'GET', url: `${listOpenLaunches.path}${search}`, headers });
  return { status: answer.statusCode, body: answer.json() };
}
const listed = async (search = '') => listOpenLaunches.answer.parse((await list(search)).body);

it('lists what has not ended, of every organisation, the oldest first', async () => {
  const organisation = await putOrganisation(services.database, {}, { name: 'Ours' });
  const tasks = await putTasks(services.database, organisation, LAUNCH_STATES.length);
  for (const [at, state] of LAUNCH_STATES.entries())
    await query(services.database, (em) =>
      rows(
        em,
        // Days in the future, so that no schedule of the service takes them up.
        sql`insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, state, task_version, created)
            values (${newId()}, ${tasks[at]}, ${organisation}, ${at === 0 ? 'git_repo' : 'telegram'}, 'staff', ${state}, 1, now() + make_interval(days => ${at + 1}))`,
      ),
    );
  const { count, results } = await listed('?limit=50');
  expect(count).toBe(OPEN_LAUNCH_STATES.length);
  expect(results.map(({ task }) => task.id)).toEqual(tasks.slice(0, OPEN_LAUNCH_STATES.length));
  expect(results[0]).toMatchObject({
    organisation: { id: organisation, name: 'Ours' },
    trigger: 'staff',
    released: null,
    last_activity: null,
  });
  expect((await listed('?source_type=telegram')).count).toBe(OPEN_LAUNCH_STATES.length - 1);
  expect((await listed('?limit=1&offset=1')).results.map(({ task }) => task.id)).toEqual(tasks.slice(1, 2));
  const metrics = (await services.first.app.get(Metrics).text()).split('\n').filter((line) => line.includes('open_launch'));
  expect(metrics).toEqual(
    expect.arrayContaining([
      'leakwatch_open_launches{source="git_repo",state="waiting",service="tasks"} 1',
      'leakwatch_open_launches{source="telegram",state="released",service="tasks"} 1',
      expect.stringMatching(/^leakwatch_oldest_open_launch_seconds\{source="git_repo",state="waiting",service="tasks"\} -?[\d.]+$/),
    ]),
  );
  expect((await list('?source_type=ftp')).status).toBe(400);
  expect((await list('', organisation)).status).toBe(403);
});
