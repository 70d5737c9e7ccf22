import { createHash } from 'node:crypto';
import { type Finding, findingsV1, type TaskChange } from '@leakwatch/contracts';
import { MatchingPool, type OwnedPattern, type PatternSet } from '@leakwatch/matching';
import { type Foundation, newId, rows, SCHEDULER, sql } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import { NOTHING_KEPT } from '../../evidence/kept-contents.ts';
import { addToLedger } from '../../repositories/ledger/blob-ledger.store.ts';
import { ledgerAfter } from '../../repositories/ledger/ledger.fixture.ts';
import { useMirror } from '../../repositories/mirrors/mirror-use.store.ts';
import { PatternSets } from '../../scanning/pattern-sets.ts';
import type { SourceDocument } from '../../scanning/source-document.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { CrawlerStage } from '../../testing/crawler-stage.fixture.ts';
import { gitTask, repositoryAt } from '../../testing/git-task.fixture.ts';
import { KeepTask } from '../../watched-tasks/keep-task.ts';
import { containerOf } from './container-of.ts';
import { GUEST_BOUNDS } from './guest-budget.ts';
import { PassSets } from './pass-sets.ts';
import type { ScanCounts } from './scan.ts';
import { scanRepository } from './scan-repository.ts';

/** Words of which each task searches for many, so that a few documents fill a commit. */
export const WORDS = Array.from({ length: 20 }, (_, n) => `word${String.fromCharCode(97 + n)}`);
/** Large enough for the reader not to be far ahead of what is matched. */
const FILLER = '\nfiller'.repeat(100_000);
export const textOf = (number: number): string => `${number} ${WORDS.join(' ')}${FILLER}`;

export const patternsFor = (texts: readonly string[], kind: Pattern['kind'] = 'deep'): Pattern[] =>
  texts.map((text) => ({ id: newId(), kind, text }));

/** One mirror of many documents, in the ledger alone, and launches that scan it. */
export class SharedScan {
  /** Findings that were published, by task. */
  readonly found: Finding[] = [];
  /** Ordinals of the documents that were read, by the launches' tasks. */
  readonly read: { readonly task: string; readonly ordinal: bigint }[] = [];
  /** Called before a launch gets its next document. */
  before: (task: string, ordinal: bigint) => Promise<void> = async () => undefined;
  /** Whether documents cannot be matched with these patterns, as when they need more memory than a thread has. */
  isTooMuch: (patterns: readonly OwnedPattern[]) => boolean = () => false;
  readonly mirror: string;
  readonly repository: TaskChange['repositories'][number];
  private readonly stage: SharedScanStage;
  private readonly textOf: (number: number) => string;

  constructor(stage: SharedScanStage, mirror: string, repository: TaskChange['repositories'][number], text: (number: number) => string) {
    this.stage = stage;
    this.mirror = mirror;
    this.textOf = text;
    this.repository = repository;
  }

  /** A running task, as its message makes it known, and admitted to the storage of its organisation, as its first launch does. */
  async task(patterns: readonly Pattern[], organisation: string, change: Partial<TaskChange> = {}): Promise<TaskChange> {
    const task = await this.refused(patterns, organisation, change);
    const { address, credential_scope } = this.repository;
    const wanted = { address, credential_scope, organisation };
    await this.stage.foundation.database.inScope(SCHEDULER, (em) => useMirror(em, task.task_id, wanted));
    return task;
  }

  /** A running task that no launch has admitted: that of an organisation without storage. */
  async refused(patterns: readonly Pattern[], organisation: string, change: Partial<TaskChange> = {}): Promise<TaskChange> {
    const task = gitTask({ organisation_id: organisation, patterns: [...patterns], repositories: [this.repository], ...change });
    await this.stage.keep.run(task);
    return task;
  }

