import { type Finding, findingsV1 } from '@leakwatch/contracts';
import { outgoing, SCHEDULER } from '@leakwatch/platform';
import { type HeldCohort, type LedgerPlace, moveCohorts } from '../../coverage/scan-cohorts.store.ts';
import { addUnchecked, countUnchecked } from '../../coverage/unchecked-documents.store.ts';
import { claimContents } from '../../evidence/kept-contents.ts';
import { markUnread } from '../../repositories/ledger/blob-ledger.store.ts';
import type { MatchedDocument } from '../../scanning/match-in-threads.ts';
import type { Scan, ScanCounts } from './scan.ts';

/** Documents matched between two commits of findings and marks; after a crash at most these are matched again. */
const DOCUMENTS_A_COMMIT = 500;
/** Where documents are expensive, this much time at most; the task page shows the progress at each commit. */
const COMMIT_MS = 10_000;
/** Findings held in memory between two commits; each has an excerpt of up to 8 KiB. */
const FINDINGS_A_COMMIT = 200;

/** What a scan has read and not committed yet. */
export class Uncommitted {
  readonly #scan: Scan;
  #held: readonly HeldCohort[];
  #counts: ScanCounts;
  #place: LedgerPlace;
  #findings: Finding[] = [];
  readonly #unread = new Map<string, string>();
  readonly #unchecked = new Map<string, Set<string>>();
  #documents = 0;
  #matched = 0;
  #committed = performance.now();
  /** Documents that were kept together; the same content among them is one object, also when a commit comes between them. */
  #group = 0;
  #claimed: { readonly group: number; readonly keys: ReadonlySet<string> } = { group: 0, keys: new Set() };

  /** @param place where the scan begins */
  constructor(scan: Scan, held: readonly HeldCohort[], place: LedgerPlace, counts: ScanCounts) {
    this.#scan = scan;
    this.#held = held;
    this.#place = place;
    this.#counts = counts;
  }

  get counts(): ScanCounts {
    return this.#counts;
  }

  /** The documents that come next are kept together. */
  beginGroup(): void {
    this.#group += 1;
  }

  /** Takes the next document of the ledger, or the next part of it. */
  add({ document, result }: MatchedDocument, findings: readonly Finding[]): void {
    const ordinal = String(document.position);
    this.#findings.push(...findings);
    if (result?.outcome === 'examined' && result.unchecked.length > 0)
      this.#unchecked.set(ordinal, new Set([...(this.#unchecked.get(ordinal) ?? []), ...result.unchecked]));
    const reason = result?.outcome === 'failed' ? 'not_matched' : document.unread;
    if (reason !== undefined && !document.onlyByFileName) this.#unread.set(ordinal, reason);
    // Until all of a document was matched, its mark stays behind it.
    if (document.continues !== true)
      this.#place = { ordinal: document.position, documents: this.#place.documents + (document.onlyByFileName ? 0 : 1) };
    this.#documents += 1;
    this.#matched += result === undefined ? 0 : 1;
  }

  get isDue(): boolean {
    return (
      this.#matched >= DOCUMENTS_A_COMMIT || this.#findings.length >= FINDINGS_A_COMMIT || performance.now() - this.#committed > COMMIT_MS
    );
  }

  /** Throws Superseded when another worker continues the scan. */
  async commit(): Promise<void> {
    if (this.#documents === 0) return;
    const { held, keys, counts } = await this.#write();
    this.#held = held;
    this.#counts = counts;
    // Findings of earlier groups are published now, so only this group can still claim the same content again.
    this.#claimed = {
      group: this.#group,
      keys: new Set([...(this.#claimed.group === this.#group ? this.#claimed.keys : []), ...keys]),
    };
    [this.#findings, this.#documents, this.#matched] = [[], 0, 0];
    this.#unread.clear();
    this.#unchecked.clear();
    this.#committed = performance.now();
    this.#scan.onCounted(counts);
  }

  #write() {
    const { database, bus, stream, watch, base } = this.#scan;
    const place = { mirror: stream.mirrorId, task: base.task_id, organisation: base.organisation_id };
    return database.inScope(SCHEDULER, async (em) => {
      const held = await moveCohorts(em, this.#held, this.#place);
      const unread = await markUnread(em, place.mirror, this.#unread);
      await addUnchecked(em, place, this.#unchecked);
      const counts: ScanCounts = {
        ...this.#counts,
        scanned: this.#place.documents,
        unread: this.#counts.unread + unread,
        unchecked:
          this.#unchecked.size === 0
            ? this.#counts.unchecked
            : await countUnchecked(em, place.mirror, place.task, [...watch.patterns.keys()]),
      };
      const keys = await claimContents(em, this.#findings, this.#claimed.keys);
      await bus.publish(
        em,
        this.#findings.map((finding) => outgoing(findingsV1, finding)),
      );
      return { held, keys, counts };
    });
  }
}
