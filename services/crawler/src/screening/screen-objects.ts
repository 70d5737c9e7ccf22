import { type PatternSet, ThreadEnded, ThreadFailed } from '@leakwatch/matching';
import type { FoundObjects } from '../repositories/packs/find-forests.ts';
import { findAnswer, leftAnswer, type ScreeningJob } from './screening-jobs.ts';

/** Trees, or loose objects, that are given to a thread at once. It returns what it has no time for. */
const AT_ONCE = 256;

export interface Screening {
  readonly set: PatternSet;
  /** Ids of the patterns that count; undefined for all. */
  readonly only: ReadonlySet<string> | undefined;
  /** The folder `objects` of the mirror. */
  readonly objects: string;
  /** Names of blobs, one behind the other, of `each` bytes. */
  readonly oids: Uint8Array;
  readonly each: 20 | 32;
  /** By `performance.now()`: what is not screened then is left to git. */
  readonly until: number;
  readonly signal: AbortSignal;
}

/**
 * Reads blobs from the packs of a mirror in the pool's threads, and finds out which of them concern no pattern, whatever their file names
 * are (`CompiledPatterns.concerns`), and hold nothing that is read by extraction. Of a blob that is a delta only what is new is scanned.
 * @returns by number of the blob: 1 when it concerns none; 0 also when it could not be read here
 * @throws the signal's reason, PoolClosed
 */
export async function screenObjects(screening: Screening): Promise<Uint8Array> {
  const oids = shared(screening.oids);
  const clean = shared(new Uint8Array(oids.length / screening.each));
  const names = { objects: screening.objects, oids, each: screening.each };
  const found = await findIn(screening, { type: 'find', ...names });
  if (found === null) return clean;
  const work: Work[] = [];
  for (const forest of found.forests) {
    const roots = [...forest.bases.entries()].flatMap(([node, base]) => (base === -1 ? [node] : []));
    work.push(...split(roots, (nodes) => ({ type: 'walk', forest, nodes, clean })));
  }
  work.push(...split(found.loose, (numbers) => ({ type: 'loose', ...names, numbers, clean })));
  const queue = new WorkQueue(work);
  await Promise.all(Array.from({ length: screening.set.lanes }, (_, lane) => workOff(screening, queue, lane)));
  return clean;
}

interface Work {
  readonly items: readonly number[];
  readonly jobFor: (items: Int32Array) => ScreeningJob;
}

function split(items: readonly number[], jobFor: Work['jobFor']): Work[] {
  const work: Work[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) work.push({ items: items.slice(at, at + AT_ONCE), jobFor });
  return work;
}

/** Work of several lanes; a lane without any waits for what the others return. */
class WorkQueue {
  readonly #work: Work[];
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(work: Work[]) {
    this.#work = work.reverse();
  }

  /** undefined when everything is done. */
  async take(): Promise<Work | undefined> {
    while (this.#work.length === 0 && this.#taken > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const work = this.#work.pop();
    if (work !== undefined) this.#taken += 1;
    return work;
  }

  /** Returns what is left of work that was taken; in two halves, when other lanes have nothing to do. */
  giveBack({ items, jobFor }: Work): void {
    this.#taken -= 1;
    const half = this.#work.length === 0 ? items.length >> 1 : 0;
    for (const part of [items.slice(0, half), items.slice(half)]) if (part.length > 0) this.#work.push({ items: part, jobFor });
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

async function workOff({ set, only, until, signal }: Screening, queue: WorkQueue, lane: number): Promise<void> {
  for (let work = await queue.take(); work !== undefined && performance.now() < until; work = await queue.take()) {
    let left: readonly number[] = [];
    try {
      left = leftAnswer.parse(await set.work(work.jobFor(Int32Array.from(work.items)), { lane, only, signal }));
    } catch (error) {
      if (!isOfTheThread(error) || signal.aborted) throw error;
      // What ended the thread is left to git, with what was given to it at the same time.
    } finally {
      queue.giveBack({ ...work, items: left });
    }
  }
}

async function findIn({ set, only, signal }: Screening, job: ScreeningJob): Promise<FoundObjects | null> {
  try {
    return findAnswer.parse(await set.work(job, { lane: 0, only, signal }));
  } catch (error) {
    if (!isOfTheThread(error) || signal.aborted) throw error;
    return null;
  }
}

const isOfTheThread = (error: unknown): boolean => error instanceof ThreadEnded || error instanceof ThreadFailed;

function shared(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