  /** The scan of one try of a task's launch. */
  async scan(task: TaskChange, { launch = newId(), signal = new AbortController().signal, guests = GUEST_BOUNDS } = {}) {
    const { database } = this.stage.foundation;
    const patterns = new Map(task.patterns.map((pattern) => [pattern.id, pattern]));
    const sets = new PassSets(this.stage.sets);
    const reports: ScanCounts[] = [];
    try {
      const counts = await scanRepository({
        database,
        bus: { publish: async (_, messages) => void this.found.push(...messages.map(({ payload }) => findingsV1.schema.parse(payload))) },
        logger: this.stage.foundation.logger,
        keep: { run: async () => NOTHING_KEPT },
        reader: { documents: (_, from) => this.documents(task.task_id, from) },
        stream: { mirrorId: this.mirror, directory: '', damage: undefined },
        launch,
        task: {
          version: task.version,
          patterns,
          base: {
            organisation_id: task.organisation_id,
            task_id: task.task_id,
            launch_id: launch,
            source_type: 'git_repo',
            container: containerOf(this.repository),
          },
        },
        sets: { of: (patterns, stopping) => this.setOf(sets, patterns, stopping) },
        guests,
        signal,
        onCounted: (report) => reports.push(report),
      });
      return { counts, reports };
    } finally {
      sets.close();
    }
  }

  /** What was found for a task: each text with how many documents it was found in, and whether one was reported twice. */
  foundFor({ task_id: task }: TaskChange): { readonly findings: number; readonly distinct: number } {
    const own = this.found.filter((finding) => finding.task_id === task);
    const distinct = new Set(own.map(({ pattern, document }) => `${pattern.id} ${document.version}`));
    return { findings: own.length, distinct: distinct.size };
  }

  /** The scans that are under way. */
  passes(): Promise<readonly { readonly launch_id: string }[]> {
    return this.stage.foundation.database.inScope(SCHEDULER, (em) =>
      rows(em, sql<{ launch_id: string }>`select launch_id from crawler.mirror_pass where mirror_id = ${this.mirror}`),
    );
  }

  private async setOf(sets: PassSets, patterns: readonly OwnedPattern[], signal: AbortSignal): Promise<PatternSet> {
    const set = await sets.of(patterns, signal);
    if (this.isTooMuch(patterns))
      set.examine = async ({ documents }, { from = 0 } = {}) => documents.slice(from).map(() => ({ outcome: 'failed' }));
    return set;
  }

  private async *documents(task: string, from: bigint): AsyncGenerator<SourceDocument, void, undefined> {
    const ledger = await this.stage.foundation.database.inScope(SCHEDULER, (em) => ledgerAfter(em, this.mirror, String(from), 10_000));
    for (const blob of ledger) {
      const position = BigInt(blob.ordinal);
      await this.before(task, position);
      this.read.push({ task, ordinal: position });
      const bytes = Buffer.from(this.textOf(Number.parseInt(blob.path, 10)));
      yield { position, bytes, path: blob.path, onlyByFileName: false, version: blob.oid, commit: null };
    }
  }

  /** Lists further documents. */
  async list(from: number, count: number): Promise<void> {
    const blobs = Array.from({ length: count }, (_, n) => ({
      oid: createHash('sha1')
        .update(`${this.mirror} ${from + n}`)
        .digest('hex'),
      path: `${from + n}.txt`,
    }));
    await this.stage.foundation.database.inScope(SCHEDULER, (em) => addToLedger(em, { id: this.mirror, organisation_id: null }, blobs));
  }
}

export interface SharedScanStage {
  readonly foundation: Foundation<CrawlerSettings>;
  readonly sets: PatternSets;
  readonly keep: KeepTask;
  /** @param owner of a mirror that only this organisation may read */
  readonly begin: (documents: number, text?: (number: number) => string, owner?: string) => Promise<SharedScan>;
  readonly close: () => Promise<void>;
}

export async function openSharedScanStage(): Promise<SharedScanStage> {
  const crawler = await CrawlerStage.open();
  const { foundation } = crawler;
  const pool = new MatchingPool({ threads: 2 });
  const stage: SharedScanStage = {
    foundation,
    sets: new PatternSets(pool, foundation.logger),
    keep: new KeepTask(foundation.database, [], foundation.bus),
    begin: async (documents, text = textOf, owner = undefined) => {
      const repository = repositoryAt(`https://git.example/${newId()}.git`, owner === undefined ? '' : newId());
      const mirror = await crawler.newMirror(repository.address, repository.credential_scope, owner);
      const scan = new SharedScan(stage, mirror, repository, text);
      await scan.list(0, documents);
      return scan;
    },
    close: async () => {
      await pool.close();
      await crawler.close();
    },
  };
  return stage;
}
