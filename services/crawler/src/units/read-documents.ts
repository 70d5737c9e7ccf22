import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, Database, databaseClock, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import type { UpstreamError, UpstreamFailure } from '../accounts/upstream-error.ts';
import { codeOf, pauseAfter, REACTIONS } from './failures.ts';
import { KeepContents } from '../evidence/keep-contents.ts';
import { type KeptContents, NOTHING_KEPT } from '../evidence/kept-contents.ts';
import { Extractor } from '../extraction/extractor.ts';
import { INTERRUPTED } from '../interrupted.ts';
import { NOT_PUBLISHED } from '../scanning/publishable.ts';
import { extractFetched } from './extract-fetched.ts';
import { ALL_TRIES, fetchReferences } from './fetch-references.ts';
import { addUnread, type PassCounts } from './pass-counts.ts';
import { type FoundText, matchFetched } from './match-fetched.ts';
import { contentsToKeep, type PublishAudience, publishFound } from './publish-matches.ts';
import { markContinued } from './mark-continued.ts';
import { claimReferences, recordRead, unclaim, type WaitingReference } from './claims.store.ts';
import { countReferences, deleteReferences, giveUp, interrupt, type KnownDocuments, postpone, retryReference } from './references.store.ts';
import { isBusy, LONGEST_WAIT_SECONDS, type Step, written } from './step.ts';
import { recordWaiting } from './unit-failures.store.ts';
import { charge } from './turns.store.ts';
import { writeUnit } from './unit.store.ts';
import type { Audience } from './watching/watched-patterns.store.ts';
import { WatchSets } from './watching/watch-sets.ts';
import { ACCESS_POOL, type AccessPool } from './with-access.port.ts';

/** Fetches of one document in a pass where the source says nothing; then it counts as not read and is left to the next pass, which fetches it once. */
const DOCUMENT_TRIES = 5;
/** Failures that may be over later. */
const PASSING: ReadonlySet<UpstreamFailure> = new Set(['unavailable', 'broken_answer']);
/** What a fetch costs an organisation's turn, in searches: fetches are limited in the hundreds where searches are limited in tens. */
const FETCH_COST = 0.05;

