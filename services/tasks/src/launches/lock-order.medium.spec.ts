import { randomUUID } from 'node:crypto';
import { createTask, type LaunchFinished, type LaunchProgress } from '@leakwatch/contracts';
import { type Delivery, rows, SCHEDULER, sql } from '@leakwatch/platform';
import { countDeadlocks, testCaller } from '@leakwatch/testing';
import { expect, it } from '@jest/globals';
import { gitBody, openFormStage } from '../task-saving/form-stage.fixture.ts';
import { StopExpiredTasks } from '../task-running/stop-expired-tasks.ts';
import { addDueLaunches } from './launch.store.ts';
import { LaunchesConsumer } from './launches.consumer.ts';
import { ReleaseLaunches } from './release-launches.ts';
import { WithdrawLaunches } from './withdraw-launches.ts';

const TASKS_OF_AN_ORGANISATION = 3;
const REPOSITORIES = 10;
const EDITS_OF_A_TASK = 25;

const repositories = (turn: number) =>
  Array.from({ length: REPOSITORIES }, (_, n) => {
    const name = `r${(n + turn) % REPOSITORIES}`;
    return {
      repo_title: `${name} ${turn}`,
      repo_url: `https://git.example/t/${name}`,
      repo_default_branch: 'main',
      git_remote_url: `https://git.example/t/${name}.git`,
      repo_remote_source: 'custom',
    };
  });
const body = (turn: number) => gitBody({ title: `Billing ${turn}`, git_repositories: repositories(turn) });
const delivery = <P>(payload: P): Delivery<P> => ({ id: randomUUID(), key: 'k', payload, publishedAt: new Date() });
const shuffled = <T>(all: readonly T[], turn: number): T[] => {
  const at = turn % all.length;
  const turned = [...all.slice(at), ...all.slice(0, at)];
  return turn % 2 === 0 ? turned : turned.reverse();
};

it('running tasks are edited while their launches report, end, are released and withdrawn, without a deadlock', async () => {
  const organisations = [randomUUID(), randomUUID()];
  const stage = await openFormStage(organisations);
  const { database } = stage.foundation;
  const callers = organisations.map((organisation) => testCaller(organisation));
  const tasks: { id: string; caller: (typeof callers)[number] }[] = [];
  for (const caller of callers)
    for (let n = 0; n < TASKS_OF_AN_ORGANISATION; n += 1) {
      const { id } = createTask.answer.parse((await stage.call(caller, 'POST', '/api/tasks/', body(0))).body);
      expect((await stage.call(caller, 'POST', `/api/tasks/${id}/start/`)).status).toBe(200);
      tasks.push({ id, caller });
    }
  const consumer = stage.app.get(LaunchesConsumer);
  const refused: unknown[] = [];
  let editing = true;

  const edit = async ({ id, caller }: (typeof tasks)[number]) => {
    for (let turn = 1; turn <= EDITS_OF_A_TASK; turn += 1) {
      const answer = await stage.call(caller, 'PATCH', `/api/tasks/${id}/`, body(turn));
      if (answer.status !== 200) refused.push(answer.body);
    }
  };
  const whileEditing = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; editing; turn += 1) {
      await work(turn).catch((error: unknown) => refused.push(String(error)));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const open = () =>
    database.inScope(SCHEDULER, (em) =>
      rows(
        em,
        sql<Pick<LaunchProgress, 'launch_id' | 'task_id' | 'organisation_id' | 'source_type'> & { repositories: string[] }>`
          select l.id as launch_id, l.task_id, l.organisation_id, l.source_type,
            (select jsonb_agg(r.id order by r.id) from tasks.repository r where r.task_id = l.task_id) as repositories
          from tasks.launch l where l.state in ('released', 'cancelling') order by l.id`,
      ),
    );
  const state = {
    status: 'ready_to_search',
    error_code: null,
    last_indexed: null,
    blobs_total: 9,
    blobs_scanned: 9,
    blobs_unread: 0,
    blobs_unchecked: 0,
  } as const;
  const report = async (turn: number) => {
    const at = new Date().toISOString();
    const progress = shuffled(await open(), turn).map(
      (launch): LaunchProgress => ({
        ...launch,
        units: null,
        repositories: shuffled(launch.repositories, turn).map((id) => ({ id, ...state })),
        progress: turn % 100,
        activity_at: at,
      }),
    );
    await consumer.progress(progress.map(delivery));
  };
  const finish = async (turn: number) => {
    const finished = shuffled(await open(), turn + 1)
      .slice(0, 4)
      .map(
        (launch): LaunchFinished => ({
          ...launch,
          units: null,
          repositories: shuffled(launch.repositories, turn + 1).map((id) => ({ id, ...state })),
          outcome: 'done',
          error_code: null,
          finished_at: new Date().toISOString(),
        }),
      );
    await consumer.finished(finished.map(delivery));
    await database.inScope(SCHEDULER, (em) => addDueLaunches(em, new Date(Date.now() + 3_600_000)));
  };
  const schedule = async () => {
    await stage.app.get(ReleaseLaunches, { strict: false }).run();
    await stage.app.get(WithdrawLaunches, { strict: false }).run(0);
    await stage.app.get(StopExpiredTasks, { strict: false }).run();
  };
  const around = [whileEditing(report), whileEditing((turn) => report(turn + 1)), whileEditing(finish), whileEditing(schedule)];
  await Promise.all(tasks.map(edit)).finally(() => {
    editing = false;
  });
  await Promise.all(around);
  expect(refused).toEqual([]);
  const published = await database.inScope(SCHEDULER, (em) =>
    rows(em, sql<{ n: number }>`select count(*)::int as n from tasks.launch where state = 'done'`),
  );
  expect(published[0]?.n).toBeGreaterThan(0);
  await stage.app.close();
  expect(await countDeadlocks(stage.environment.databaseUrl)).toBe(0);
  await stage.environment.drop();
});
