import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger, type ObjectStore, SCHEDULER } from '@leakwatch/platform';
import { takeDueFile } from './file-deletion.store.ts';
import { OBJECTS } from './objects.ts';

/** Deletes the files that are due. */
@Injectable()
export class SweepFiles {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns how many were deleted. A file that the store could not delete stays due. */
  async run(): Promise<number> {
    for (let swept = 0; ; swept += 1) if (!(await this.deleteOne())) return swept;
  }

  /** At once, for a person who waits. After a failure the next round deletes the file. */
  async now(): Promise<void> {
    await this.run().catch((error: unknown) => this.logger.warn({ error: String(error) }, 'files of reports are deleted later'));
  }

  /** In the transaction that removes its row: a report that claims the file meanwhile waits, and finds it deleted. */
  private deleteOne(): Promise<boolean> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const key = await takeDueFile(em);
      if (key !== undefined) await this.objects.delete(key);
      return key !== undefined;
    });
  }
}