/** Fetches the documents that wait, extracts what is inside, matches them against every watched pattern and publishes the findings. */
@Injectable()
export class ReadDocuments {
  constructor(
    private readonly database: Database,
    private readonly watchSets: WatchSets,
    @Inject(ACCESS_POOL) private readonly pool: AccessPool,
    @Inject(BUS) private readonly bus: Bus,
    private readonly extractor: Extractor,
    private readonly keep: KeepContents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Reads the documents that wait. Returns false when some are left: they are due later, or the step's time is over. */
  async run(step: Step, until: number): Promise<boolean> {
    for (;;) {
      const { waiting, due } = await this.database.inScope(SCHEDULER, (em) => countReferences(em, step.unit.id));
      if (waiting === 0) return true;
      if (due === 0 || performance.now() > until) return false;
      if (!(await this.readSome(step))) return false;
    }
  }

  /** Fetches, matches and publishes some documents. Returns false when no more can be fetched now. */
  private async readSome(step: Step): Promise<boolean> {
    const { source, unit, signal } = step;
    const audience: Audience = { source: source.kind, organisation: unit.organisation };
    const { claimed, known, clock } = await this.database.inScope(SCHEDULER, async (em) => ({
      ...(await claimReferences(em, unit, source.fetchesAtOnce)),
      clock: await databaseClock(em),
    }));
    await this.count(step, known);
    if (claimed.length === 0) return true;
    const snapshot = await this.watchSets.snapshot(audience);
    let fetched: Awaited<ReturnType<typeof fetchReferences>>;
    let matched: Awaited<ReturnType<typeof matchFetched>>;
    try {
      fetched = await fetchReferences(this.pool, step, claimed);
      const match = async (read: typeof fetched.read) =>
        matchFetched(await extractFetched(this.extractor, read, signal), snapshot, signal, clock());
      matched = await markContinued(source, fetched.read, await match(fetched.read), match);
    } finally {
      snapshot.release();
    }
    const { documentTries = DOCUMENT_TRIES } = source;
    const givenUp = fetched.failed.filter(({ reference, error }) => !PASSING.has(error.failure) || reference.tries + 1 >= documentTries);
    const postponed = givenUp
      .filter(({ reference, error }) => PASSING.has(error.failure) && reference.tries + 1 < ALL_TRIES)
      .map(({ reference }) => reference);
    const unread = new Map([
      ...[...matched.unread].flatMap(([reference, reason]) => (reason === null ? [] : [[reference, reason] as const])),
      ...givenUp.map(({ reference, error }) => [reference, error.failure] as const),
    ]);
    const ended = [...fetched.read.map(({ reference }) => reference), ...givenUp.map(({ reference }) => reference)];
    const interrupted = fetched.read.map(({ reference }) => reference).filter((reference) => unread.get(reference) === INTERRUPTED);
    const later = [...postponed, ...interrupted];
    const over = ended.filter((reference) => !later.includes(reference));
    const retried = fetched.failed.filter((failure) => !givenUp.includes(failure));
    const unreadable = fetched.unreadable.map(({ reference }) => reference);
    const left = claimed.filter((reference) => !ended.includes(reference));
    let counts = countRead(step.counts, ended, unread, matched.unchecked);
    const readers = { ...audience, unit: source.audience === 'subscribers' ? unit.id : null };
    const kept = await this.keepContents(readers, matched.found);
    await this.database.inScope(SCHEDULER, async (em) => {
      await writeUnit(em, unit, { counts: written(step, counts) });
      const refused = await publishFound(em, { bus: this.bus, logger: this.logger }, readers, matched.found, kept);
      if (refused.size > 0) {
        for (const reference of refused) unread.set(reference, NOT_PUBLISHED);
        counts = countRead(step.counts, ended, unread, matched.unchecked);
        await writeUnit(em, unit, { counts: written(step, counts) });
      }
      await recordRead(
        em,
        over.map((reference) => ({
          documentId: reference.documentId,
          version: matched.versions.get(reference) ?? reference.version,
          unread: unread.get(reference) ?? null,
        })),
        snapshot.version,
      );
      await deleteReferences(
        em,
        unit,
        [...over, ...unreadable].map(({ position }) => position),
      );
      await giveUp(
        em,
        unit,
        postponed.map(({ position }) => position),
      );
      await interrupt(
        em,
        unit,
        interrupted.map(({ position }) => position),
      );
      for (const { reference, error } of retried) await retryReference(em, unit, reference.position, error.seconds ?? pauseFor(reference));
      await unclaim(
        em,
        unit,
        [...left, ...later].map(({ documentId }) => documentId),
      );
      await charge(em, unit, FETCH_COST * claimed.length);
    });
    step.counts = counts;
    if (interrupted.length > 0)
      this.logger.warn({ unit: unit.id, source: source.kind, files: interrupted.length }, 'processes were ended while they read files');
    // The pass that begins again names them.
    for (const { error } of fetched.unreadable) throw error;
    return fetched.ended === undefined || this.waitAfter(step, fetched.ended, left);
  }

  /** Before the transaction: the object store may be slow. */
  private async keepContents(readers: PublishAudience, found: readonly FoundText[]): Promise<KeptContents> {
    if (found.length === 0) return NOTHING_KEPT;
    return this.keep.run(await this.database.inScope(SCHEDULER, (em) => contentsToKeep(em, readers, found)));
  }

  /** Fetching ended before all were read. Returns whether to go on at once, with another account. */
  private async waitAfter(step: Step, error: UpstreamError, left: readonly WaitingReference[]): Promise<boolean> {
    const { unit, source } = step;
    if (error.failure === 'proxy_failed') step.proxyFailed = true;
    const reaction = REACTIONS[error.failure];
    if (reaction.kind === 'again' && source.accounts !== 'none') return true;
    const seconds = reaction.kind === 'wait' ? Math.min(LONGEST_WAIT_SECONDS, error.seconds ?? reaction.seconds) : LONGEST_WAIT_SECONDS;
    const isLeft = reaction.kind === 'wait' && isBusy(seconds);
    if (isLeft) step.left = Math.max(1, seconds);
    await this.database.inScope(SCHEDULER, async (em) => {
      if (!isLeft)
        await postpone(
          em,
          unit,
          left.map(({ position }) => position),
          seconds,
        );
      await recordWaiting(em, unit, codeOf(error));
    });
    return false;
  }

  private async count(step: Step, { read, unread }: KnownDocuments): Promise<void> {
    if (read === 0 && Object.keys(unread).length === 0) return;
    step.counts = { ...step.counts, read: step.counts.read + read, unread: addUnread(step.counts.unread, unread) };
    await this.database.inScope(SCHEDULER, (em) => writeUnit(em, step.unit, { counts: written(step, step.counts) }));
  }
}

const pauseFor = ({ tries }: WaitingReference): number =>
  pauseAfter({ kind: 'pause', tries: DOCUMENT_TRIES, seconds: 2, longest: 300 }, tries);

function countRead(
  counts: PassCounts,
  ended: readonly WaitingReference[],
  unread: ReadonlyMap<WaitingReference, string>,
  unchecked: number,
): PassCounts {
  const byReason = { ...counts.unread };
  for (const reason of unread.values()) byReason[reason] = (byReason[reason] ?? 0) + 1;
  return { ...counts, read: counts.read + ended.length - unread.size, unread: byReason, unchecked: counts.unchecked + unchecked };
}
