import type { TaskBody } from '@leakwatch/contracts';
import { InvalidRequest } from '@leakwatch/platform';
import type { TaskKind } from '@leakwatch/vocabulary';

const kindFrom = (deep: boolean, gitMonitoring: boolean): TaskKind => (gitMonitoring ? 'git_monitoring' : deep ? 'deep' : 'normal');

export const kindOfTask = (task: { readonly deep: boolean; readonly git_monitoring: boolean }): TaskKind =>
  kindFrom(task.deep, task.git_monitoring);

/** Which kind a body makes. Throws InvalidRequest `task_invalid` for one that would be two. */
export function kindOfBody(body: TaskBody): TaskKind {
  if (body.is_deep && body.git_monitoring) throw new InvalidRequest('task_invalid', { is_deep: 'kinds_exclusive' });
  return kindFrom(body.is_deep, body.git_monitoring);
}

/** A task stays of its kind: its sources and what was found by it would no longer belong to it. */
export function requireKind(kind: TaskKind, body: TaskBody): void {
  if (kindOfBody(body) !== kind)
    throw new InvalidRequest('task_invalid', { [kind === 'deep' ? 'is_deep' : 'git_monitoring']: 'kind_fixed' });
}
