import type { Finding } from '@leakwatch/contracts';
import { SCHEDULER, type SqlEntityManager } from '@leakwatch/platform';
import { keepInPass } from '../../passes/mirror-passes.store.ts';
import { type HeldCohort } from '../../passes/held-cohorts.store.ts';
import { type LedgerPlace, moveCohorts } from '../../passes/scan-cohorts.store.ts';
import { addUnchecked, countUnchecked, type UncheckedDocuments } from '../../passes/unchecked-documents.store.ts';
import { claimContents } from '../../evidence/kept-contents.ts';
import { INTERRUPTED } from '../../interrupted.ts';
import { markUnread } from '../../repositories/ledger/unread-blobs.store.ts';
import type { MatchedDocument } from '../../scanning/match-in-threads.ts';
import { NOT_PUBLISHED, publishable, type FindingMessage } from '../../scanning/publishable.ts';
import { TaskStopped } from '../../task-stopped.ts';
import { lockIfRunning, stillSubscribed } from './mirror-subscribers.store.ts';
import { type Pass, patternsByOrganisation } from './pass.ts';
import type { Scan, ScanCounts, ScanTask } from './scan.ts';

/** Documents matched between two commits of findings and marks; after a crash at most these are matched again. */
const DOCUMENTS_A_COMMIT = 500;
/** Where documents are expensive, this much time at most; the task page shows the progress at each commit. */
const COMMIT_MS = 10_000;
/** Findings held in memory between two commits; each has an excerpt of up to 8 KiB. */
const FINDINGS_A_COMMIT = 200;

/** What a scan has read and not committed yet; `commit` publishes the findings and moves the marks of the patterns. */
export class ScanBatch {
  readonly #scan: Scan;
  readonly #pass: Pass;
  /** Tasks of the pass beside the one whose launch it is, without those that have left it. */
  #others: readonly ScanTask[];
  #held: readonly HeldCohort[];
  #counts: ScanCounts;
  #place: LedgerPlace;
  #findings: FindingMessage[] = [];
  readonly #unread = new Map<string, string>();
  readonly #unchecked = new Map<string, Set<string>>();
  #documents = 0;
  #matched = 0;
  #committed = performance.now();
  /** Documents that were kept together; the same content among them is one object, also when a commit comes between them. */
  #group = 0;
  #claimed: { readonly group: number; readonly keys: ReadonlySet<string> } = { group: 0, keys: new Set() };

