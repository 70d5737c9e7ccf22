import { type CompiledPatterns, compilePatterns, describeDocument, type MatchingPool, type PatternSet } from '@leakwatch/matching';
import type { Pattern } from '@leakwatch/vocabulary';
import { type BlobIntroduction } from '../src/repositories/ledger/introduction-parser.ts';
import { listBlobs } from '../src/repositories/ledger/list-blobs.ts';
import { BlobReader } from '../src/repositories/blobs/read-blobs.ts';
import { readTips } from '../src/repositories/ledger/tips.ts';
import { type MatchedDocument, matchInThreads } from '../src/scanning/match-in-threads.ts';
import type { SourceDocument } from '../src/scanning/source-document.ts';
import { type FindingBase, toFindings } from '../src/scanning/to-findings.ts';

const MAXIMUM_BYTES = 64 * 1024 * 1024;
const NOBODY = '00000000-0000-4000-8000-000000000000';
const BASE: FindingBase = {
  organisation_id: NOBODY,
  task_id: NOBODY,
  launch_id: NOBODY,
  source_type: 'git_repo',
  container: { key: 'file:///bench', title: 'bench', url: 'file:///bench', owner: '' },
};

export interface Scanned {
  readonly blobs: number;
  readonly bytes: number;
  readonly findings: number;
}

/** Patterns compiled once, as a launch does before its first repository. */
export interface Watched {
  readonly set: PatternSet;
  /** The same on the event loop. */
  readonly compiled: CompiledPatterns;
  readonly patterns: ReadonlyMap<string, Pattern>;
}

export async function watch(pool: MatchingPool, words: readonly string[]): Promise<Watched> {
  const patterns = words.map((text, at): Pattern => ({ id: String(at), kind: 'deep', text }));
  return {
    set: await pool.open('bench', patterns),
    compiled: compilePatterns(patterns),
    patterns: new Map(patterns.map((pattern) => [pattern.id, pattern])),
  };
}

/** Every blob once, with its first introduction, in the order of the history: what the ledger holds. */
async function introduced(directory: string): Promise<ReadonlyMap<string, BlobIntroduction>> {
  const first = new Map<string, BlobIntroduction>();
  for await (const blob of listBlobs({ directory, tips: await readTips(directory) })) if (!first.has(blob.oid)) first.set(blob.oid, blob);
  return first;
}

async function* readAll(reader: BlobReader, blobs: ReadonlyMap<string, BlobIntroduction>): AsyncGenerator<SourceDocument, void, undefined> {
  for await (const reading of reader.read(blobs.keys())) {
    if (reading.outcome !== 'read') throw new Error(`${reading.oid} is ${reading.outcome}`);
    const path = blobs.get(reading.oid)?.path ?? '';
    yield { position: 0n, bytes: reading.bytes, path, onlyByFileName: false, version: reading.oid, commit: null };
  }
}

type Matching = (documents: AsyncIterable<SourceDocument>, watched: Watched) => AsyncGenerator<readonly MatchedDocument[], void, undefined>;

/** As the crawler does it. */
export const inThreads: Matching = (documents, { set }) =>
  matchInThreads({ documents, set, dueFor: () => undefined, signal: new AbortController().signal });

/** The same without threads, for comparison. */
export const onEventLoop: Matching = async function* (documents, { compiled }) {
  for await (const document of documents) {
    const { bytes } = document;
    if (bytes === undefined) throw new Error(`${document.version} has no bytes`);
    const result = describeDocument(compiled, { bytes, fileNames: [document.path] });
    yield [{ document: { ...document, bytes: undefined }, bytes: bytes.length, result }];
  }
};

/** Lists the whole history, reads every blob, matches it and makes findings, by the crawler's own code. The ledger is in memory. */
export async function scanHistory(directory: string, watched: Watched, matching: Matching): Promise<Scanned> {
  const blobs = await introduced(directory);
  const reader = new BlobReader({ directory, maximumBytes: MAXIMUM_BYTES });
  const { patterns } = watched;
  let [bytes, findings] = [0, 0];
  try {
    for await (const some of matching(readAll(reader, blobs), watched)) {
      for (const { document, bytes: length, result } of some) {
        if (result?.outcome !== 'examined') throw new Error(`${document.version} was not matched`);
        bytes += length;
        findings += toFindings(result.matches, { document, bytes: length, patterns, base: BASE, fileUrl: () => '' }).length;
      }
    }
  } finally {
    reader.close();
  }
  return { blobs: blobs.size, bytes, findings };
}
