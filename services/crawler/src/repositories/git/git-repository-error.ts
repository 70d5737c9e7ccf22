import { types } from 'node:util';
import type { RepositoryErrorCode } from '@leakwatch/vocabulary';

/**
 * Why a repository could not be read, or only in part. The codes are stable: the console's texts, tests and launch steps
 * depend on them.
 */
export type GitRepositoryErrorCode = RepositoryErrorCode;

/** A later attempt may succeed without anyone's help after these. */
const RETRYABLE: ReadonlySet<GitRepositoryErrorCode> = new Set(['host_not_found', 'truncated', 'timeout', 'cancelled', 'unavailable']);

/** A failure of a git repository. The message is for staff and contains no credentials. */
export class GitRepositoryError extends Error {
  readonly code: GitRepositoryErrorCode;
  readonly retryable: boolean;

  /** @param message shown to staff; anything in it that looks like credentials in a URL is masked */
  constructor(code: GitRepositoryErrorCode, message: string) {
    super(redact(message));
    this.name = 'GitRepositoryError';
    this.code = code;
    this.retryable = RETRYABLE.has(code);
  }
}

/** Codes of the system for a disk that takes nothing: full, over its quota, read-only. */
const DISK_CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** An error as one of the repository; undefined where it is neither that nor one of the disk with the mirrors. */
export function repositoryErrorOf(error: unknown): GitRepositoryError | undefined {
  if (error instanceof GitRepositoryError) return error;
  const isOfDisk = types.isNativeError(error) && 'code' in error && DISK_CODES.has(error.code);
  return isOfDisk ? new GitRepositoryError('mirror_failed', error.message) : undefined;
}

/** Masks the user information of every URL in a text, every Authorization value, and the given secrets. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1***@').replace(/(authorization:\s*\w+\s+)\S+/gi, '$1***');
  for (const secret of secrets) {
    if (secret !== '') clean = clean.replaceAll(secret, '***');
  }
  return clean;
}
