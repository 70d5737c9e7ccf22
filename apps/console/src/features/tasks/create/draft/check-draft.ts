import { checkTask, InvalidGitRemote, parseRemoteUrl, type TaskFaults } from '@leakwatch/rules';
import type { TaskKind } from '@leakwatch/vocabulary';
import type { Draft, RepositoryDraft } from './draft.ts';
import { toTaskForm } from './to-body.ts';

export const REPOSITORY_FIELDS = [
  'git_remote_url',
  'repo_url',
  'repo_title',
  'repo_default_branch',
  'repo_remote_source',
] as const satisfies readonly (keyof RepositoryDraft)[];

/** The fault of a remote address. Whether local paths are allowed is decided by the server. */
function remoteFault(remote: string): string | null {
  try {
    parseRemoteUrl(remote, { allowFile: true });
    return null;
  } catch (error) {
    return error instanceof InvalidGitRemote ? error.code : 'unknown';
  }
}

/** All faults of the draft: the path that the server uses for the field, and the code. */
export function checkDraft(draft: Draft, kind: TaskKind, limit: number | null): TaskFaults {
  const faults: Record<string, string> = { ...checkTask(toTaskForm(draft, kind, limit)) };
  if (kind !== 'git_monitoring') return faults;
  for (const [index, repository] of draft.repositories.entries()) {
    for (const field of REPOSITORY_FIELDS) {
      if (repository[field].trim() === '') faults[`git_repositories.${index}.${field}`] = 'required';
    }
    const remote = repository.git_remote_url.trim();
    const fault = remote === '' ? null : remoteFault(remote);
    if (fault !== null) faults[`git_repositories.${index}.git_remote_url`] = fault;
  }
  return faults;
}

/** The code for the field at `path` or for anything inside it. */
export const faultAt = (faults: TaskFaults, path: string): string | undefined =>
  faults[path] ?? Object.entries(faults).find(([where]) => where.startsWith(`${path}.`))?.[1];
