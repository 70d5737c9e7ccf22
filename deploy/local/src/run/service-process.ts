import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../cannot-start.ts';
import { Child } from '../parts/child.ts';
import { programPath } from './programs.ts';
import type { LocalService } from './service-names.ts';

/** Small young generation and heap: measured harmless, and six processes fit beside the databases on one machine. */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2', '--max-old-space-size=192'];
const LOOK_MS = 100;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran this long was healthy; its next crash counts as the first. */
export const WELL_MS = 60_000;

/** Pauses before a restart, by the number of crashes in a row, in milliseconds. */
export const restartPause = (deaths: number): number => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (deaths - 1));

export interface ServiceProcessOptions {
  readonly service: LocalService;
  /** `crawler`, `crawler-2`. */
  readonly name: string;
  readonly url: string;
  /** The folder of its program. */
  readonly programs: string;
  /** Read at each start. */
  readonly env: () => NodeJS.ProcessEnv;
  readonly logFile: string;
  readonly say: (line: string) => void;
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** One process of a service. After it was ready once, it is restarted whenever it dies, until it is stopped. */
export class ServiceProcess {
  private readonly options: ServiceProcessOptions;
  private child: Child | undefined;
  private wasReady = false;
  private stopped = false;
  private deaths = 0;
  private again: NodeJS.Timeout | undefined;

  constructor(options: ServiceProcessOptions) {
    this.options = options;
  }

  /** Of the process that runs now or ran last. */
  get pid(): number | undefined {
    return this.child?.process.pid;
  }

  /** Starts it now, also during the pause before a restart. A running process is unchanged. */
  start(): void {
    const { service, name, programs, env, logFile } = this.options;
    clearTimeout(this.again);
    this.stopped = false;
    // A process that was just killed may not have ended yet.
    if (this.child?.isRunning === true && !this.child.process.killed) return;
    const began = Date.now();
    const child = new Child(name, process.execPath, [...NODE_FLAGS, programPath(service, programs)], logFile, {
      env: env(),
      // The channel carries nothing; a service ends when it closes, also when the launcher was killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.child = child;
    child.onExit(() => {
      if (this.child === child) this.afterDeath(child, Date.now() - began);
    });
  }

  /** Kills the process without a clean stop; it is restarted automatically. */
  kill(): void {
    this.child?.process.kill('SIGKILL');
  }

  /** Stops the process for good. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.again);
    await this.child?.stop();
  }

  /** Resolves when it says that it is ready. Throws CannotStart when it ends before it ever was, or at the deadline. */
  async untilReady(deadline: number): Promise<void> {
    const { name, url, logFile } = this.options;
    while (!(this.child?.isRunning === true && (await answers(url)))) {
      const gone = !this.wasReady && this.child?.isRunning !== true;
      if (gone || this.stopped || Date.now() > deadline)
        throw new CannotStart(`The ${name} service did not start; see ${logFile}\n${this.child?.lastLines ?? ''}`);
      await sleep(LOOK_MS);
    }
    this.wasReady = true;
  }

  private afterDeath(child: Child, livedMs: number): void {
    if (this.stopped || !this.wasReady) return;
    this.deaths = livedMs > WELL_MS ? 1 : this.deaths + 1;
    const pause = restartPause(this.deaths);
    const { name, logFile, say } = this.options;
    say(`The ${name} service ended by itself (${child.ending}); it is started again in ${pause / 1000} s. Its log: ${logFile}`);
    this.again = setTimeout(() => this.start(), pause);
  }
}
