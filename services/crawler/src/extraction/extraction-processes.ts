import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type ExtractionTask, extractionAnswer, type TimedExtraction } from './extraction-messages.ts';

export interface ProcessOptions {
  /** At most so many processes; further documents wait. */
  readonly most: number;
  /** Of the heap of each, in MiB. */
  readonly heapMb: number;
  /** Of all that each writes to in memory, with the heap and without what Node.js needs itself, in MiB. Linux alone enforces it. */
  readonly memoryMb: number;
  /** A process that reads nothing for so long ends. */
  readonly idleMs: number;
}

/** What an idle Node.js has mapped for writing, most of it for machine code and never used: 560 MiB with Node.js 24 on x64. */
const OWN_MB = 576;
/**
 * A process that keeps more resident memory after a document is ended: what the last one left behind must not count against the next one. One
 * that has read small documents has about 90 to 130 MiB.
 */
const KEPT_BYTES = 256 * 1024 * 1024;

/**
 * Bounds the memory, then becomes Node.js. Unpacked bytes are outside its heap, and a library may unpack a gigabyte from a file of 2 KiB. Under shortage
 * of memory the kernel ends this process before the crawler.
 */
const BOUNDED = `
if [ "$1" != unlimited ]; then ulimit -d "$1" 2>/dev/null; fi
{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
# What the shell itself exports.
unset PWD OLDPWD SHLVL
shift
exec "$@"
`;

/** A process starts within a second; on a machine that is so busy that this is not enough, the document is tried again. */
const START_MS = 60_000;

/** No process could begin to read: the machine is short of processes or memory, or the crawler ends. It says nothing of the document. */
export class NotStarted extends Error {}

/**
 * Somebody ended the process that read the document: the kernel under shortage of memory, a person, or whoever ends the crawler and all of its processes.
 * Nothing is known of the document, which may still be what uses up the memory.
 */
export class Interrupted extends Error {}

/** Signals that come from outside. A process that reaches its own bounds, or crashes, ends with another one, or with an exit code. */
const FROM_OUTSIDE: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

/**
 * Processes that read a document at a time. They have no variables of the environment, which hold secrets, and nobody reads what they write: where memory
 * runs out, Node.js writes a report of many lines.
 */
export class ExtractionProcesses {
  private readonly idle = new Map<ChildProcess, NodeJS.Timeout>();
  private readonly busy = new Set<ChildProcess>();
  private readonly starts = new WeakMap<ChildProcess, Promise<void>>();
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
   * The answer of a process. Throws the signal's reason, NotStarted, Interrupted, or another error when the document has ended its process, as it does after so
   * many milliseconds; waiting for other documents, and for the start of the process, does not count.
   */
  async run(task: ExtractionTask, milliseconds: number, signal: AbortSignal): Promise<TimedExtraction> {
    await this.enter(signal);
    const child = this.take();
    const end = () => child.kill('SIGKILL');
    let isLate = false;
    let deadline = setTimeout(end, START_MS);
    signal.addEventListener('abort', end, { once: true });
    // It may have been aborted when the place was handed over.
    if (signal.aborted) end();
    try {
      await this.starts.get(child);
      clearTimeout(deadline);
      deadline = setTimeout(() => {
        isLate = true;
        end();
      }, milliseconds);
      const { resident, ...extraction } = extractionAnswer.parse(await answerOf(child, task));
      if (resident > KEPT_BYTES) end();
      return extraction;
    } catch (error) {
      end();
      signal.throwIfAborted();
      if (this.isClosed) throw new NotStarted('no documents are read any more');
      throw isLate ? new Error('the document takes too long') : error;
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
      throw new NotStarted('no documents are read any more');
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
    const { heapMb, memoryMb } = this.options;
    const bound = process.platform === 'linux' ? String((OWN_MB + memoryMb) * 1024) : 'unlimited';
    const node = [process.execPath, ...this.flags, `--max-old-space-size=${heapMb}`, fileURLToPath(this.program)];
    const child = spawn('/bin/sh', ['-c', BOUNDED, 'sh', bound, ...node], {
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
    this.starts.set(child, startOf(child));
    return child;
  }

  private putBack(child: ChildProcess): void {
    this.busy.delete(child);
    // Of one that somebody else killed, the channel may still be open when its end is known.
    if (child.connected && !child.killed && !hasEnded(child)) {
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

/** Resolves with the first message of a process, which says that it can read. */
function startOf(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new NotStarted('a process for documents could not be started'));
    child.once('exit', ended);
    child.once('error', ended);
    child.once('message', () => {
      child.off('exit', ended);
      child.off('error', ended);
      resolve();
    });
  });
}

function answerOf(child: ChildProcess, task: ExtractionTask): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(endedBy(child.signalCode));
    child.once('exit', ended);
    child.once('message', (message) => {
      child.off('exit', ended);
      resolve(message);
    });
    child.send(task, (error) => {
      if (error === null) return;
      // It may have ended before, unnoticed.
      if (hasEnded(child)) ended();
      else child.kill('SIGKILL');
    });
  });
}

const endedBy = (signal: NodeJS.Signals | null): Error =>
  signal !== null && FROM_OUTSIDE.has(signal)
    ? new Interrupted(`the process that read the document was ended by ${signal}`)
    : new Error('the process that read the document has ended');

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

async function endOf(child: ChildProcess): Promise<void> {
  if (hasEnded(child) || child.pid === undefined) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
