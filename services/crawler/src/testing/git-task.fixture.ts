import type { CrawlJob, TaskChange } from '@leakwatch/contracts';
import { type Foundation, newId } from '@leakwatch/platform';
import type { CrawlerSettings } from '../settings.ts';
import { KeepTask } from '../watched-tasks/keep-task.ts';

export const repositoryAt = (address = `https://dev.example/${newId()}`, credential_scope = ''): TaskChange['repositories'][number] => ({
  id: newId(),
  title: 'r',
  url: 'https://dev.example/r',
  default_branch: 'main',
  address,
  credential_scope,
});

/** A running git monitoring task, as its message makes it known. */
export const gitTask = (change: Partial<TaskChange> = {}): TaskChange => ({
  task_id: newId(),
  organisation_id: newId(),
  version: 1,
  title: 'a task',
  running: true,
  archived: false,
  delete_events: false,
  source_types: ['git_repo'],
  patterns: [],
  filter_keywords: [],
  filter_mode: 'exclude',
  repositories: [repositoryAt()],
  ...change,
});

/** A running task without repositories, for scans of mirrors that a test fills itself. */
export async function runningTask(
  { database, bus }: Pick<Foundation<CrawlerSettings>, 'database' | 'bus'>,
  change: Partial<TaskChange> = {},
): Promise<TaskChange> {
  const task = gitTask({ repositories: [], ...change });
  await new KeepTask(database, [], bus).run(task);
  return task;
}

/** The job of a launch over the task's repositories. */
export const gitJob = ({ task_id, organisation_id, version }: TaskChange): CrawlJob => ({
  launch_id: newId(),
  task_id,
  organisation_id,
  source_type: 'git_repo',
  trigger: 'start',
  task_version: version,
});
