import { type GuestLimit, KnownText, type PatternSet, ThreadEnded, ThreadFailed } from '@leakwatch/matching';
import type { z } from 'zod';
import { ObjectNames } from '../repositories/packs/object-names.ts';
import type { PackForest } from '../repositories/packs/pack-forest.ts';
import { inParts, planWalks } from './plan-walks.ts';
import { findAnswer, leftAnswer, packsAnswer, type ScreeningJob, type WalkJob } from './screening-jobs.ts';

/** Objects of the packs that are screened at once, of all kinds: their entries and the names of the blobs are in memory meanwhile, 60 bytes each. */
const PACKED_AT_ONCE = 1_000_000;

interface ScreeningBounds {
  readonly set: PatternSet;
  /** The folder `objects` of the mirror. */
  readonly objects: string;
  readonly each: 20 | 32;
  /** By `performance.now()`: what is not screened then is left to git. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** What the expressions of guests may cost one object. With more it counts as one that may be of concern. */
  readonly guests?: GuestLimit | undefined;
  /** Takes the steps of guests, by owner, as they are spent. What is not screened when it returns false is left to git. */
  readonly onSpent?: ((spent: ReadonlyMap<string, number>) => boolean) | undefined;
}

export interface Screening extends ScreeningBounds {
  /** Ids of the patterns that count; undefined for all. */
  readonly only: ReadonlySet<string> | undefined;
  /** Names of blobs, one behind the other, of `each` bytes. */
  readonly oids: Uint8Array;
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
  const found = await findIn(screening, { type: 'find', ...names }, findAnswer);
  if (found === null) return clean;
  const examining = examiningOf(screening, clean);
  const { lanes } = screening.set;
  const loose = inParts(found.loose, lanes).map(
    (items): Work => ({ items, jobFor: (numbers) => ({ type: 'loose', ...names, numbers, ...examining }) }),
  );
  await workAllOff(screening, [...treesOf(found.forests, lanes, examining), ...loose]);
  return clean;
}

/** Blobs that were screened; `clean` by number, as `screenObjects` returns it. */
export interface ScreenedBlobs {
  readonly names: ObjectNames;
  readonly clean: Uint8Array;
}

/**
 * As `screenObjects`, for every blob of some packs and every pattern: before it is known which blobs a history has.
 * @param packs names of files, without their endings
 * @returns undefined where the packs have too many objects, or cannot be read here
 */
export async function screenPacks(screening: ScreeningBounds & { readonly packs: readonly string[] }): Promise<ScreenedBlobs | undefined> {
  const { objects, each, packs } = screening;
  const everyPattern = { ...screening, only: undefined };
  const found = await findIn(everyPattern, { type: 'packs', objects, each, packs: [...packs], most: PACKED_AT_ONCE }, packsAnswer);
  if (found === null) return undefined;
  const clean = shared(new Uint8Array(found.oids.length / each));
  await workAllOff(everyPattern, treesOf(found.forests, screening.set.lanes, examiningOf(screening, clean)));
  return { names: new ObjectNames(found.oids, each), clean };
}

interface Work {
  readonly items: readonly number[];
  readonly jobFor: (items: Int32Array) => ScreeningJob;
}

type Examining = Pick<WalkJob, 'clean' | 'guests' | 'known'>;
const examiningOf = ({ guests }: ScreeningBounds, clean: Uint8Array): Examining => ({
  clean,
  guests: guests === undefined ? null : { ...guests, hosts: [...guests.hosts] },
  known: KnownText.memoryFor(clean.length),
});

function treesOf(forests: readonly PackForest[], lanes: number, examining: Examining): readonly Work[] {
  return forests.flatMap((forest) =>
    planWalks(forest, lanes).map((roots): Work => ({ items: roots, jobFor: (nodes) => ({ type: 'walk', forest, nodes, ...examining }) })),
  );
}

/** Work of several lanes; a lane without any waits for what the others return. */
class WorkQueue {
  readonly #work: Work[];
  #taken = 0;
  #isOver = false;
  readonly #waiting: (() => void)[] = [];

  constructor(work: readonly Work[]) {
    this.#work = work.toReversed();
  }

  /** undefined when everything is done, or it was ended. */
  async take(): Promise<Work | undefined> {
    while (this.#work.length === 0 && this.#taken > 0 && !this.#isOver) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const work = this.#work.pop();
    if (work !== undefined) this.#taken += 1;
    return work;
  }

  /** Returns what is left of work that was taken; in two halves, when other lanes have nothing to do. */
  giveBack({ items, jobFor }: Work): void {
    this.#taken -= 1;
    const half = this.#work.length === 0 ? items.length >> 1 : 0;
    if (!this.#isOver)
      for (const part of [items.slice(0, half), items.slice(half)]) if (part.length > 0) this.#work.push({ items: part, jobFor });
    this.#wake();
  }

  /** What is left is not done; lanes that wait end. */
  end(): void {
    this.#isOver = true;
    this.#work.length = 0;
    this.#wake();
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }
}

type Running = Pick<Screening, 'set' | 'only' | 'until' | 'signal' | 'onSpent'>;

async function workAllOff(running: Running, work: readonly Work[]): Promise<void> {
  if (performance.now() >= running.until) return;
  const queue = new WorkQueue(work);
  await Promise.all(Array.from({ length: running.set.lanes }, (_, lane) => workOff(running, queue, lane)));
}

async function workOff({ set, only, until, signal, onSpent }: Running, queue: WorkQueue, lane: number): Promise<void> {
  for (let work = await queue.take(); work !== undefined; work = await queue.take()) {
    let left: readonly number[] = [];
    let goesOn = true;
    try {
      const answer = leftAnswer.parse(await set.work(work.jobFor(Int32Array.from(work.items)), { lane, only, signal }));
      left = answer.left;
      goesOn = onSpent === undefined || answer.spent.length === 0 || onSpent(new Map(answer.spent));
    } catch (error) {
      if (!isOfTheThread(error) || signal.aborted) throw error;
      // What ended the thread is left to git, with what was given to it at the same time.
    } finally {
      queue.giveBack({ ...work, items: left });
    }
    if (!goesOn || performance.now() >= until) queue.end();
  }
}

async function findIn<T>({ set, only, signal }: Running, job: ScreeningJob, answer: z.ZodType<T | null>): Promise<T | null> {
  try {
    return answer.parse(await set.work(job, { lane: 0, only, signal }));
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
