import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { classifyReadFailure } from './classify-git-failure.ts';
import { readingEnvironment } from './git-environment.ts';
import { type ProcessLimits, READ_LIMITS } from './git-limits.ts';
import { GitRepositoryError } from './git-repository-error.ts';
import { type GitEnd, startGit } from './start-git.ts';

/** A git process that reads a mirror. */
export interface GitReader {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when the process has ended: undefined after success, else its error. */
  readonly ended: Promise<GitRepositoryError | undefined>;
  /** The same without a judgement. */
  readonly end: Promise<GitEnd>;
  kill(): void;
}

/** Starts git on a mirror, without network. An aborted signal kills it. */
export function startReader(
  directory: string,
  args: readonly string[],
  signal?: AbortSignal,
  limits: ProcessLimits = READ_LIMITS,
): GitReader {
  const { child, ended, kill } = startGit({
    directory,
    args,
    environment: readingEnvironment(directory),
    limits,
    ...(signal && { signal }),
  });
  return { child, kill, end: ended, ended: ended.then((end) => (end.succeeded ? undefined : classifyReadFailure(end))) };
}

/** Throws the signal's reason where that is an error of the repository, such as a limit, else `cancelled`. */
export function checkCancelled(signal?: AbortSignal): void {
  if (signal?.aborted !== true) return;
  throw signal.reason instanceof GitRepositoryError
    ? signal.reason
    : new GitRepositoryError('cancelled', 'The reading of the mirror was cancelled');
}
