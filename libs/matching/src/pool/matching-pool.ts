import type { StepLimits } from '../expressions/step-budget.ts';
import type { ExpressionVerdict } from '../expressions/verdict.ts';
import type { SharedPatterns } from '../matcher/compiled-patterns.ts';
import type { GuestLimit } from '../matcher/guest-steps.ts';
import type { OwnedPattern } from '../patterns/owned-pattern.ts';
import type { RefusedPattern } from '../matcher/plans.ts';
import type { DocumentResult } from './describe-match.ts';
import type { BatchedDocument, DocumentBatch } from './document-batch.ts';
import { MATCHING_PROGRAM, type MatchingThread, ThreadEnded } from './matching-thread.ts';
import { ThreadCrew } from './thread-crew.ts';

interface Filter {
  readonly number: number;
  readonly only: readonly string[];
}

export interface ExamineBatchOptions {
  /** Number of the first document. */
  readonly from?: number;
  readonly limits?: StepLimits | undefined;
  readonly guests?: GuestLimit | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface WorkOptions {
  /** From 0. */
  readonly lane: number;
  /** Ids of the patterns that count; all when left out. */
  readonly only?: ReadonlySet<string> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A set of patterns that was compiled in a thread; its table is shared by the threads that match with it. */
export class PatternSet {
  /** Patterns for which nothing will ever be found. */
  readonly refused: readonly RefusedPattern[];
  private readonly crew: ThreadCrew;
  private readonly owner: unknown;
  private readonly number: number;
  private readonly shared: SharedPatterns;
  private readonly filters: Map<ReadonlySet<string>, Filter>;
  private readonly laneOwners: object[] = [];

  constructor(
    crew: ThreadCrew,
    owner: unknown,
    number: number,
    shared: SharedPatterns,
    refused: readonly RefusedPattern[],
    filters = new Map<ReadonlySet<string>, Filter>(),
  ) {
    this.crew = crew;
    this.owner = owner;
    this.number = number;
    this.shared = shared;
    this.refused = refused;
    this.filters = filters;
  }

  /** The same set in the turns of another owner: its work does not wait for that of this one. Closing either closes both. */
  forOwner(owner: unknown): PatternSet {
    return new PatternSet(this.crew, owner, this.number, this.shared, this.refused, this.filters);
  }

  /** The number by which documents of a batch name the patterns that they meet. One object is one filter, kept until `close`. */
  filter(only: ReadonlySet<string>): number {
    const known = this.filters.get(only);
    if (known !== undefined) return known.number;
    const made = { number: this.filters.size, only: [...only] };
    this.filters.set(only, made);
    return made.number;
  }

  /**
   * Matches documents of a batch in a thread, from number `from` on, and returns the results of the first of them, in order: exactly
   * what `describeDocument` gives, for at least one document; for fewer than all when they have many matches or take long. The batch
   * must stay as it is until then. Throws the signal's reason as soon as it is aborted.
   */
  async examine({ bytes, documents }: DocumentBatch, options: ExamineBatchOptions = {}): Promise<readonly DocumentResult[]> {
    const wanted = documents.slice(options.from);
    try {
      return await this.ask(bytes, wanted, options);
    } catch (error) {
      if (!(error instanceof ThreadEnded) || options.signal?.aborted === true) throw error;
    }
    // One of them ended the thread: the first for itself, so that the others are matched.
    return this.ask(bytes, wanted.slice(0, 1), options).catch((error: unknown) => {
      if (!(error instanceof ThreadEnded) || options.signal?.aborted === true) throw error;
      return [{ outcome: 'failed' as const }];
    });
  }

  /** Lanes for which there are threads. */
  get lanes(): number {
    return this.crew.most;
  }

  /**
   * Runs a job of the service's own beside the set in a thread whose program has it (see `serveMatching`), and returns its result. It
   * should take a fraction of a second: other owners wait for it. Jobs of one lane run one after another, those of several in as many
   * threads. Throws the signal's reason as soon as it is aborted, ThreadEnded, ThreadFailed.
   */
  work(job: unknown, { lane, only, signal }: WorkOptions): Promise<unknown> {
    const filter = only === undefined ? -1 : this.filter(only);
    return this.crew.do({
      owner: this.ownerOf(lane),
      set: this.number,
      signal,
      run: async (thread, stop) => {
        this.prepare(thread);
        const answer = await thread.ask('work', { set: this.number, filter, job, stop });
        if (answer === 'stopped') throw new ThreadEnded('the job was stopped');
        return answer.result;
      },
    });
  }

  /** The threads forget the set. */
  close(): void {
    for (const thread of this.crew.alive) {
      if (thread.sets.delete(this.number)) thread.notify({ type: 'release', set: this.number });
    }
  }

  /** Each lane has a turn of its own; the first one is that of the owner's documents. */
  private ownerOf(lane: number): unknown {
    if (lane === 0) return this.owner;
    return (this.laneOwners[lane] ??= { lane });
  }

  private ask(
    bytes: Uint8Array,
    documents: readonly BatchedDocument[],
    { limits, guests, signal }: ExamineBatchOptions,
  ): Promise<readonly DocumentResult[]> {
    return this.crew.do({
      owner: this.owner,
      set: this.number,
      signal,
      run: async (thread, stop) => {
        this.prepare(thread);
        const answer = await thread.ask('examine', { set: this.number, bytes, documents, limits, guests, stop });
        if (answer === 'stopped') throw new ThreadEnded('matching was stopped');
        return answer;
      },
    });
  }

  /** Sends the set and its filters where the thread does not have them. */
  private prepare(thread: MatchingThread): void {
    const set = this.number;
    let sent = thread.sets.get(set);
    if (sent === undefined) {
      sent = new Set();
      thread.sets.set(set, sent);
      thread.notify({ type: 'attach', set, shared: this.shared });
    }
    for (const { number, only } of this.filters.values()) {
      if (sent.has(number)) continue;
      sent.add(number);
      thread.notify({ type: 'filter', set, filter: number, only });
    }
  }
}

export interface MatchingPoolOptions {
  /** Threads at most; they are started when there is work for them. */
  readonly threads: number;
  /** From `threadProgram`; MATCHING_PROGRAM when left out. */
  readonly program?: URL;
}

/**
 * Compiles, matches and checks in threads, so that no expression holds the event loop. Work has an owner; owners take turns, and
 * each occupies one thread at a time: with as many threads as owners, none waits for another's documents.
 */
export class MatchingPool {
  private readonly crew: ThreadCrew;
  private sets = 0;

  constructor({ threads, program = MATCHING_PROGRAM }: MatchingPoolOptions) {
    this.crew = new ThreadCrew(threads, program);
  }

  /** Compiles patterns. Close the set when it is not needed any more. */
  async open(owner: unknown, patterns: readonly OwnedPattern[], signal?: AbortSignal): Promise<PatternSet> {
    const set = this.sets++;
    const { automaton, refused } = await this.crew.do({
      owner,
      signal,
      run: async (thread) => {
        const answer = await thread.ask('compile', { set, patterns });
        thread.sets.set(set, new Set());
        return answer;
      },
    });
    return new PatternSet(this.crew, owner, set, { patterns, automaton }, refused);
  }

  /** Whether each expression can be run, in order. */
  check(owner: unknown, expressions: readonly string[], signal?: AbortSignal): Promise<readonly ExpressionVerdict[]> {
    return this.crew.do({ owner, signal, run: (thread) => thread.ask('check', { expressions }) });
  }

  /** Ends the threads; what waits or runs throws PoolClosed. */
  async close(): Promise<void> {
    await this.crew.close();
  }
}
