import type { RepositoryStatus, TaskLogMessage, TaskLogType } from '@leakwatch/vocabulary';

export interface FinishedLaunch {
  readonly outcome: 'done' | 'failed' | 'cancelled';
  readonly repositories: readonly {
    readonly status: RepositoryStatus;
    readonly blobs_scanned: number;
    readonly error_code: string | null;
  }[];
  readonly error_code: string | null;
  /** What a source that is read in units reports; null for git repositories. */
  readonly units: { readonly failed: number; readonly read: number; readonly error_code: string | null } | null;
}

export interface LoggedLaunch {
  readonly type: TaskLogType;
  readonly message: TaskLogMessage;
  /** Files or documents that were read for launch_done; repositories, queries or channels that could not be for launch_incomplete; else 0. */
  readonly count: number;
  readonly errorCode: string | null;
}

/** The log entry of a finished launch. */
export function logOfLaunch({ outcome, repositories, error_code: errorCode, units }: FinishedLaunch): LoggedLaunch {
  if (outcome === 'cancelled') return { type: 'none', message: 'launch_cancelled', count: 0, errorCode: null };
  const unread = repositories.filter(({ status }) => status === 'repository_error');
  const first = unread[0]?.error_code ?? null;
  if (outcome === 'failed') return { type: 'danger', message: 'launch_failed', count: 0, errorCode: errorCode ?? first };
  const failed = unread.length + (units?.failed ?? 0);
  if (failed > 0) return { type: 'warning', message: 'launch_incomplete', count: failed, errorCode: first ?? units?.error_code ?? null };
  const files = repositories.reduce((sum, repository) => sum + repository.blobs_scanned, 0);
  return { type: 'success', message: 'launch_done', count: units?.read ?? files, errorCode: null };
}
