import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database, LOGGER, type Logger, type ObjectStore, ObjectSweep, Schedule } from '@leakwatch/platform';
import { OBJECT_DELETIONS, OBJECTS } from './objects.ts';

/** Content may wait a day for its findings, so ten minutes more do not matter; a round without work reads one index entry. */
const SWEEP_MS = 600_000;

/** Deletes content whose findings were never published. Several crawlers may do so at once. */
@Injectable()
export class SweepContents extends Schedule {
  private readonly sweep: ObjectSweep;

  constructor(database: Database, @Inject(OBJECTS) objects: ObjectStore, @Inject(LOGGER) logger: Logger) {
    super(logger);
    this.sweep = new ObjectSweep(database, objects, OBJECT_DELETIONS, logger);
  }

  @Interval(SWEEP_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      const objects = await this.sweep.run();
      if (objects > 0) this.logger.info({ objects }, 'content without findings was deleted');
    });
  }
}
