import { parentPort } from 'node:worker_threads';
import { judgeExpression } from '../expressions/verdict.ts';
import { attachPatterns, type CompiledPatterns, compilePatterns, Stopped } from '../matcher/compiled-patterns.ts';
import { describeDocument, type DocumentResult } from './describe-match.ts';
import type { Answer, Answers, Kind, Notice, Request, Requests } from './thread-messages.ts';

/** The program of a pool's thread: keeps compiled sets, and answers one request at a time. */

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

function examine({ set, bytes, documents, limits, stop }: Requests['examine']): Answers['examine'] {
  const attached = sets.get(set);
  if (attached === undefined) throw new Error('the set is not attached');
  const isStopped = () => Atomics.load(stop, 0) !== 0;
  const results: DocumentResult[] = [];
  const started = performance.now();
  let matches = 0;
  for (const { start, end, fileNames, filter } of documents) {
    if (isStopped()) return 'stopped';
    if (matches >= MATCHES_A_MESSAGE || (results.length > 0 && performance.now() - started > SLICE_MS)) break;
    const only = filter === -1 ? undefined : attached.filters.get(filter);
    if (filter !== -1 && only === undefined) throw new Error('the filter is not known');
    try {
      const document = { bytes: ownBytes(bytes, start, end), fileNames };
      const result = describeDocument(attached.compiled, document, { only, limits, isStopped });
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

function answer(request: Request): Answers[Kind] {
  switch (request.type) {
    case 'compile': {
      const compiled = compilePatterns(request.patterns);
      keep(request.set, compiled);
      return { automaton: compiled.shared.automaton, refused: compiled.refused };
    }
    case 'examine':
      return examine(request);
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

parentPort?.on('message', receive);
