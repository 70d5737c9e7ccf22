import { DocumentBatch, type DocumentResult, type PatternSet } from '@leakwatch/matching';
import type { SourceDocument } from './source-document.ts';

/** Batches of one scan that threads have or wait for: while one is matched, the next one is read. */
const BATCHES_AHEAD = 3;
/** Bytes of them together; a larger document is alone. */
const AHEAD_BYTES = 16 * 1024 * 1024;
/** Documents without bytes, or that no pattern meets, are collected up to this number. */
const ENTRIES_A_BATCH = 500;

/** A document after matching; its bytes are gone. */
export interface MatchedDocument {
  readonly document: Omit<SourceDocument, 'bytes'>;
  readonly bytes: number;
  /** undefined where there was nothing to match: no bytes, or no pattern that meets the document. */
  readonly result: DocumentResult | undefined;
}

export interface MatchInThreads {
  readonly documents: AsyncIterable<SourceDocument>;
  readonly set: PatternSet;
  /** Ids of the patterns that meet a document; undefined for all. The same object for the same patterns: each is sent once. */
  readonly dueFor: (document: SourceDocument) => ReadonlySet<string> | undefined;
  readonly signal: AbortSignal;
}

type Entry = Omit<MatchedDocument, 'result'> & { readonly matched: boolean };

interface Batch {
  readonly entries: readonly Entry[];
  readonly memory: DocumentBatch;
  readonly results: Promise<readonly DocumentResult[]>;
}

/**
 * Matches documents in the pool's threads and yields each of them in its order. The event loop copies their bytes and takes the
 * answers; it never waits for an expression.
 */
export async function* matchInThreads({
  documents,
  set,
  dueFor,
  signal,
}: MatchInThreads): AsyncGenerator<MatchedDocument, void, undefined> {
  const left = new AbortController();
  const stopping = AbortSignal.any([signal, left.signal]);
  const ahead: Batch[] = [];
  const spare: DocumentBatch[] = [];
  let memory = new DocumentBatch();
  let entries: Entry[] = [];

  const send = () => {
    const results = memory.isEmpty ? Promise.resolve([]) : set.examine(memory, { signal: stopping });
    // It is awaited later, perhaps never.
    results.catch(() => undefined);
    ahead.push({ entries, memory, results });
    entries = [];
    memory = spare.pop() ?? new DocumentBatch();
  };
  const isFull = () =>
    ahead.length >= BATCHES_AHEAD || (ahead.length > 0 && ahead.reduce((sum, batch) => sum + batch.memory.size, memory.size) > AHEAD_BYTES);
  const receive = async function* (batch: Batch) {
    let results = await batch.results;
    let [received, from] = [0, 0];
    for (const { matched, ...entry } of batch.entries) {
      if (matched && received === from + results.length) {
        from = received;
        results = await set.examine(batch.memory, { from, signal: stopping });
      }
      yield { ...entry, result: matched ? results[received - from] : undefined };
      if (matched) received += 1;
    }
    batch.memory.clear();
    spare.push(batch.memory);
  };
  const receiveFirst = async function* () {
    const first = ahead.shift();
    if (first !== undefined) yield* receive(first);
  };

  try {
    for await (const { bytes, ...document } of documents) {
      const due = bytes === undefined ? undefined : dueFor({ ...document, bytes });
      const matched = bytes !== undefined && due?.size !== 0;
      if (entries.length >= ENTRIES_A_BATCH || (matched && !memory.fits(bytes.length))) {
        while (isFull()) yield* receiveFirst();
        send();
      }
      if (matched) memory.add(bytes, [document.path], due === undefined ? -1 : set.filter(due));
      entries.push({ document, bytes: bytes?.length ?? 0, matched });
    }
    if (entries.length > 0) send();
    while (ahead.length > 0) yield* receiveFirst();
  } finally {
    left.abort(new Error('the scan has ended'));
  }
}
