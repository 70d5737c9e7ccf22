import { Inject, Injectable } from '@nestjs/common';
import type { LiveTopic } from '@leakwatch/contracts';
import { DocumentBatch, type DocumentResult } from '@leakwatch/matching';
import { CONSUMER, Database, isTransient, LIVE, type LiveNotifier, LOGGER, type Logger } from '@leakwatch/platform';
import {
  type ArchivedDocument,
  type ArchiveStep,
  claimStep,
  endPass,
  failStep,
  holdStep,
  nextDocuments,
  releaseStep,
  StepLost,
} from '../archive/archive-search.store.ts';
import { KeepFindings } from '../intake/keep-findings.ts';
import { EVENTS_CHANGED } from '../leak-events/event-change.ts';
import { type CompiledSearch, CompiledSearches } from './compiled-searches.ts';
import { fileNamesOf } from './archived-findings.ts';
import { OpenKept, StoreAway } from './open-kept.ts';
import { StepWriter } from './step-writer.ts';

/** Documents of one step, and their bytes together unless one alone has more: what the process holds of them at once. */
const STEP_DOCUMENTS = 64;
const STEP_BYTES = 32 * 1024 * 1024;
/** Then the next search has its turn. */
const STEP_MS = 20_000;
const OPENED_AT_ONCE = 8;
/** After so many steps that did not end, documents are searched one by one; a document that ends further ones is passed over and counted. */
const CAREFUL_TRIES = 2;
const LAST_TRY = 5;

/** Pages of tasks show how far a search is. */
const PROGRESS: readonly LiveTopic[] = ['tasks'];

/** Looks for the patterns that were added to tasks in the content that is kept, a step at a time. */
@Injectable()
export class SearchArchive {
  constructor(
    private readonly database: Database,
    private readonly compiled: CompiledSearches,
    @Inject(OpenKept) private readonly kept: Pick<OpenKept, 'run'>,
    private readonly keep: KeepFindings,
    @Inject(LIVE) private readonly live: Pick<LiveNotifier, 'notify'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** One step of the search whose turn it is. Returns false when none is due. A step that fails is repeated after a pause. */
  async step(signal: AbortSignal): Promise<boolean> {
    const step = await this.database.inScope(CONSUMER, claimStep);
    if (step === undefined) return false;
    try {
      await this.run(step, signal);
    } catch (error) {
      if (error instanceof StepLost) return true;
      // What was committed stays; the lease ends the step of a process that stops.
      const isStopped = signal.aborted;
      const isAway = error instanceof StoreAway;
      if (!isStopped) this.logger.warn({ search: step.id, task: step.task_id, error: String(error) }, 'a step of an archive search failed');
      const forgive = isStopped || isAway || isTransient(error);
      await this.database.inScope(CONSUMER, (em) =>
        isStopped ? releaseStep(em, step) : failStep(em, step, isAway ? 'archive_store_away' : 'archive_step_failed', forgive),
      );
    } finally {
      this.live.notify([step.organisation_id], PROGRESS);
    }
    return true;
  }

  private async run(step: ArchiveStep, signal: AbortSignal): Promise<void> {
    const careful = step.tries > CAREFUL_TRIES;
    const { documents: listed, upTo } = await this.database.inScope(CONSUMER, (em) =>
      nextDocuments(em, step, careful ? 1 : STEP_DOCUMENTS),
    );
    const documents = withinBytes(listed);
    const writer = new StepWriter(this.database, this.keep, step, (organisations) => this.live.notify(organisations, EVENTS_CHANGED));
    const [first] = documents;
    if (first === undefined && upTo === '') {
      await this.database.inScope(CONSUMER, async (em) => {
        await holdStep(em, step);
        await endPass(em, step);
      });
      return;
    }
    if (first !== undefined && step.tries > LAST_TRY) writer.finish(first.hash, { unread: true });
    else {
      const isWhole = await this.search(step, documents, writer, signal);
      if (isWhole && upTo !== null && upTo !== '' && documents.length === listed.length) writer.passOver(upTo);
    }
    await writer.flush({ leave: true });
  }

  /** Searches documents until the time of the step is over. Returns whether all of them were searched. */
  private async search(
    step: ArchiveStep,
    documents: readonly ArchivedDocument[],
    writer: StepWriter,
    signal: AbortSignal,
  ): Promise<boolean> {
    const compiled = await this.compiled.of(step);
    const over = performance.now() + STEP_MS;
    const opened: (Uint8Array | undefined)[] = [];
    while (opened.length < documents.length) {
      signal.throwIfAborted();
      const some = documents.slice(opened.length, opened.length + OPENED_AT_ONCE);
      opened.push(...(await Promise.all(some.map((one) => this.kept.run(one)))));
    }
    const bytesFrom = (at: number) => opened.slice(at).reduce((sum, bytes) => sum + (bytes?.length ?? 0), 0);
    let batch = new DocumentBatch(bytesFrom(0));
    let waiting: ArchivedDocument[] = [];
    const match = async (next: number) => {
      await this.match(compiled, batch, waiting, { writer, signal });
      batch = new DocumentBatch(bytesFrom(next));
      waiting = [];
    };
    for (const [at, document] of documents.entries()) {
      const bytes = opened[at];
      if (bytes === undefined || !batch.fits(bytes.length)) await match(at);
      if (performance.now() > over) return false;
      if (bytes === undefined) writer.finish(document.hash, { unread: true });
      else {
        batch.add(bytes, [...new Set(document.paths.flatMap(fileNamesOf))]);
        waiting.push(document);
      }
    }
    await match(documents.length);
    return true;
  }

  private async match(
    { set, patterns }: CompiledSearch,
    batch: DocumentBatch,
    documents: readonly ArchivedDocument[],
    { writer, signal }: { readonly writer: StepWriter; readonly signal: AbortSignal },
  ): Promise<void> {
    for (let from = 0; from < documents.length; ) {
      const results: readonly DocumentResult[] = await set.examine(batch, { from, signal });
      for (const [at, result] of results.entries()) {
        const document = documents[from + at];
        if (document === undefined) throw new Error('a result has no document');
        if (result.outcome === 'examined') await writer.add(document, result.matches, patterns);
        writer.finish(document.hash, {
          unread: result.outcome === 'failed',
          unchecked: result.outcome === 'examined' && result.unchecked.length > 0,
        });
      }
      from += results.length;
    }
  }
}

/** The first documents, up to the bound of a step; always one. */
function withinBytes(documents: readonly ArchivedDocument[]): readonly ArchivedDocument[] {
  let bytes = 0;
  const beyond = documents.findIndex(({ kept_bytes }, at) => (bytes += kept_bytes) > STEP_BYTES && at > 0);
  return beyond === -1 ? documents : documents.slice(0, beyond);
}
