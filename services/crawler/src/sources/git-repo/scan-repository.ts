import type { Finding } from '@leakwatch/contracts';
import type { OwnedPattern } from '@leakwatch/matching';
import { databaseClock, SCHEDULER } from '@leakwatch/platform';
import { keepMatched } from '../../evidence/keep-matched.ts';
import { type DueFor, duePatterns, marksWithout } from '../../scanning/due-patterns.ts';
import { type MatchedDocument, matchInThreads } from '../../scanning/match-in-threads.ts';
import { type FileUrl, type FoundIn, toFindings } from '../../scanning/to-findings.ts';
import { countScan, type Pass, withPass } from './pass.ts';
import { ownedPatterns, type Scan, type ScanCounts } from './scan.ts';
import { ScanBatch } from './scan-batch.ts';

/** A document could not be matched, perhaps because of the patterns of other organisations. */
class GuestsInTheWay extends Error {}

/**
 * Matches every document that some pattern of the task has not been matched against, for other tasks as well (`otherSubscribers`, `patternsOfPass`). Findings and marks are committed in one transaction, so the scan of a killed worker continues after the last commit
 * without losing a finding, and repeats at most those of the archive that it was reading. Returns the counts after the last commit. Throws
 * Superseded when another worker has begun to continue the scan.
 */
export async function scanRepository(scan: Scan): Promise<ScanCounts> {
  if (scan.task.patterns.size > 0) return withGuests(scan);
  const counts = await scan.database.inScope(SCHEDULER, (em) => countScan(em, scan));
  return { ...counts, scanned: counts.total };
}

/** A document that cannot be matched beside the patterns of guests is matched without them. */
async function withGuests(scan: Scan): Promise<ScanCounts> {
  const run = (one: Scan) => withPass(one, (pass, signal) => runPass({ ...one, signal }, pass));
  try {
    return await run(scan);
  } catch (error) {
    if (!(error instanceof GuestsInTheWay)) throw error;
    return run({ ...scan, guests: null });
  }
}

async function runPass(scan: Scan, pass: Pass): Promise<ScanCounts> {
  const { database, stream, signal } = scan;
  const { marks, ownerOf, guests } = pass;
  const patterns = patternsOf(pass);
  const start = pass.cohorts.reduce((first, cohort) => (cohort.ordinal < first.ordinal ? cohort : first));
  const { clock, counts } = await database.inScope(SCHEDULER, async (em) => ({
    clock: await databaseClock(em),
    counts: await countScan(em, scan),
  }));
  const begun = { ...counts, scanned: start.documents };
  scan.onCounted(begun);
  const set = await scan.sets.of([...patterns.values()], signal);
  const batch = new ScanBatch(scan, pass, { ordinal: start.ordinal, documents: start.documents }, begun);
  let due = duePatterns(marks, patterns.values());
  const dueFor: DueFor = (document) => due(document);
  // The ledger is read while screening still runs.
  const ahead = scan.ahead?.blobsFor(patterns.keys()).then((blobs) => {
    guests.spend(scan.ahead?.spent ?? new Map());
    return blobs;
  });
  ahead?.catch(() => undefined);
  const matched = matchInThreads({
    documents: scan.reader.documents(stream, start.ordinal, signal, {
      view: { set, patterns, marks, dueFor, ahead, guests },
    }),
    set,
    dueFor,
    guests: guests.matchingLimit,
    signal,
  });
  for await (const some of matched) {
    batch.beginGroup();
    const contentOf = await keepMatched(scan.keep, (pattern) => ownerOf.get(pattern)?.base.organisation_id, some);
    for (const one of some) {
      signal.throwIfAborted();
      if (one.result?.outcome === 'failed' && guests.matchingLimit !== undefined) throw new GuestsInTheWay();
      batch.add(one, findingsOf(pass, one, contentOf(one), clock()));
      if (!batch.isDue) continue;
      const left = await batch.commit();
      if (left.size > 0)
        due = duePatterns(
          marksWithout(marks, (id) => left.has(ownerOf.get(id)?.base.task_id ?? '')),
          patterns.values(),
        );
    }
  }
  signal.throwIfAborted();
  await batch.commit();
  const { scanned } = batch.counts;
  return { ...(await database.inScope(SCHEDULER, (em) => countScan(em, scan))), scanned };
}
function patternsOf({ ownerOf }: Pass): ReadonlyMap<string, OwnedPattern> {
  const all = [...new Set(ownerOf.values())].flatMap(ownedPatterns);
  return new Map(all.flatMap((pattern) => (ownerOf.has(pattern.id) ? [[pattern.id, pattern] as const] : [])));
}

function findingsOf(
  { ownerOf }: Pass,
  { document, bytes, result }: MatchedDocument,
  contentOf: FoundIn['contentOf'],
  now: Date,
): readonly Finding[] {
  return result?.outcome === 'examined' ? toFindings(result.matches, { document, bytes, ownerOf, fileUrl, contentOf }, now) : [];
}

// Lines inside of an archive are not lines of the page.
const fileUrl: FileUrl = ({ container }, { commit, path, inner }, line) =>
  addressOf(container.url, commit?.id ?? null, path, inner === undefined ? line : null);

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
