import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Answer, Answers, Kind, Notice, Requests } from './thread-messages.ts';

/** The thread ended while it worked: it ran out of memory, or was terminated. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** The thread could not do what was asked; the message names the class of the error only. */
export class ThreadFailed extends Error {
  override readonly name = 'ThreadFailed';
}

/**
 * Megabytes of a half of the young generation of a thread. Services run with 2, which a thread that reads a repository fills 150 times a second
 * (docs/decisions/0209-memory-of-threads.md).
 */
const SEMI_SPACE_MB = 8;

const isBundled = !import.meta.url.endsWith('.ts');
const FLAGS = isBundled ? [] : ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/**
 * The program of a thread, by its name and the file that starts it. Bundles keep it beside the others (deploy/bundle.mjs); tests run the
 * source as it is, where it is beside that file.
 */
export const threadProgram = (name: string, startedBy: string): URL => new URL(`./${name}.thread.${isBundled ? 'js' : 'ts'}`, startedBy);

/** Matches documents, and nothing else. */
export const MATCHING_PROGRAM = threadProgram('matching', import.meta.url);

/** A thread with the matcher. It has no settings: nothing that it reads is secret to the others of its process. */
export class MatchingThread {
  /** Sets that it has compiled or attached, and the filters of each that it was sent. */
  readonly sets = new Map<number, Set<number>>();
  private readonly worker: Worker;
  private pending: { resolve: (value: Answers[Kind]) => void; reject: (error: Error) => void } | undefined;
  private gone = false;

  constructor(program: URL) {
    // V8 takes the flag of the process before the limits of a thread, and reads it when the heap of the thread is made.
    setFlagsFromString(`--max-semi-space-size=${SEMI_SPACE_MB}`);
    this.worker = new Worker(program, { execArgv: FLAGS, env: {}, name: 'matching' });
    // A pool that is not closed must not keep its process alive.
    this.worker.unref();
    this.worker.on('message', (answer: Answer) => this.receive(answer));
    this.worker.on('error', () => this.leave());
    this.worker.on('exit', () => this.leave());
  }

  /** False once it has ended; it is not used again. */
  get isAlive(): boolean {
    return !this.gone;
  }

  get isIdle(): boolean {
    return this.pending === undefined && !this.gone;
  }

  /** Sends what needs no answer; it is handled before later requests. */
  notify(notice: Notice): void {
    if (!this.gone) this.worker.postMessage(notice);
  }

  /** One request at a time. Throws ThreadEnded, ThreadFailed. */
  ask<K extends Kind>(type: K, request: Requests[K]): Promise<Answers[K]>;
  ask(type: Kind, request: Requests[Kind]): Promise<Answers[Kind]> {
    if (!this.isIdle) return Promise.reject(new ThreadEnded('the thread is not idle'));
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      this.worker.ref();
      this.worker.postMessage({ type, ...request });
    });
  }

  /** Ends it at once, whatever it does; a pending request throws ThreadEnded. */
  async terminate(): Promise<void> {
    this.leave();
    await this.worker.terminate();
  }

  private receive(answer: Answer): void {
    const { pending } = this;
    this.pending = undefined;
    this.worker.unref();
    if (answer.type === 'answer') pending?.resolve(answer.value);
    else pending?.reject(new ThreadFailed(`matching failed: ${answer.name}`));
  }

  private leave(): void {
    this.gone = true;
    const { pending } = this;
    this.pending = undefined;
    pending?.reject(new ThreadEnded('the matching thread ended'));
  }
}
