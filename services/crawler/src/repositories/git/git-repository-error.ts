import type { RepositoryErrorCode } from '@leakwatch/vocabulary';

/**
 * Why a repository could not be used, or not wholly. The codes are stable: the console's catalogues, the tests and the
 * launch steps go by them.
 */
export type GitRepositoryErrorCode = RepositoryErrorCode;

/** A later try without anybody's help may go better after these. */
const RETRYABLE: ReadonlySet<GitRepositoryErrorCode> = new Set(['host_not_found', 'truncated', 'timeout', 'cancelled', 'unavailable']);

/** What went wrong with a git repository. The message is for staff and holds no credentials. */
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

/** Masks the user information of every URL in a text, and every Authorization value. Secrets known by value are taken out too. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*@/gi, '$1***@').replace(/(authorization:\s*\w+\s+)\S+/gi, '$1***');
  for (const secret of secrets) {
    if (secret !== '') clean = clean.replaceAll(secret, '***');
  }
  return clean;
}
