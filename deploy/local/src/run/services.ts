import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CannotStart } from '../cannot-start.ts';
import { Child } from '../parts/child.ts';
import { programPath } from './programs.ts';

/** In the order in which they stop: the doors first, so that nothing new comes in. */
export const SERVICE_NAMES = ['gateway', 'crawler', 'reports', 'events', 'tasks', 'admin'] as const;
export type LocalService = (typeof SERVICE_NAMES)[number];

/** Small young generation and heap: measured harmless, and six processes fit beside the databases on one machine. */
const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=2', '--max-old-space-size=192'];
const READY_MS = 180_000;
const LOOK_MS = 100;

export interface ServicesOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly logFolder: string;
  readonly urls: Readonly<Record<LocalService, string>>;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(new URL('/readyz', url), { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/** The six services as processes. */
export class Services {
  readonly children = new Map<LocalService, Child>();
  private readonly options: ServicesOptions;

  constructor(options: ServicesOptions) {
    this.options = options;
  }

  start(name: LocalService): Child {
    const child = new Child(name, process.execPath, [...NODE_FLAGS, programPath(name)], join(this.options.logFolder, `${name}.log`), {
      env: this.options.env,
      // The channel carries nothing; a service ends when it closes, also when the launcher was killed.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.children.set(name, child);
    return child;
  }

  /** Starts all and resolves when each says that it is ready. */
  async startAll(): Promise<void> {
    for (const name of SERVICE_NAMES) this.start(name);
    const deadline = Date.now() + READY_MS;
    await Promise.all(SERVICE_NAMES.map((name) => this.waitFor(name, deadline)));
  }

  async stopAll(): Promise<void> {
    for (const name of SERVICE_NAMES) await this.children.get(name)?.stop();
  }

  async waitFor(name: LocalService, deadline = Date.now() + READY_MS): Promise<void> {
    const child = this.children.get(name);
    while (!(await isReady(this.options.urls[name]))) {
      if (child === undefined || !child.isRunning || Date.now() > deadline) {
        const log = join(this.options.logFolder, `${name}.log`);
        throw new CannotStart(`The ${name} service did not start; see ${log}\n${child?.lastLines ?? ''}`);
      }
      await sleep(LOOK_MS);
    }
  }
}
