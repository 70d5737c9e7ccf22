import { ByteReader } from './byte-reader.ts';
import { type ReadStop, readStopOf } from '../git/classify-git-failure.ts';
import type { ProcessLimits } from '../git/git-limits.ts';
import { type GitReader, startReader } from '../git/git-reader.ts';

/** The answer of `cat-file` about one object. */
export type ObjectHead = { readonly oid: string; readonly kind: string; readonly size: number } | 'missing' | 'died';

/** A `git cat-file --batch` or `--batch-check` that is started when needed and restarted after it died. */
export class CatFile {
  readonly #directory: string;
  readonly #mode: '--batch' | '--batch-check';
  readonly #limits: ProcessLimits | undefined;
  #running: { readonly reader: GitReader; readonly output: ByteReader } | undefined;

  constructor(directory: string, mode: '--batch' | '--batch-check', limits?: ProcessLimits) {
    this.#limits = limits;
    this.#directory = directory;
    this.#mode = mode;
  }

  /** Starts the process before the first request. */
  begin(): void {
    this.#running ??= this.#start();
  }

  /** Requests objects ahead; the answers come in the same order. git waits while its output is not read. */
  ask(oids: readonly string[]): void {
    this.#running ??= this.#start();
    this.#running.reader.child.stdin.write(`${oids.join('\n')}\n`);
  }

  /** The header of the next answer. @throws GitRepositoryError mirror_failed where git could not be started, which says nothing of the object */
  async head(): Promise<ObjectHead> {
    const line = await this.#running?.output.line();
    if (line === undefined) {
      const error = await this.#running?.reader.ended;
      if (error?.code === 'mirror_failed') throw error;
      return 'died';
    }
    const [oid = '', kind = '', size = ''] = line.split(' ');
    return /^\d+$/.test(size) ? { oid, kind, size: Number(size) } : 'missing';
  }

  /** The object's bytes, after its header; valid until the next call. undefined when git died while sending them. */
  async body(size: number): Promise<Buffer | undefined> {
    const bytes = await this.#running?.output.bytes(size + 1);
    return bytes?.subarray(0, size);
  }

  /** Ends the process; the next `ask` starts another one. Pending answers are lost. */
  stop(): void {
    this.#running?.reader.kill();
    this.#running = undefined;
  }

  /** Ends the process as `stop` does. Returns why it gave no object for the last request. */
  async giveUp(): Promise<ReadStop> {
    const running = this.#running;
    this.#running = undefined;
    // Somebody has stopped it meanwhile.
    if (running === undefined) return 'interrupted';
    const { reader, output } = running;
    const wasStopped = !output.isOver;
    if (wasStopped) reader.kill();
    return readStopOf(await reader.end, wasStopped);
  }

  #start(): { readonly reader: GitReader; readonly output: ByteReader } {
    const reader = startReader(this.#directory, ['cat-file', this.#mode], undefined, this.#limits);
    return { reader, output: new ByteReader(reader.child.stdout) };
  }
}
