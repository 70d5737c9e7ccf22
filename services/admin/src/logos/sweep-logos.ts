import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, type ObjectStore, Schedule, SCHEDULER } from '@leakwatch/platform';
import { logoKey, takeDueLogo } from './logo.store.ts';
import { OBJECTS } from './objects.ts';

const TICK_MS = 60_000;

/** Deletes logos that no organisation has: those that were never given to one, were replaced, or belonged to one that was deleted. */
@Injectable()
export class SweepLogos extends Schedule {
  constructor(
    private readonly database: Database,
    @Inject(OBJECTS) private readonly objects: ObjectStore,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(TICK_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      while (await this.deleteOne());
    });
  }

  /** In the transaction that removes its row: a logo that the store could not delete stays due. */
  private deleteOne(): Promise<boolean> {
    return this.database.inScope(SCHEDULER, async (em) => {
      const id = await takeDueLogo(em);
      if (id !== undefined) await this.objects.delete(logoKey(id));
      return id !== undefined;
    });
  }
}
