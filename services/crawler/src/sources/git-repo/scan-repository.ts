import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { type Bus, type Database, outgoing, SCHEDULER } from '@leakwatch/platform';
import { keepMatched } from '../../evidence/keep-matched.ts';
import { claimContents } from '../../evidence/kept-contents.ts';
import type { KeepContents } from '../../evidence/keep-contents.ts';
import { moveCohorts, takeCohorts } from '../../coverage/scan-cohorts.store.ts';
import { addUnchecked } from '../../coverage/unchecked-documents.store.ts';
import { markUnread } from '../../repositories/ledger/blob-ledger.store.ts';
import { duePatterns } from '../../scanning/due-patterns.ts';
import { matchInThreads } from '../../scanning/match-in-threads.ts';
import { type FileUrl, type FindingBase, toFindings, type Watch } from '../../scanning/to-findings.ts';
import type { GitStream, RepositoryReader } from './repository-reader.ts';

/** Documents matched between two commits of findings and marks; after a crash at most these are matched again. */
const DOCUMENTS_A_COMMIT = 500;
/** Where documents are expensive, this much time at most; the task page shows the progress at each commit. */
const COMMIT_MS = 10_000;
/** Findings held in memory between two commits; each has an excerpt of up to 8 KiB. */
const FINDINGS_A_COMMIT = 200;

export interface Scan {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly keep: Pick<KeepContents, 'run'>;
  readonly reader: Pick<RepositoryReader, 'documents'>;
  readonly stream: GitStream;
  readonly watch: Watch;
  readonly base: FindingBase;
  readonly signal: AbortSignal;
  readonly onCommitted: (position: bigint) => void;
}

/**
 * Matches every document that some pattern has not been matched against. Findings and marks are committed in one transaction,
 * so the scan of a killed worker continues after the last commit without losing a finding, and repeats at most those of the archive that it was
 * reading.
 */
export async function scanRepository(scan: Scan): Promise<void> {
  const { database, stream, watch, signal, base } = scan;
  const { patterns } = watch;
  if (patterns.size === 0) return;
  const place = { mirror: stream.mirrorId, organisation: base.organisation_id };
  const { marks, cohorts } = await database.inScope(SCHEDULER, (em) => takeCohorts(em, place, [...patterns.keys()]));
  let held = cohorts;
  // Lines inside of an archive are not lines of the page.
  const fileUrl: FileUrl = ({ commit, path, inner }, line) =>
    addressOf(base.container.url, commit?.id ?? null, path, inner === undefined ? line : null);
  const start = cohorts.map(({ ordinal }) => ordinal).reduce((least, ordinal) => (ordinal < least ? ordinal : least));
  let findings: Finding[] = [];
  const unread = new Map<string, string>();
  const unchecked = new Map<string, Set<string>>();
  let documents = 0;
  let matchedDocuments = 0;
  let position = start;
  let committed = performance.now();
  /** Documents that were kept together; the same content among them is one object, also when a commit comes between them. */
  let group = 0;
  let claimed: { readonly group: number; readonly keys: ReadonlySet<string> } = { group, keys: new Set() };
  const commit = async () => {
    if (documents === 0) return;
    const { keys, moved } = await database.inScope(SCHEDULER, async (em) => {
      const moved = await moveCohorts(em, held, position);
      await markUnread(em, stream.mirrorId, unread);
      await addUnchecked(em, { ...place, task: base.task_id }, unchecked);
      const keys = await claimContents(em, findings, claimed.keys);
      await scan.bus.publish(
        em,
        findings.map((finding) => outgoing(findingsV1, finding)),
      );
      return { keys, moved };
    });
    // Findings of earlier groups are published now, so only this group can still claim the same content again.
    claimed = { group, keys: new Set([...(claimed.group === group ? claimed.keys : []), ...keys]) };
    held = moved;
    [findings, documents, matchedDocuments] = [[], 0, 0];
    unread.clear();
    unchecked.clear();
    committed = performance.now();
    scan.onCommitted(position);
  };
  const dueFor = duePatterns(marks, patterns.values());
  const matched = matchInThreads({
    documents: scan.reader.documents(stream, start, signal, { view: { set: watch.set, patterns, marks, dueFor } }),
    set: watch.set,
    dueFor,
    signal,
  });
  for await (const some of matched) {
    group += 1;
    const contentOf = await keepMatched(scan.keep, base.organisation_id, some);
    for (const one of some) {
      const { document, bytes, result } = one;
      signal.throwIfAborted();
      const ordinal = String(document.position);
      if (result?.outcome === 'examined') {
        findings.push(...toFindings(result.matches, { document, bytes, patterns, base, fileUrl, contentOf: contentOf(one) }));
        if (result.unchecked.length > 0) unchecked.set(ordinal, new Set([...(unchecked.get(ordinal) ?? []), ...result.unchecked]));
      }
      const reason = result?.outcome === 'failed' ? 'not_matched' : document.unread;
      if (reason !== undefined && !document.onlyByFileName) unread.set(ordinal, reason);
      // Until all of a document was matched, its mark stays behind it.
      if (document.continues !== true) position = document.position;
      documents += 1;
      matchedDocuments += result === undefined ? 0 : 1;
      const isDue =
        matchedDocuments >= DOCUMENTS_A_COMMIT || findings.length >= FINDINGS_A_COMMIT || performance.now() - committed > COMMIT_MS;
      if (isDue) await commit();
    }
  }
  signal.throwIfAborted();
  await commit();
}

/** The page of the file, and its line where that is known, at its commit; the repository's page where the host's address scheme is not known. */
function addressOf(repositoryUrl: string, commit: string | null, path: string, line: number | null): string {
  if (commit === null || path === '' || !URL.canParse(repositoryUrl)) return repositoryUrl;
  const { hostname } = new URL(repositoryUrl);
  const base = repositoryUrl.replace(/\/+$/, '').replace(/\.git$/, '');
  const file = path.split('/').map(encodeURIComponent).join('/');
  const place = line === null ? file : `${file}#L${line}`;
  if (hostname === 'github.com') return `${base}/blob/${commit}/${place}`;
  if (hostname.includes('gitlab')) return `${base}/-/blob/${commit}/${place}`;
  return repositoryUrl;
}
