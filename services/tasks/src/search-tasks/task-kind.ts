import type { TaskBody } from '@leakwatch/contracts';
import { InvalidRequest } from '@leakwatch/platform';
import type { TaskKind } from '@leakwatch/vocabulary';

const kindFrom = (deep: boolean, gitMonitoring: boolean): TaskKind => (gitMonitoring ? 'git_monitoring' : deep ? 'deep' : 'normal');

export const kindOfTask = (task: { readonly deep: boolean; readonly git_monitoring: boolean }): TaskKind =>
  kindFrom(task.deep, task.git_monitoring);

/** The kind of task that a body describes. Throws InvalidRequest `task_invalid` for a body of two kinds. */
export function kindOfBody(body: TaskBody): TaskKind {
  if (body.is_deep && body.git_monitoring) throw new InvalidRequest('task_invalid', { is_deep: 'kinds_exclusive' });
  return kindFrom(body.is_deep, body.git_monitoring);
}

/** A task's kind never changes, because its sources and events belong to it. Throws InvalidRequest `task_invalid`. */
export function requireKind(kind: TaskKind, body: TaskBody): void {
  if (kindOfBody(body) !== kind)
    throw new InvalidRequest('task_invalid', { [kind === 'deep' ? 'is_deep' : 'git_monitoring']: 'kind_fixed' });
}
