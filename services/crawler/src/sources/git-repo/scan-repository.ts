import type { Finding } from '@leakwatch/contracts';
import { SCHEDULER, type SqlEntityManager } from '@leakwatch/platform';
import { keepMatched } from '../../evidence/keep-matched.ts';
import { takeCohorts } from '../../coverage/scan-cohorts.store.ts';
import { countUnchecked } from '../../coverage/unchecked-documents.store.ts';
import { countLedger } from '../../repositories/ledger/blob-ledger.store.ts';
import { duePatterns } from '../../scanning/due-patterns.ts';
import { type MatchedDocument, matchInThreads } from '../../scanning/match-in-threads.ts';
import { type FileUrl, toFindings } from '../../scanning/to-findings.ts';
import type { Scan, ScanCounts } from './scan.ts';
import { Uncommitted } from './uncommitted.ts';

/**
 * Matches every document that some pattern has not been matched against. Findings and marks are committed in one transaction,
 * so the scan of a killed worker continues after the last commit without losing a finding, and repeats at most those of the archive that it was
 * reading. Returns the counts after the last commit. Throws Superseded when another worker has begun to continue the scan.
 */
export async function scanRepository(scan: Scan): Promise<ScanCounts> {
  const { database, stream, watch, signal, base, ahead } = scan;
  const { patterns } = watch;
  const count = (em: SqlEntityManager) => countScan(em, scan);
  if (patterns.size === 0) {
    const counts = await database.inScope(SCHEDULER, count);
    return { ...counts, scanned: counts.total };
  }
  const place = { mirror: stream.mirrorId, organisation: base.organisation_id };
  const { marks, cohorts, counts } = await database.inScope(SCHEDULER, async (em) => ({
    ...(await takeCohorts(em, place, [...patterns.keys()])),
    counts: await count(em),
  }));
  const start = cohorts.reduce((first, cohort) => (cohort.ordinal < first.ordinal ? cohort : first));
  const begun = { ...counts, scanned: start.documents };
  scan.onCounted(begun);
  const uncommitted = new Uncommitted(scan, cohorts, { ordinal: start.ordinal, documents: start.documents }, begun);
  const dueFor = duePatterns(marks, patterns.values());
  const matched = matchInThreads({
    documents: scan.reader.documents(stream, start.ordinal, signal, { view: { set: watch.set, patterns, marks, dueFor, ahead } }),
    set: watch.set,
    dueFor,
    signal,
  });
  for await (const some of matched) {
    uncommitted.beginGroup();
    const contentOf = await keepMatched(scan.keep, base.organisation_id, some);
    for (const one of some) {
      signal.throwIfAborted();
      uncommitted.add(one, findingsOf(scan, one, contentOf(one)));
      if (uncommitted.isDue) await uncommitted.commit();
    }
  }
  signal.throwIfAborted();
  await uncommitted.commit();
  const { scanned } = uncommitted.counts;
  return { ...(await database.inScope(SCHEDULER, count)), scanned };
}

const countScan = async (em: SqlEntityManager, { stream, base, watch }: Scan): Promise<Omit<ScanCounts, 'scanned'>> => ({
  ...(await countLedger(em, stream.mirrorId)),
  unchecked: await countUnchecked(em, stream.mirrorId, base.task_id, [...watch.patterns.keys()]),
});

function findingsOf(
  { watch: { patterns }, base }: Scan,
  { document, bytes, result }: MatchedDocument,
  contentOf: (ranges: Finding['byte_ranges']) => Finding['content'],
): readonly Finding[] {
  if (result?.outcome !== 'examined') return [];
  // Lines inside of an archive are not lines of the page.
  const fileUrl: FileUrl = ({ commit, path, inner }, line) =>
    addressOf(base.container.url, commit?.id ?? null, path, inner === undefined ? line : null);
  return toFindings(result.matches, { document, bytes, patterns, base, fileUrl, contentOf });
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
