import { launchFinishedV1, type LaunchFinished } from '@leakwatch/contracts';
import { type Bus, CONSUMER, type Database, newId, rows, sql } from '@leakwatch/platform';
import { putOrganisation, putTasks, query } from '../tasks.fixture.ts';
import { finishLaunch } from './finish-launch.ts';

type Repository = LaunchFinished['repositories'][number];

/** A task with one repository, and a function that ends a launch of it. */
export async function taskThatEnds(database: Database, bus: Bus) {
  const organisation = await putOrganisation(database);
  const [task = ''] = await putTasks(database, organisation, 1);
  const repository = newId();
  await query(database, (em) =>
    rows(
      em,
      sql`insert into tasks.repository (id, task_id, organisation_id, position, title, url, default_branch, masked, remote_source, address)
          values (${repository}, ${task}, ${organisation}, 0, 'billing', 'https://git.example/billing', 'main',
            'https://git.example/billing.git', 'custom', ${repository})`,
    ),
  );
  const end = async (over: Partial<LaunchFinished> = {}, about: Partial<Repository> = {}) => {
    const launch = newId();
    await query(database, (em) =>
      rows(
        em,
        sql`insert into tasks.launch (id, task_id, organisation_id, source_type, trigger, state, task_version)
            values (${launch}, ${task}, ${organisation}, 'git_repo', 'schedule', 'released', 1)`,
      ),
    );
    const finished = launchFinishedV1.schema.parse({
      launch_id: launch,
      task_id: task,
      organisation_id: organisation,
      source_type: 'git_repo',
      outcome: 'done',
      error_code: null,
      finished_at: new Date().toISOString(),
      repositories: [
        {
          id: repository,
          status: 'ready_to_search',
          error_code: null,
          last_indexed: null,
          blobs_total: 9,
          blobs_scanned: 9,
          blobs_unread: 0,
          blobs_unchecked: 0,
          ...about,
        },
      ],
      ...over,
    });
    await database.inScope(CONSUMER, (em) => finishLaunch(em, bus, finished, 60));
    return finished;
  };
  return { organisation, task, end };
}
