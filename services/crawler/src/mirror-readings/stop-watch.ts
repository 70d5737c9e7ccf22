import { type Database, SCHEDULER } from '@leakwatch/platform';
import { TaskStopped } from '../task-stopped.ts';
import { isRunning } from '../watched-tasks/watched-task.store.ts';

/** A stop must take effect within 5 s; a check reads one row by its key. */
const STOP_CHECK_MS = 1_000;

/** Its signal is aborted when the task or the worker is stopped. */
export class StopWatch {
  readonly signal: AbortSignal;
  private readonly timer: NodeJS.Timeout;

  constructor(database: Database, task: string, stopping: AbortSignal) {
    const stopped = new AbortController();
    this.signal = AbortSignal.any([stopped.signal, stopping]);
    this.timer = setInterval(() => {
      database
        .inScope(SCHEDULER, (em) => isRunning(em, task))
        .then((running) => running || stopped.abort(new TaskStopped()))
        // A database that is away for a moment does not stop the reading.
        .catch(() => undefined);
    }, STOP_CHECK_MS);
  }

  end(): void {
    clearInterval(this.timer);
  }
}
