import type { CrawlJob, TaskChange } from '@leakwatch/contracts';
import { newId } from '@leakwatch/platform';

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

/** The job of a launch over the task's repositories. */
export const gitJob = ({ task_id, organisation_id, version }: TaskChange): CrawlJob => ({
  launch_id: newId(),
  task_id,
  organisation_id,
  source_type: 'git_repo',
  trigger: 'start',
  task_version: version,
});
