import { parentPort } from 'node:worker_threads';
import { judgeExpression } from '../expressions/verdict.ts';
import { attachPatterns, type CompiledPatterns, compilePatterns } from '../matcher/compiled-patterns.ts';
import { Stopped } from '../matcher/examined.ts';
import { describeDocument, type DocumentResult } from './describe-match.ts';
import type { Answer, Answers, Kind, Notice, Request, Requests } from './thread-messages.ts';

/** What a job of a service's own needs to know. Everything else comes with the job. */
export interface JobContext {
  readonly compiled: CompiledPatterns;
  /** Ids of the patterns that count; undefined for all. */
  readonly only: ReadonlySet<string> | undefined;
  /** Asked often; the job returns soon when it says true. What it returns then does not matter. */
  readonly isStopped: () => boolean;
}

/** Does a job in the thread; see `PatternSet.work`. */
export type DoJob = (job: unknown, context: JobContext) => unknown;

interface Attached {
  readonly compiled: CompiledPatterns;
  readonly filters: Map<number, ReadonlySet<string>>;
}

const sets = new Map<number, Attached>();
const keep = (set: number, compiled: CompiledPatterns) => sets.set(set, { compiled, filters: new Map() });

/** An answer ends after so many matches, each with an excerpt of up to 8 KiB, whatever documents follow. */
const MATCHES_A_MESSAGE = 200;
/** An answer ends after this time too, so that others have their turn. Results do not depend on where an answer ends. */
const SLICE_MS = 200;
/** Larger documents get memory of their own, which does not stay. */
const SCRATCH_BYTES = 4 * 1024 * 1024;
let scratch = new Uint8Array(0);

/** Copied out of shared memory, which decoders refuse. */
function ownBytes(shared: Uint8Array, start: number, end: number): Uint8Array {
  const length = end - start;
  if (length > SCRATCH_BYTES) return new Uint8Array(shared.subarray(start, end));
  if (scratch.length < length) scratch = new Uint8Array(Math.min(SCRATCH_BYTES, 2 * length));
  scratch.set(shared.subarray(start, end));
  return scratch.subarray(0, length);
}

function examine({ set, bytes, documents, limits, guests, stop }: Requests['examine']): Answers['examine'] {
  const attached = sets.get(set);
  if (attached === undefined) throw new Error('the set is not attached');
  const isStopped = () => Atomics.load(stop, 0) !== 0;
  const results: DocumentResult[] = [];
  const started = performance.now();
  let matches = 0;
  for (const { start, end, fileNames, filter } of documents) {
    if (isStopped()) return 'stopped';
    if (matches >= MATCHES_A_MESSAGE || (results.length > 0 && performance.now() - started > SLICE_MS)) break;
    const only = filterOf(attached, filter);
    try {
      const document = { bytes: ownBytes(bytes, start, end), fileNames };
      const result = describeDocument(attached.compiled, document, { only, limits, guests, isStopped });
      if (result.outcome === 'examined') matches += result.matches.length;
      results.push(result);
    } catch (error) {
      if (error instanceof Stopped) return 'stopped';
      // Memory that this document alone needs, say.
      results.push({ outcome: 'failed' });
    }
  }
  return results;
}

let doJob: DoJob | undefined;

function work({ set, filter, job, stop }: Requests['work']): Answers['work'] {
  const attached = sets.get(set);
  if (attached === undefined || doJob === undefined) throw new Error('the set is not attached, or the thread has no jobs');
  const result = doJob(job, {
    compiled: attached.compiled,
    only: filterOf(attached, filter),
    isStopped: () => Atomics.load(stop, 0) !== 0,
  });
  return Atomics.load(stop, 0) === 0 ? { result } : 'stopped';
}

function filterOf({ filters }: Attached, filter: number): ReadonlySet<string> | undefined {
  const only = filter === -1 ? undefined : filters.get(filter);
  if (filter !== -1 && only === undefined) throw new Error('the filter is not known');
  return only;
}

function answer(request: Request): Answers[Kind] {
  switch (request.type) {
    case 'compile': {
      const compiled = compilePatterns(request.patterns);
      keep(request.set, compiled);
      return { automaton: compiled.shared.automaton, refused: compiled.refused };
    }
    case 'examine':
      return examine(request);
    case 'work':
      return work(request);
    case 'check':
      return request.expressions.map(judgeExpression);
  }
}

function receive(message: Notice | Request): void {
  switch (message.type) {
    case 'attach':
      keep(message.set, attachPatterns(message.shared));
      return;
    case 'filter':
      sets.get(message.set)?.filters.set(message.filter, new Set(message.only));
      return;
    case 'release':
      sets.delete(message.set);
      return;
    default:
      reply(message);
  }
}

function reply(request: Request): void {
  let sent: Answer;
  try {
    sent = { type: 'answer', value: answer(request) };
  } catch (error) {
    sent = { type: 'failure', name: error instanceof Error ? error.name : 'unknown' };
  }
  parentPort?.postMessage(sent);
}

/**
 * The program of a pool's thread: keeps compiled sets, and answers one request at a time.
 * @param jobs what the thread does besides matching documents
 */
export function serveMatching(jobs?: DoJob): void {
  doJob = jobs;
  parentPort?.on('message', receive);
}
