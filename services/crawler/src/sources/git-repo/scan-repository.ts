import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { readPattern } from '@leakwatch/matching';
import { type Bus, type Database, outgoing, SCHEDULER } from '@leakwatch/platform';
import { moveMarks, readMarks } from '../../coverage/scan-marks.store.ts';
import { markUnread } from '../../repositories/ledger/blob-ledger.store.ts';
import { type FileUrl, type FindingBase, matchDocument, type Watch } from '../../scanning/match-document.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';
import type { GitStream, RepositoryReader } from './repository-reader.ts';

/** Documents between two commits of findings and marks; after a crash at most these are matched again. */
const DOCUMENTS_A_COMMIT = 500;
/** Findings held in memory between two commits; each has an excerpt of up to 8 KiB. */
const FINDINGS_A_COMMIT = 200;
/** The event loop gets a turn at least this often, so that stops and heartbeats are handled. */
const TURN_MS = 50;

export interface Scan {
  readonly database: Database;
  readonly bus: Bus;
  readonly reader: RepositoryReader;
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
 * The patterns to match a document against: those whose mark is before it; for a new file name of a known document, only
 * those that ask for file names. undefined means all patterns, the usual case.
 */
function patternsFor(document: SourceDocument, marks: ReadonlyMap<string, bigint>, furthest: bigint, named: ReadonlySet<string>) {
  if (document.position > furthest && !document.onlyByFileName) return undefined;
  const due = new Set<string>();
  for (const [pattern, mark] of marks) if (mark < document.position && (!document.onlyByFileName || named.has(pattern))) due.add(pattern);
  return due;
}

/**
 * Matches every document that some pattern has not been matched against. Findings and marks are committed in one transaction,
 * so the scan of a killed worker continues after the last commit without losing or repeating a finding.
 */
export async function scanRepository(scan: Scan): Promise<void> {
  const { database, stream, watch, signal } = scan;
  const patternIds = [...watch.patterns.keys()];
  if (patternIds.length === 0) return;
  let marks = await database.inScope(SCHEDULER, (em) => readMarks(em, stream.mirrorId, patternIds));
  const addressOf: FileUrl = ({ commit, path }, line) => fileUrl(scan.base.container.url, commit?.id ?? null, path, line);
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
  for await (const document of scan.reader.documents(stream, start, signal)) {
    signal.throwIfAborted();
    findings.push(...matchDocument(document, watch, patternsFor(document, marks, furthest, named), scan.base, addressOf));
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

/** The page of the file at its commit; the repository's page where the host's address scheme is not known. */
function fileUrl(repositoryUrl: string, commit: string | null, path: string, line: number): string {
  if (commit === null || path === '' || !URL.canParse(repositoryUrl)) return repositoryUrl;
  const { hostname } = new URL(repositoryUrl);
  const base = repositoryUrl.replace(/\/+$/, '').replace(/\.git$/, '');
  const file = path.split('/').map(encodeURIComponent).join('/');
  if (hostname === 'github.com') return `${base}/blob/${commit}/${file}#L${line}`;
  if (hostname.includes('gitlab')) return `${base}/-/blob/${commit}/${file}#L${line}`;
  return repositoryUrl;
}
