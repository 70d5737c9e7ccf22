import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Logger } from '../logging/logger.ts';

/**
 * Periodic work of a service. A round that is still running when it is due again is not started twice, and a service that
 * stops waits for its end.
 */
export abstract class Schedule implements BeforeApplicationShutdown {
  private running: Promise<void> | undefined;
  private stopped = false;

  constructor(protected readonly logger: Logger) {}

  async beforeApplicationShutdown() {
    this.stopped = true;
    await this.running;
  }

  /** Resolves with the round under way, if one is; never throws. */
  protected once(round: () => Promise<unknown>): Promise<void> {
    if (this.stopped) return Promise.resolve();
    this.running ??= this.step('round', round).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** A part of a round whose failure must not keep the next part from running: it is logged, and tried again next time. */
  protected async step(step: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ schedule: this.constructor.name, step, error: String(error) }, 'a scheduled step failed');
    }
  }
}
