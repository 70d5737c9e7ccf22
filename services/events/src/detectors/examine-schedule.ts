import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { LOGGER, type Logger, Schedule } from '@leakwatch/platform';
import { ExamineStoredEvents } from './examine-stored-events.ts';

/** How long after a change of a template stored events begin to show it. */
const PAUSE_MS = 10_000;

@Injectable()
export class ExamineSchedule extends Schedule {
  constructor(
    private readonly examine: ExamineStoredEvents,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  @Interval(PAUSE_MS)
  tick(): Promise<void> {
    return this.once(() => this.examine.run());
  }
}
