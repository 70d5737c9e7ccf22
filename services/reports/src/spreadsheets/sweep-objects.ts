import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger, type ObjectStore, SCHEDULER } from '@leakwatch/platform';
import { takeDueObject } from './doomed-object.store.ts';
import { OBJECTS } from './objects.ts';

/** Deletes the files that are due. */
@Injectable()
export class SweepObjects {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns how many went. What the store does not delete stays due. */
  async run(): Promise<number> {
    for (let swept = 0; ; swept += 1) if (!(await this.one())) return swept;
  }

  /** At once, where a person waits; a failure is left to the next round. */
  async soon(): Promise<void> {
    await this.run().catch((error: unknown) => this.logger.warn({ error: String(error) }, 'files of reports are deleted later'));
  }

  /** In the transaction that forgets it: a report that claims the file meanwhile waits, and finds it gone. */
  private one(): Promise<boolean> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const key = await takeDueObject(em);
      if (key !== undefined) await this.objects.delete(key);
      return key !== undefined;
    });
  }
}
