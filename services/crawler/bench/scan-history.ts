import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { MatchingPool, PatternSet } from '@leakwatch/matching';
import type { Pattern } from '@leakwatch/vocabulary';
import { type BlobIntroduction } from '../src/repositories/ledger/introduction-parser.ts';
import { listBlobs } from '../src/repositories/ledger/list-blobs.ts';
import { BlobReader } from '../src/repositories/blobs/read-blobs.ts';
import { readTips } from '../src/repositories/ledger/tips.ts';
import { matchInThreads } from '../src/scanning/match-in-threads.ts';
import type { SourceDocument } from '../src/scanning/source-document.ts';
import { packNames } from '../src/repositories/packs/find-forests.ts';
import { screenPacks } from '../src/screening/screen-objects.ts';
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
  readonly findings: number;
  /** Of every finding: which pattern matched which lines of which blob. */
  readonly hits: string;
}

/** Patterns compiled once, as a launch does before its first repository. */
export interface Watched {
  readonly set: PatternSet;
  readonly patterns: ReadonlyMap<string, Pattern>;
}

export async function watch(pool: MatchingPool, patterns: readonly Pattern[]): Promise<Watched> {
  return {
    set: await pool.open('bench', patterns),
    patterns: new Map(patterns.map((pattern) => [pattern.id, pattern])),
  };
}

/** Every blob once, with its first introduction, in the order of the history: what the ledger holds. */
async function introduced(directory: string, since: readonly string[]): Promise<ReadonlyMap<string, BlobIntroduction>> {
  const first = new Map<string, BlobIntroduction>();
  for await (const blobs of listBlobs({ directory, tips: await readTips(directory), since })) {
    for (const blob of blobs) if (!first.has(blob.oid)) first.set(blob.oid, blob);
  }
  return first;
}

async function* readAll(reader: BlobReader, blobs: ReadonlyMap<string, BlobIntroduction>): AsyncGenerator<SourceDocument, void, undefined> {
  for await (const reading of reader.read(blobs.keys())) {
    if (reading.outcome !== 'read') throw new Error(`${reading.oid} is ${reading.outcome}`);
    const path = blobs.get(reading.oid)?.path ?? '';
    yield { position: 0n, bytes: reading.bytes, path, onlyByFileName: false, version: reading.oid, commit: null };
  }
}

/** What is left of the blobs that a history introduces after its packs were screened meanwhile; the others concern no pattern and are not read. */
async function screened(directory: string, { set }: Watched, since: readonly string[]) {
  const objects = join(directory, 'objects');
  const each = [...(await readTips(directory)).tips.keys()][0]?.length === 64 ? 32 : 20;
  const { signal } = new AbortController();
  const [all, ahead] = await Promise.all([
    introduced(directory, since),
    screenPacks({ set, objects, each, packs: packNames(objects).slice(0, since.length === 0 ? undefined : -1), until: Infinity, signal }),
  ]);
  const isClean = (oid: string) => ahead?.clean[ahead.names.find(Buffer.from(oid, 'hex'), 0)] === 1;
  return { all, left: new Map([...all].filter(([oid]) => !isClean(oid))) };
}

/** How the scan finds the blobs that it reads through git: all of them, or those that screening leaves. */
export type Way = 'plain' | 'screened';

/** Lists the history (without that of the commit `since`), reads and matches its blobs and makes findings, by the crawler's own code. The ledger is in memory. */
export async function scanHistory(directory: string, watched: Watched, way: Way, since?: string): Promise<Scanned> {
  const known = since === undefined ? [] : [since];
  const plain = async (all: ReadonlyMap<string, BlobIntroduction>) => ({ all, left: all });
  const { all, left: blobs } =
    way === 'plain' ? await plain(await introduced(directory, known)) : await screened(directory, watched, known);
  const reader = new BlobReader({ directory, maximumBytes: MAXIMUM_BYTES });
  const { set, patterns } = watched;
  const ownerOf = new Map([...patterns.keys()].map((id) => [id, { patterns, base: BASE }]));
  const found: string[] = [];
  try {
    const documents = readAll(reader, blobs);
    for await (const some of matchInThreads({ documents, set, dueFor: () => undefined, signal: new AbortController().signal })) {
      for (const { document, bytes, result } of some) {
        if (result?.outcome !== 'examined') throw new Error(`${document.version} was not matched`);
        const findings = toFindings(result.matches, { document, bytes, ownerOf, fileUrl: () => '', contentOf: () => null }, new Date());
        found.push(...findings.map(({ pattern, lines_hash: lines }) => `${document.version} ${pattern.id} ${lines}`));
      }
    }
  } finally {
    reader.close();
  }
  return { blobs: all.size, findings: found.length, hits: createHash('sha256').update(found.sort().join('\n')).digest('hex') };
}
