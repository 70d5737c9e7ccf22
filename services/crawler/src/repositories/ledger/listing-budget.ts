import type { ListingLimits, ProcessLimits } from '../git/git-limits.ts';
import { checkCancelled } from '../git/git-reader.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import type { BlobIntroduction } from './introduction-parser.ts';

/** What a listing may still do. It has a timer until `end` is called. */
export class ListingBudget {
  /** Aborted with an error of the repository when the time is over, and when the caller cancels. */
  readonly signal: AbortSignal;
  readonly process: ProcessLimits;
  readonly #limits: ListingLimits;
  readonly #cancelled: AbortSignal | undefined;
  readonly #timer: NodeJS.Timeout;
  #introductions = 0;

  constructor(limits: ListingLimits, cancelled?: AbortSignal) {
    const late = new AbortController();
    this.#limits = limits;
    this.#cancelled = cancelled;
    this.process = limits.process;
    this.signal = cancelled ? AbortSignal.any([cancelled, late.signal]) : late.signal;
    this.#timer = setTimeout(
      () => late.abort(new GitRepositoryError('time_over_bound', `Listing the repository takes more than ${limits.milliseconds} ms`)),
      limits.milliseconds,
    );
  }

  /** Counts introductions. Those that are within the limit come before its error. @throws GitRepositoryError files_over_bound */
  *spend(introductions: readonly BlobIntroduction[]): Generator<readonly BlobIntroduction[], void, undefined> {
    const left = this.#limits.introductions - this.#introductions;
    this.#introductions += introductions.length;
    if (introductions.length > 0 && left > 0) yield introductions.slice(0, left);
    if (introductions.length > left)
      throw new GitRepositoryError(
        'files_over_bound',
        `The repository has more than ${this.#limits.introductions} versions and paths of files`,
      );
  }

  /** The error of a limit that was reached. Throws any other error, and `cancelled` when the caller cancelled. */
  limitOf(error: unknown): GitRepositoryError {
    checkCancelled(this.#cancelled);
    checkLimit(error);
    return error;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

/** The limits after which what is left is listed without paths. */
const LISTING_CODES: ReadonlySet<string> = new Set(['files_over_bound', 'names_over_bound', 'memory_over_bound', 'time_over_bound']);

export const isLimit = (error: unknown): boolean => error instanceof GitRepositoryError && LISTING_CODES.has(error.code);

function checkLimit(error: unknown): asserts error is GitRepositoryError {
  if (!isLimit(error)) throw error;
}
