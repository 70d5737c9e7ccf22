import type { WakeUp } from './wake-up.ts';
import { BackOff } from '../back-off.ts';

/** A new message does not shorten the pause after a failure: the dependency is away for it as well. */
const NO_TOPIC = '';

export interface PollLoopOptions {
  /** Does the work that is due; false when there was none. After a failure the loop pauses and tries again. */
  readonly round: () => Promise<boolean>;
  readonly failed: (error: unknown) => void;
  /** Topic whose messages wake the loop; all when left out. */
  readonly topic?: string;
  readonly pollMs: number;
  /** How long until work may be due that no message announces; no bound when left out. */
  readonly dueInMs?: () => number;
}

/** Runs one round after another while there is work; otherwise sleeps until a message is published or `pollMs` is over. */
export class PollLoop {
  readonly backOff = new BackOff();
  private readonly wakeUp: WakeUp;
  private readonly options: PollLoopOptions;
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(wakeUp: WakeUp, options: PollLoopOptions) {
    this.wakeUp = wakeUp;
    this.options = options;
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.wakeUp.wakeAll();
    await this.running;
  }

  private async run(): Promise<void> {
    const { round, failed, topic, pollMs, dueInMs = () => pollMs } = this.options;
    while (!this.stopped) {
      const worked = await round().catch((error: unknown) => {
        this.backOff.failed();
        failed(error);
        return false;
      });
      if (this.stopped) return;
      const { pause } = this.backOff;
      if (pause > 0) await this.wakeUp.sleep(NO_TOPIC, pause);
      else if (!worked) await this.wakeUp.sleep(topic, Math.min(pollMs, dueInMs()));
    }
  }
}
