import { MatchingThread } from './matching-thread.ts';
import { Turns } from './turns.ts';

/** A thread that was asked to stop and does not answer within this time is ended: it is inside one long expression. */
const STOP_GRACE_MS = 300;

/** Values of a stop flag. */
const STOP = 1;
const IS_OVER = 2;

/** The pool was closed before the work was done: it says nothing about a document. */
export class PoolClosed extends Error {
  override readonly name = 'PoolClosed';
}

/** Work for one thread. */
export interface Work<T> {
  /** Its owner's other work waits for it (see Turns). */
  readonly owner: unknown;
  /** Prefers a thread that has this set. */
  readonly set?: number;
  readonly signal?: AbortSignal | undefined;
  /** `stop` is set to 1 when the signal is aborted. */
  readonly run: (thread: MatchingThread, stop: Int32Array) => Promise<T>;
}

interface Waiting {
  readonly set: number | undefined;
  readonly start: (thread: MatchingThread) => Promise<void>;
  readonly refuse: (error: Error) => void;
}

/** Threads, started when there is work for them, and the work that waits for one. */
export class ThreadCrew {
  private readonly size: number;
  private readonly program: URL;
  private readonly turns = new Turns<Waiting>();
  private threads: MatchingThread[] = [];
  private closed = false;

  /** @param size threads at most */
  constructor(size: number, program: URL) {
    this.size = size;
    this.program = program;
  }

  /** Most threads that it has at a time. */
  get most(): number {
    return this.size;
  }

  /** Threads that are running. */
  get alive(): readonly MatchingThread[] {
    return this.threads;
  }

  /** Runs the work when it is its owner's turn. Throws the signal's reason as soon as it is aborted, PoolClosed, ThreadEnded, ThreadFailed. */
  async do<T>({ owner, set, signal, run }: Work<T>): Promise<T> {
    signal?.throwIfAborted();
    if (this.closed) throw new PoolClosed('the pool is closed');
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    return new Promise<T>((resolve, reject) => {
      let running: MatchingThread | undefined;
      const onAbort = () => {
        reject(signal?.reason);
        if (running === undefined) this.turns.remove(owner, waiting);
        else this.stop(running, stop);
      };
      const waiting: Waiting = {
        set,
        refuse: reject,
        start: async (thread) => {
          running = thread;
          try {
            resolve(await run(thread, stop));
          } catch (error) {
            reject(this.closed ? new PoolClosed('the pool is closed') : error);
          } finally {
            running = undefined;
            signal?.removeEventListener('abort', onAbort);
            Atomics.store(stop, 0, IS_OVER);
          }
        },
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.turns.add(owner, waiting);
      this.dispatch();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const { refuse } of this.turns.clear()) refuse(new PoolClosed('the pool is closed'));
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }

  private stop(thread: MatchingThread, stop: Int32Array): void {
    Atomics.store(stop, 0, STOP);
    setTimeout(() => {
      // The request that was to stop may be over, and the thread at another one.
      if (Atomics.load(stop, 0) !== IS_OVER) void thread.terminate();
    }, STOP_GRACE_MS).unref();
  }

  private dispatch(): void {
    this.threads = this.threads.filter((thread) => thread.isAlive);
    while (!this.closed && (this.threads.some((thread) => thread.isIdle) || this.threads.length < this.size)) {
      const next = this.turns.take();
      if (next === undefined) return;
      const thread = this.threadFor(next.item.set);
      void next.item.start(thread).finally(() => {
        this.turns.done(next.owner);
        this.dispatch();
      });
    }
  }

  private threadFor(set: number | undefined): MatchingThread {
    const idle = this.threads.filter((thread) => thread.isIdle);
    const known = idle.find((thread) => set !== undefined && thread.sets.has(set));
    if (known !== undefined) return known;
    if (this.threads.length >= this.size && idle[0] !== undefined) return idle[0];
    const made = new MatchingThread(this.program);
    this.threads.push(made);
    return made;
  }
}