  /** @param place where the scan begins */
  constructor(scan: Scan, pass: Pass, place: LedgerPlace, counts: ScanCounts) {
    this.#scan = scan;
    this.#pass = pass;
    this.#others = pass.others;
    this.#held = pass.cohorts;
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
    const { messages, refused } = publishable(
      findings.map((finding) => [finding, ordinal]),
      this.#scan.logger,
    );
    this.#findings.push(...messages);
    if (result?.outcome === 'examined' && result.unchecked.length > 0)
      this.#unchecked.set(ordinal, new Set([...(this.#unchecked.get(ordinal) ?? []), ...result.unchecked]));
    this.#pass.guests.add(result, (pattern) => this.#pass.ownerOf.get(pattern)?.base.task_id);
    const reason = result?.outcome === 'failed' ? 'not_matched' : refused.has(ordinal) ? NOT_PUBLISHED : document.unread;
    // What else cannot be read under a further name is known from the first one.
    if (reason !== undefined && (!document.onlyByFileName || reason === INTERRUPTED)) this.#unread.set(ordinal, reason);
    // Until all of a document was matched, its mark stays behind it.
    if (document.continues !== true)
      this.#place = {
        ordinal: document.position,
        documents: this.#place.documents + (document.documents ?? (document.onlyByFileName ? 0 : 1)),
      };
    this.#documents += 1;
    this.#matched += result === undefined ? 0 : 1;
  }

  get isDue(): boolean {
    return (
      this.#matched >= DOCUMENTS_A_COMMIT ||
      this.#findings.length >= FINDINGS_A_COMMIT ||
      this.#pass.guests.toLeave.size > 0 ||
      performance.now() - this.#committed > COMMIT_MS
    );
  }

  /**
   * Tasks that were stopped or changed meanwhile leave the pass, and so do those of guests that cost too much: nothing that was found for them
   * since the last commit is written, and their marks stay there. Returns the ids of all that have left. Throws Superseded when another worker continues the scan, and
   * TaskStopped when the task of the launch has stopped.
   */
  async commit(): Promise<ReadonlySet<string>> {
    if (this.#documents === 0) return this.#left(this.#others);
    const leaving = new Set(this.#pass.guests.toLeave);
    const { held, keys, counts, others } = await this.#write(leaving);
    this.#pass.guests.haveLeft(leaving);
    this.#held = held;
    this.#others = others;
    this.#counts = counts;
    // Findings of earlier groups are published now, so only this group can still claim the same content again.
    this.#claimed = {
      group: this.#group,
      keys: new Set([...(this.#claimed.group === this.#group ? this.#claimed.keys : []), ...keys]),
    };
    [this.#findings, this.#documents, this.#matched] = [[], 0, 0];
    const interrupted = [...this.#unread.values()].filter((reason) => reason === INTERRUPTED).length;
    if (interrupted > 0)
      this.#scan.logger.warn({ mirror: this.#scan.stream.mirrorId, files: interrupted }, 'processes were ended while they read files');
    this.#unread.clear();
    this.#unchecked.clear();
    this.#committed = performance.now();
    this.#scan.onCounted(counts);
    return this.#left(others);
  }

  #left(others: readonly ScanTask[]): ReadonlySet<string> {
    return new Set(this.#pass.others.flatMap((task) => (others.includes(task) ? [] : [task.base.task_id])));
  }

  /** Locks the tasks that stay in the pass, and gives up the patterns of the others. */
  async #stay(
    em: SqlEntityManager,
    leaving: ReadonlySet<string>,
  ): Promise<{ readonly others: readonly ScanTask[]; readonly held: readonly HeldCohort[] }> {
    const { stream, task } = this.#scan;
    const mirror = stream.mirrorId;
    const stays = this.#others.length === 0 ? new Set() : await stillSubscribed(em, mirror, this.#others);
    const others = this.#others.filter(({ base }) => stays.has(base.task_id) && !leaving.has(base.organisation_id));
    if (others.length === this.#others.length) return { others, held: this.#held };
    const patterns = patternsByOrganisation([task, ...others], (pattern) => this.#pass.ownerOf.has(pattern));
    return { others, held: await keepInPass(em, { mirror, pass: this.#pass.id }, this.#held, patterns) };
  }

  #write(leaving: ReadonlySet<string>) {
    const { database, bus, stream, task } = this.#scan;
    const mirror = stream.mirrorId;
    return database.inScope(SCHEDULER, async (em) => {
      // The end of its launch may be reported as soon as it has stopped; no finding follows it.
      if (!(await lockIfRunning(em, task.base.task_id))) throw new TaskStopped();
      const { others, held: kept } = await this.#stay(em, leaving);
      const held = await moveCohorts(em, kept, this.#place);
      const unread = await markUnread(em, mirror, this.#unread);
      await addUnchecked(
        em,
        mirror,
        [task, ...others].map(({ base }) => ({
          task: base.task_id,
          organisation: base.organisation_id,
          documents: this.#uncheckedFor(base.task_id),
        })),
      );
      const counts: ScanCounts = {
        ...this.#counts,
        scanned: this.#place.documents,
        unread: this.#counts.unread + unread,
        unchecked:
          this.#unchecked.size === 0
            ? this.#counts.unchecked
            : await countUnchecked(em, mirror, task.base.task_id, [...task.patterns.keys()]),
      };
      const stays = new Set([task, ...others].map(({ base }) => base.task_id));
      const messages = this.#findings.filter(({ finding }) => stays.has(finding.task_id));
      const keys = await claimContents(
        em,
        messages.map(({ finding }) => finding),
        this.#claimed.keys,
      );
      await bus.publish(
        em,
        messages.map(({ message }) => message),
      );
      return { held, keys, counts, others };
    });
  }

  /** The documents for which expressions of a task were too expensive. */
  #uncheckedFor(task: string): UncheckedDocuments {
    const { ownerOf } = this.#pass;
    return new Map(
      [...this.#unchecked].flatMap(([ordinal, patterns]) => {
        const own = [...patterns].filter((pattern) => ownerOf.get(pattern)?.base.task_id === task);
        return own.length === 0 ? [] : [[ordinal, new Set(own)] as const];
      }),
    );
  }
}
