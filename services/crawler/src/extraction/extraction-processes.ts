import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { ExtractionTask } from './extraction-messages.ts';

export interface ProcessOptions {
  /** At most so many processes; further documents wait. */
  readonly most: number;
  /** Of the heap of each, in MiB. */
  readonly heapMb: number;
  /** A process that reads nothing for so long ends. */
  readonly idleMs: number;
}

/**
 * Processes that read a document at a time. They have no variables of the environment, which hold secrets, and nobody reads what they write: where memory
 * runs out, Node.js writes a report of many lines.
 */
export class ExtractionProcesses {
  private readonly idle = new Map<ChildProcess, NodeJS.Timeout>();
  private readonly busy = new Set<ChildProcess>();
  private readonly waiting = new Set<() => void>();
  private free: number;
  private isClosed = false;
  private readonly program: URL;
  private readonly flags: readonly string[];
  private readonly options: ProcessOptions;

  constructor(program: URL, flags: readonly string[], options: ProcessOptions) {
    this.program = program;
    this.flags = flags;
    this.options = options;
    this.free = options.most;
  }

  /**
   * The answer of a process. Throws the signal's reason, or another error when the process has ended, as it is after so many milliseconds; waiting for
   * other documents does not count.
   */
  async run(task: ExtractionTask, milliseconds: number, signal: AbortSignal): Promise<unknown> {
    await this.enter(signal);
    const child = this.take();
    const end = () => child.kill('SIGKILL');
    const deadline = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
    // It may have been aborted when the place was handed over.
    if (signal.aborted) end();
    try {
      return await answerOf(child, task);
    } catch (error) {
      end();
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(deadline);
      signal.removeEventListener('abort', end);
      this.putBack(child);
    }
  }

  /** Ends all processes. Documents that wait are not read any more. */
  async close(): Promise<void> {
    this.isClosed = true;
    const all = [...this.idle.keys(), ...this.busy];
    for (const timer of this.idle.values()) clearTimeout(timer);
    this.idle.clear();
    await Promise.all(all.map((child) => endOf(child)));
  }

  /** Waits for a place. */
  private async enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.free > 0) {
      this.free -= 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.waiting.delete(enter);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.add(enter);
    });
  }

  private take(): ChildProcess {
    if (this.isClosed) {
      this.leave();
      throw new Error('no documents are read any more');
    }
    const [known] = this.idle;
    const child = known?.[0] ?? this.start();
    clearTimeout(known?.[1]);
    child.ref();
    child.channel?.ref();
    this.idle.delete(child);
    this.busy.add(child);
    return child;
  }

  private start(): ChildProcess {
    const child = fork(this.program, {
      execArgv: [...this.flags, `--max-old-space-size=${this.options.heapMb}`],
      env: {},
      // Structured clones, which hold bytes.
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    child.on('exit', () => {
      clearTimeout(this.idle.get(child));
      this.idle.delete(child);
    });
    // One that cannot be started, or asked, ends too.
    child.on('error', () => child.kill('SIGKILL'));
    return child;
  }

  private putBack(child: ChildProcess): void {
    this.busy.delete(child);
    if (child.connected && !child.killed) {
      // One that reads nothing keeps no program from ending.
      child.unref();
      child.channel?.unref();
      this.idle.set(child, setTimeout(() => child.kill('SIGKILL'), this.options.idleMs).unref());
    }
    this.leave();
  }
  /** Hands the place to the document that has waited longest. */
  private leave(): void {
    const [next] = this.waiting;
    if (next === undefined) {
      this.free += 1;
      return;
    }
    this.waiting.delete(next);
    next();
  }
}

function answerOf(child: ChildProcess, task: ExtractionTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the process that read the document has ended'));
    child.once('exit', ended);
    child.once('error', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      child.off('error', ended);
      resolve(message);
    });
    child.send(task, (error) => {
      if (error) reject(error);
    });
  });
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
