import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { readPattern } from '@leakwatch/matching';
import { type Bus, type Database, outgoing, SCHEDULER } from '@leakwatch/platform';
import { moveMarks, readMarks } from '../coverage/scan-marks.store.ts';
import { markUnread } from '../repositories/ledger/blob-ledger.store.ts';
import type { GitRepoSource, GitStream } from '../sources/git-repo/git-repo.source.ts';
import type { SourceDocument } from '../sources/source.port.ts';
import { type FindingBase, matchDocument, type Watch } from './match-document.ts';

/** Documents matched between two commits of findings and marks: what is done again after a crash. */
const DOCUMENTS_A_COMMIT = 500;
/** Findings held before they are committed; each carries an excerpt of up to 8 KiB. */
const FINDINGS_A_COMMIT = 200;
/** Give the event loop a turn, so that a stop and the heartbeat are heard. */
const TURN_MS = 50;

export interface Scan {
  readonly database: Database;
  readonly bus: Bus;
  readonly source: GitRepoSource;
  readonly stream: GitStream;
  readonly watch: Watch;
  readonly base: FindingBase;
  readonly signal: AbortSignal;
  readonly onCommitted: (position: bigint) => void;
}

const needsFileName = (watch: Watch): ReadonlySet<string> =>
  new Set(
    [...watch.patterns.values()].flatMap(({ id, kind, text }) => {
      const read = readPattern(kind, text);
      return read.shape === 'terms' && read.fileNames.length > 0 ? [id] : [];
    }),
  );

/**
 * Which patterns a document meets: those whose mark it lies behind; under a mere new name, those that ask for names.
 * undefined: all of them, which is what nearly every document meets.
 */
function patternsFor(document: SourceDocument, marks: ReadonlyMap<string, bigint>, furthest: bigint, named: ReadonlySet<string>) {
  if (document.position > furthest && !document.onlyByFileName) return undefined;
  const due = new Set<string>();
  for (const [pattern, mark] of marks) if (mark < document.position && (!document.onlyByFileName || named.has(pattern))) due.add(pattern);
  return due;
}

/**
 * Matches every document that a pattern has not met yet. Findings, marks and the message that tells of them are one
 * transaction: a killed worker's scan goes on behind the last one, nothing lost and nothing told twice.
 */
export async function scanTarget(scan: Scan): Promise<void> {
  const { database, stream, watch, signal } = scan;
  const patternIds = [...watch.patterns.keys()];
  if (patternIds.length === 0) return;
  let marks = await database.inScope(SCHEDULER, (em) => readMarks(em, stream.mirrorId, patternIds));
  const named = needsFileName(watch);
  const start = [...marks.values()].reduce((least, mark) => (mark < least ? mark : least));
  const furthest = [...marks.values()].reduce((most, mark) => (mark > most ? mark : most));
  let findings: Finding[] = [];
  let unread: { ordinal: string; reason: string }[] = [];
  let documents = 0;
  let position = start;
  let turn = performance.now();
  const commit = async () => {
    if (documents === 0) return;
    await database.inScope(SCHEDULER, async (em) => {
      await moveMarks(em, stream.mirrorId, scan.base.organisation_id, marks, position);
      await markUnread(em, stream.mirrorId, unread);
      await scan.bus.publish(
        em,
        findings.map((finding) => outgoing(findingsV1, finding)),
      );
    });
    marks = new Map([...marks].map(([pattern, mark]) => [pattern, mark < position ? position : mark]));
    [findings, unread, documents] = [[], [], 0];
    scan.onCommitted(position);
  };
  for await (const document of scan.source.documents(stream, start, signal)) {
    signal.throwIfAborted();
    findings.push(...matchDocument(document, watch, patternsFor(document, marks, furthest, named), scan.base));
    if (document.unread !== undefined && !document.onlyByFileName)
      unread.push({ ordinal: String(document.position), reason: document.unread });
    position = document.position;
    documents += 1;
    if (documents >= DOCUMENTS_A_COMMIT || findings.length >= FINDINGS_A_COMMIT) await commit();
    if (performance.now() - turn > TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      turn = performance.now();
    }
  }
  signal.throwIfAborted();
  await commit();
}
