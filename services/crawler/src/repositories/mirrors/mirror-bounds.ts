import type { BoundsWatch } from '../git/git-connection.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { mirrorBytes } from './mirror-directory.ts';

export interface MirrorBounds {
  /** Most bytes of the mirror's objects on disk. */
  readonly bytes: number;
  /** Longest duration of one update. */
  readonly milliseconds: number;
  /** Seconds without a byte from the server after which the connection counts as stalled; 60 by default. */
  readonly stallSeconds?: number;
}

/** Milliseconds between two checks of the size: git itself does not limit what it receives. */
const CHECK = 250;

/** Aborts an update that takes too long or too much disk, or that the caller cancels. */
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
  }, CHECK);
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
