import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { SearchArchive } from './search-archive.ts';

/** How long after its message a pattern begins to be looked for. */
const PAUSE_MS = 2_000;

/** Takes steps of archive searches while some are due; several processes may do so at once. */
@Injectable()
export class ArchiveSchedule extends Schedule {
  private readonly stop = new AbortController();

  constructor(
    private readonly search: SearchArchive,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(PAUSE_MS)
  tick(): Promise<void> {
    return this.once(async () => {
      while (!this.stop.signal.aborted && (await this.search.step(this.stop.signal)));
    });
  }

  override async beforeApplicationShutdown() {
    this.stop.abort(new Error('the service stops'));
    await super.beforeApplicationShutdown();
  }
}
