import type { BoundsWatch } from '../git/git-connection.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { mirrorBytes } from './mirror-directory.ts';

export interface MirrorBounds {
  /** What the mirror's objects may take on disk. */
  readonly bytes: number;
  /** How long one update may take. */
  readonly milliseconds: number;
  /** Seconds without a byte from the server after which it counts as stalled; 60 when not given. */
  readonly stallSeconds?: number;
}

/** Milliseconds between two looks at the size: git has no bound of its own on what it receives. */
const LOOK = 250;

/** Ends an update that takes too long or too much disk, or that the caller cancels. */
export function watchBounds(directory: string, bounds: MirrorBounds, cancelled?: AbortSignal): BoundsWatch {
  const controller = new AbortController();
  const end = (error: GitRepositoryError): void => controller.abort(error);
  const cancel = (): void => end(new GitRepositoryError('cancelled', 'The update of the mirror was cancelled'));
  const timer = setTimeout(
    () => end(new GitRepositoryError('timeout', `The update took more than ${bounds.milliseconds} ms`)),
    bounds.milliseconds,
  );
  const look = async (): Promise<void> => {
    if ((await mirrorBytes(directory)) > bounds.bytes) {
      end(new GitRepositoryError('over_bound', `The repository takes more than ${bounds.bytes} bytes`));
    }
  };
  let looking = false;
  const looks = setInterval(() => {
    if (looking) return;
    looking = true;
    void look().finally(() => {
      looking = false;
    });
  }, LOOK);
  cancelled?.addEventListener('abort', cancel, { once: true });
  if (cancelled?.aborted === true) cancel();
  const check = (): void => {
    if (controller.signal.aborted) throw controller.signal.reason;
  };
  return {
    signal: controller.signal,
    check,
    checkSize: async () => {
      await look();
      check();
    },
    stop: () => {
      clearTimeout(timer);
      clearInterval(looks);
      cancelled?.removeEventListener('abort', cancel);
    },
  };
}
