import { setImmediate } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, Schedule, SCHEDULER } from '@leakwatch/platform';
import { KeepTask } from './keep-task.ts';
import { runningTasksAfter } from './watched-task.store.ts';

/** A task that waits a minute longer for its new queries misses nothing: they read what is there when they are asked. */
const ROUND_MS = 60_000;
/** Tasks of one query: a task with 1,000 patterns is some 200 kB. */
const PAGE = 50;

/**
 * After the start of a crawler, goes once through all running tasks and derives again what they need where this version derives something else
 * (docs/decisions/0149). What a round does not finish, the next one continues.
 */
@Injectable()
export class RenewNeeds extends Schedule {
  /** The last task that was looked at; undefined when all were. */
  private after: string | undefined = '00000000-0000-0000-0000-000000000000';
  /** Tasks that failed, for the next round. */
  private readonly failed = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly keep: KeepTask,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(ROUND_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      const tasks = await this.run();
      if (tasks > 0) this.logger.info({ tasks }, 'units of tasks were derived again');
    });
  }

  /** Returns how many tasks need other units. */
  async run(): Promise<number> {
    let renewed = 0;
    for (const id of [...this.failed]) if (await this.tryOne(id, () => this.keep.renew(id))) renewed += 1;
    while (this.after !== undefined) {
      const after = this.after;
      const page = await this.database.inScope(SCHEDULER, (em) => runningTasksAfter(em, after, PAGE));
      for (const task of page) {
        // Other work of the process goes on between two tasks.
        await setImmediate();
        const { task_id: id } = task;
        if (await this.tryOne(id, async () => this.keep.isOutdated(task) && this.keep.renew(id))) renewed += 1;
      }
      this.after = page.at(-1)?.task_id;
    }
    return renewed;
  }

  /** A task that fails keeps what it has, and holds up no other. */
  private async tryOne(id: string, renew: () => Promise<boolean>): Promise<boolean> {
    this.failed.delete(id);
    try {
      return await renew();
    } catch (error) {
      this.failed.add(id);
      this.logger.error({ task: id, error: String(error) }, 'the units of a task could not be derived again');
      return false;
    }
  }
}
