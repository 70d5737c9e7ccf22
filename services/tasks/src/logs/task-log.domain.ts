import type { RepositoryStatus, TaskLogMessage, TaskLogType } from '@leakwatch/vocabulary';

export interface FinishedLaunch {
  readonly outcome: 'done' | 'failed' | 'cancelled';
  readonly repositories: readonly {
    readonly status: RepositoryStatus;
    readonly blobs_scanned: number;
    readonly error_code: string | null;
  }[];
  readonly error_code: string | null;
}

export interface LoggedLaunch {
  readonly type: TaskLogType;
  readonly message: TaskLogMessage;
  /** Files for launch_done, repositories that could not be read for launch_incomplete, else 0. */
  readonly count: number;
  readonly errorCode: string | null;
}

/** The log entry of a finished launch. */
export function logOfLaunch({ outcome, repositories, error_code: errorCode }: FinishedLaunch): LoggedLaunch {
  if (outcome === 'cancelled') return { type: 'none', message: 'launch_cancelled', count: 0, errorCode: null };
  const unread = repositories.filter(({ status }) => status === 'repository_error');
  const first = unread[0]?.error_code ?? null;
  if (outcome === 'failed') return { type: 'danger', message: 'launch_failed', count: 0, errorCode: errorCode ?? first };
  if (unread.length > 0) return { type: 'warning', message: 'launch_incomplete', count: unread.length, errorCode: first };
  const files = repositories.reduce((sum, repository) => sum + repository.blobs_scanned, 0);
  return { type: 'success', message: 'launch_done', count: files, errorCode: null };
}
