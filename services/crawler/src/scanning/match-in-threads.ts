import { DocumentBatch, type DocumentResult, type GuestLimit, namesInside, type PatternSet } from '@leakwatch/matching';
import type { DueFor } from './due-patterns.ts';
import type { SourceDocument } from './source-document.ts';

/** Batches of one scan that threads have or wait for: while one is matched, the next one is read. */
const BATCHES_AHEAD = 3;
/** Bytes of them together; a larger document is alone. */
const AHEAD_BYTES = 16 * 1024 * 1024;
/** Documents without bytes, or that no pattern meets, are collected up to this number. */
const ENTRIES_A_BATCH = 2_000;

/** A document after matching. */
export interface MatchedDocument {
  readonly document: SourceDocument & { readonly bytes: undefined };
  readonly bytes: number;
  /** The bytes of a document with matches, until the next documents are asked for: their memory is used again. */
  readonly content: Uint8Array | undefined;
  /** undefined where there was nothing to match: no bytes, or no pattern that meets the document. */
  readonly result: DocumentResult | undefined;
}

export interface MatchInThreads {
  readonly documents: AsyncIterable<SourceDocument>;
  readonly set: PatternSet;
  /** Ids of the patterns that meet a document; undefined for all. The same object for the same patterns: each is sent once. */
  readonly dueFor: DueFor;
  readonly guests?: GuestLimit | undefined;
  readonly signal: AbortSignal;
}

type Entry = Omit<MatchedDocument, 'content' | 'result'> & { readonly matched: boolean };

interface Batch {
  readonly entries: readonly Entry[];
  readonly memory: DocumentBatch;
  readonly results: Promise<readonly DocumentResult[]>;
}

/**
 * Matches documents in the pool's threads and yields all of them in their order, some at a time. The event loop copies their bytes
 * and takes the answers; it never waits for an expression.
 */
export async function* matchInThreads(options: MatchInThreads): AsyncGenerator<readonly MatchedDocument[], void, undefined> {
  const { documents, set, dueFor, guests, signal } = options;
  const left = new AbortController();
  const stopping = AbortSignal.any([signal, left.signal]);
  const ahead: Batch[] = [];
  const spare: DocumentBatch[] = [];
  let memory = new DocumentBatch();
  let entries: Entry[] = [];

  const filterOf = (document: Pick<SourceDocument, 'position' | 'onlyByFileName'>) => {
    const due = dueFor(document);
    return due === undefined ? -1 : set.filter(due);
  };
  const isFull = () =>
    ahead.length >= BATCHES_AHEAD || (ahead.length > 0 && ahead.reduce((sum, batch) => sum + batch.memory.size, memory.size) > AHEAD_BYTES);
  const send = () => {
    const results = memory.isEmpty ? Promise.resolve([]) : set.examine(memory, { guests, signal: stopping });
    // It is awaited later, or never when the scan ends before.
    results.catch(() => undefined);
    ahead.push({ entries, memory, results });
    entries = [];
    memory = spare.pop() ?? new DocumentBatch();
  };
  /** Yields the documents of the oldest batch, as answers arrive. */
  const receive = async function* () {
    const batch = ahead.shift();
    if (batch === undefined) return;
    let waiting = batch.entries;
    for (let from = 0; waiting.length > 0; ) {
      // Some patterns may have been given up meanwhile.
      if (from > 0)
        for (const [at, { document }] of waiting.filter(({ matched }) => matched).entries())
          batch.memory.meet(from + at, filterOf(document));
      const results = from === 0 ? await batch.results : await set.examine(batch.memory, { from, guests, signal: stopping });
      const { answered, rest } = join(waiting, results, (at) => contentIn(batch.memory, from + at));
      yield answered;
      waiting = rest;
      from += results.length;
    }
    batch.memory.clear();
    spare.push(batch.memory);
  };

  try {
    for await (const document of documents) {
      const { bytes } = document;
      const due = bytes === undefined ? undefined : dueFor(document);
      const matched = bytes !== undefined && due?.size !== 0;
      if (entries.length >= ENTRIES_A_BATCH || (matched && !memory.fits(bytes.length))) {
        while (isFull()) yield* receive();
        send();
      }
      if (matched) memory.add(bytes, namesOf(document), filterOf(document));
      entries.push({ document: { ...document, bytes: undefined }, bytes: bytes?.length ?? 0, matched });
    }
    if (entries.length > 0) send();
    while (ahead.length > 0) yield* receive();
  } finally {
    left.abort(new Error('the scan has ended'));
  }
}

/** A known document under another name is looked for by that name only: its files were met under theirs. */
const namesOf = ({ path, inner = '', onlyByFileName }: SourceDocument): readonly string[] =>
  onlyByFileName ? [path] : namesInside(path, inner);

/** Gives the documents their results, as far as there are some: answers end early when documents have many matches. */
function join(entries: readonly Entry[], results: readonly DocumentResult[], contentOf: (at: number) => Uint8Array | undefined) {
  const answered: MatchedDocument[] = [];
  let used = 0;
  for (const { matched, ...entry } of entries) {
    if (matched && used === results.length) break;
    const result = matched ? results[used] : undefined;
    const hasMatches = result?.outcome === 'examined' && result.matches.length > 0;
    answered.push({ ...entry, content: hasMatches ? contentOf(used) : undefined, result });
    if (matched) used += 1;
  }
  return { answered, rest: entries.slice(answered.length) };
}

function contentIn({ bytes, documents }: DocumentBatch, at: number): Uint8Array | undefined {
  const document = documents[at];
  return document && bytes.subarray(document.start, document.end);
}
