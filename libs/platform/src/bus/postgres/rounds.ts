import type { Bell } from './bell.ts';
import { BackOff } from '../back-off.ts';

/** The pause after a failure is not shortened by a ring: what is away is away for a new message as well. */
const NO_TOPIC = '';

export interface RoundOptions {
  /** Does what there is to do; false when there was nothing. A failed round is told and tried again after a pause. */
  readonly round: () => Promise<boolean>;
  readonly failed: (error: unknown) => void;
  /** Topic whose ring wakes the loop; every one when left out. */
  readonly topic?: string;
  readonly pollMs: number;
}

/** One round after another while there is something to do; else asleep until the bell rings or `pollMs` is over. */
export class Rounds {
  /** Also set by a round that went through but asks for a pause. */
  readonly backOff = new BackOff();
  private readonly bell: Bell;
  private readonly options: RoundOptions;
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(bell: Bell, options: RoundOptions) {
    this.bell = bell;
    this.options = options;
  }

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.bell.ringAll();
    await this.running;
  }

  private async run(): Promise<void> {
    const { round, failed, topic, pollMs } = this.options;
    while (!this.stopped) {
      const worked = await round().catch((error: unknown) => {
        this.backOff.failed();
        failed(error);
        return false;
      });
      if (this.stopped) return;
      const { pause } = this.backOff;
      if (pause > 0) await this.bell.sleep(NO_TOPIC, pause);
      else if (!worked) await this.bell.sleep(topic, pollMs);
    }
  }
}
