import type { Logger } from '../logging/logger.ts';

/** A difference that staff are shown: signatures of calls are valid for 60 s (CALLER_SECONDS), codes of an authenticator app for 30 s. */
export const CLOCK_SECONDS = 20;
/** Between two warnings in the log, in milliseconds: probes ask every few seconds. */
const WARN_MS = 600_000;

/** Compares the machine's clock with that of a store that every process shares (docs/decisions/0091-one-clock.md). */
export class ClockWatch {
  private warned = -Infinity;

  /** @param storeTime asks the store for its time; @param own the machine's time in milliseconds */
  constructor(
    private readonly storeTime: () => Promise<Date>,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly own: () => number = Date.now,
  ) {}

  /** Seconds by which the machine is ahead of the store, negative when behind; null within CLOCK_SECONDS, and while the store does not answer. */
  async difference(): Promise<number | null> {
    const asked = this.own();
    const stored = await this.storeTime().then(
      (time) => time.getTime(),
      () => undefined,
    );
    if (stored === undefined) return null;
    // The store read its clock between the two readings of ours.
    const nearest = Math.min(Math.max(stored, asked), this.own());
    const seconds = Math.round((nearest - stored) / 1_000);
    if (Math.abs(seconds) <= CLOCK_SECONDS) return null;
    if (performance.now() - this.warned > WARN_MS) {
      this.warned = performance.now();
      this.logger.warn({ seconds }, 'the clock of this machine differs from that of the store: set it by NTP');
    }
    return seconds;
  }
}
