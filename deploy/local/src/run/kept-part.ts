import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../parts/postgres.ts';
import { restartPause, WELL_MS } from './service-process.ts';

export interface KeptPartOptions {
  /** For people: `PostgreSQL`. */
  readonly name: string;
  /** Starts it on its data, each time at the same address; gives up soon once `stopping` is aborted. */
  readonly start: (stopping: AbortSignal) => Promise<Part>;
  readonly logFile: string;
  readonly say: (line: string) => void;
}

/**
 * An embedded store. After it was ready once it is started again whenever it ends, until it is stopped: PostgreSQL ends when its disk is full, and
 * the kernel ends what takes much memory.
 */
export class KeptPart {
  private readonly options: KeptPartOptions;
  private readonly stopping = new AbortController();
  private part: Part | undefined;
  private again: Promise<unknown> = Promise.resolve();
  private deaths = 0;

  constructor(options: KeptPartOptions) {
    this.options = options;
  }

  /** Throws CannotStart when it does not start. */
  start(): Promise<Part> {
    const started = this.startOnce();
    this.again = started.catch(() => undefined);
    return started;
  }

  private async startOnce(): Promise<Part> {
    const began = Date.now();
    const part = await this.options.start(this.stopping.signal);
    this.part = part;
    part.child.onExit(() => {
      if (this.stopping.signal.aborted) return;
      if (Date.now() - began > WELL_MS) this.deaths = 0;
      this.again = this.startAgain(`ended by itself (${part.child.ending})`);
    });
    return part;
  }

  /** Stops it for good, also while it starts. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.again;
    await this.part?.stop();
  }

  /** Never throws; returns when it runs again or is stopped. */
  private async startAgain(reason: string): Promise<void> {
    const { name, logFile, say } = this.options;
    const { signal } = this.stopping;
    for (let why = reason; ; why = 'did not start') {
      this.deaths += 1;
      const pause = restartPause(this.deaths);
      say(`${name} ${why}; it is started again in ${pause / 1000} s. Its log: ${logFile}`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.startOnce();
        return;
      } catch {
        // Its log has the reason.
      }
    }
  }
}
