import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listTaskLogs, type TechnicalFact, technicalFactsV1 } from '@leakwatch/contracts';
import { BUS, type Bus, type Database, type Delivery, newId, outgoing } from '@leakwatch/platform';
import { waitUntil } from '@leakwatch/testing';
import { taskThatEnds } from '../launches/task-that-ends.fixture.ts';
import { openTasksServices, query, type TasksServices } from '../tasks.fixture.ts';
import { logLaunch } from './task-log.store.ts';

let services: TasksServices;
let database: Database;
let bus: Bus;
beforeAll(async () => {
  services = await openTasksServices(1);
  database = services.database;
  bus = services.first.app.get<Bus>(BUS);
  const handle = async (batch: readonly Delivery<TechnicalFact>[]) => void published.push(...batch.map(({ payload }) => payload));
  await bus.consume({ group: 'told', message: technicalFactsV1, handle });
});
afterAll(() => services.close());

const withTask = () => taskThatEnds(database, bus);

async function call(organisation: string | null, method: 'GET' | 'POST', path: string, staff = false) {
  const answer = await services.first.app.inject({ method, url: path, headers: services.headers(organisation, staff) });
  return answer;
}
const logs = async (organisation: string) => listTaskLogs.answer.parse((await call(organisation, 'GET', '/api/logs/tasks/')).json());

const published: TechnicalFact[] = [];

/** Facts published about an organisation, in order, up to a marker that is published after them. */
async function facts(organisation: string): Promise<readonly TechnicalFact[]> {
  const mark: TechnicalFact = {
    organisation_id: organisation,
    cause: newId(),
    state: 'over',
    kind: 'session_ended',
    at: new Date().toISOString(),
    task: null,
    source_type: null,
    repository: null,
    error_code: null,
  };
  await query(database, (em) => bus.publish(em, [outgoing(technicalFactsV1, mark)]));
  await waitUntil('the mark', async () => published.find(({ cause }) => cause === mark.cause));
  return published.filter((fact) => fact.organisation_id === organisation && fact.cause !== mark.cause);
}

const BROKEN = { status: 'repository_error', error_code: 'host_unreachable' } as const;

describe('task logs', () => {
  it('say how each launch ended, newest first', async () => {
    const { organisation, end } = await withTask();
    await end();
    await end({}, BROKEN);
    await end({ outcome: 'failed', error_code: 'internal', repositories: [] });
    await end({ outcome: 'cancelled' });
    const { count, results } = await logs(organisation);
    expect(count).toBe(4);
    expect(results).toMatchObject([
      { log_type: 'none', message: { code: 'launch_cancelled' } },
      { log_type: 'danger', message: { code: 'launch_failed', error_code: 'internal' } },
      { log_type: 'warning', message: { code: 'launch_incomplete', count: 1, error_code: 'host_unreachable' } },
      { log_type: 'success', source_type: 'git_repo', title: 'Task 1', message: { code: 'launch_done', count: 9, source: 'git_repo' } },
    ]);
  });

  it('are limited in number for each organisation', async () => {
    const [first, second] = [await withTask(), await withTask()];
    await second.end();
    const finished = await first.end();
    for (let n = 0; n < 5; n += 1) await query(database, (em) => logLaunch(em, { ...finished, source_type: 'gitlab_cloud' }, 3));
    const kept = await logs(first.organisation);
    expect(kept.count).toBe(3);
    expect(kept.results.map(({ source_type: source }) => source)).toEqual(['gitlab', 'gitlab', 'gitlab']);
    expect((await logs(second.organisation)).count).toBe(1);
  });

  it.each(['GET', 'POST'] as const)('are cleared by %s for the caller’s organisation only', async (method) => {
    const [first, second] = [await withTask(), await withTask()];
    await first.end();
    await second.end();
    expect((await call(first.organisation, method, '/api/logs/tasks/clear/')).statusCode).toBe(200);
    expect((await logs(first.organisation)).count).toBe(0);
    expect((await logs(second.organisation)).count).toBe(1);
    expect((await call(null, method, '/api/logs/tasks/clear/', true)).statusCode).toBe(403);
    expect((await logs(second.organisation)).count).toBe(1);
  });
});

describe('technical facts of launches', () => {
  it('are published once while they last, again when they end, and again when they recur', async () => {
    const { organisation, end } = await withTask();
    await end();
    await end({ outcome: 'failed', error_code: 'internal' }, BROKEN);
    await end({}, BROKEN);
    await end();
    await end();
    await end({}, BROKEN);
    const about = { kind: 'repository_error', repository: 'billing', task: 'Task 1' };
    expect(await facts(organisation)).toMatchObject([
      { ...about, state: 'begun', error_code: 'host_unreachable' },
      { ...about, state: 'over' },
      { ...about, state: 'begun' },
    ]);
  });

  it('name the source where no repository has an error', async () => {
    const { organisation, end } = await withTask();
    await end({ outcome: 'failed', error_code: 'internal', repositories: [] });
    await end({ outcome: 'failed', error_code: 'internal', repositories: [] });
    await end({ outcome: 'cancelled', repositories: [] });
    expect(await facts(organisation)).toMatchObject([{ kind: 'source_failing', state: 'begun', error_code: 'internal' }]);
  });
});
