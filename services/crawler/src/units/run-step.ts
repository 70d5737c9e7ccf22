import { Inject, Injectable } from '@nestjs/common';
import { type Bus, BUS, Database, isTransient, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import { UpstreamError } from '../accounts/upstream-error.ts';
import { CODES, pauseAfter, REACTIONS } from './failures.ts';
import { fetchReferences } from './fetch-references.ts';
import { type PassCounts, passCounts } from './pass-counts.ts';
import { matchFetched, publishFound } from './publish-matches.ts';
import {
  addReferences,
  claimReferences,
  countReferences,
  deleteReferences,
  postpone,
  recordRead,
  retryReference,
  unclaim,
  waitForReferences,
  type WaitingReference,
} from './references.store.ts';
import { charge, endPass, LeaseLost, type LeasedUnit, recordFailure, recordWaiting, writeUnit } from './unit.store.ts';
import type { Answer, Stored, UnitSource } from '../sources/unit-source.port.ts';
import type { Audience } from './watching/watched-patterns.store.ts';
import { WatchSets } from './watching/watch-sets.ts';
import { ACCESS_POOL, type AccessPool } from './with-access.port.ts';

/** A step ends after this time, so that the units of others have their turn. */
const STEP_MS = 10_000;
/** Tries with other accounts within a step. */
const ACCOUNTS_A_STEP = 3;
/** Fetches of one document, after which it counts as not read. */
const DOCUMENT_TRIES = 5;
/** What a fetch costs an organisation's turn, in searches: fetches are limited in the hundreds where searches are limited in tens. */
const FETCH_COST = 0.05;
/** A unit waits at most this long for a fetch that the upstream limits: a window may end early, or another account be added. */
const LONGEST_WAIT_SECONDS = 300;
/** Pause while another service is away. */
const AWAY_SECONDS = 10;

/** What the worker does after a step. `closed`: no account of the unit's scope can search for so many seconds. */
export interface StepEnd {
  readonly closedSeconds?: number;
}

interface Step {
  readonly source: UnitSource;
  readonly unit: LeasedUnit;
  readonly signal: AbortSignal;
  frontier: readonly Stored[];
  counts: PassCounts;
  state: Stored | undefined;
  began: boolean;
}

/**
 * One step of a pass over a unit: documents that wait are read; then the next slice is asked, and what it names is read. Every part is one
 * transaction with the unit's lease, so after a crash only the part at hand is repeated.
 */
@Injectable()
export class RunStep {
  constructor(
    private readonly database: Database,
    private readonly watchSets: WatchSets,
    @Inject(ACCESS_POOL) private readonly pool: AccessPool,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws LeaseLost, the signal's reason, and what the database throws. */
  async run(source: UnitSource, unit: LeasedUnit, freshSeconds: number, signal: AbortSignal): Promise<StepEnd> {
    const { frontier, counts, state, passBegan } = unit;
    const step: Step = { source, unit, signal, frontier, counts, state, began: passBegan };
    const until = performance.now() + STEP_MS;
    try {
      if (!(await this.readAll(step, until))) return await this.pauseForDocuments(unit);
      if (!step.began) await this.beginPass(step);
      if (step.frontier.length > 0) {
        const end = await this.askNext(step);
        if (end !== undefined) return end;
        if (!(await this.readAll(step, until))) return await this.pauseForDocuments(unit);
      }
      if (step.frontier.length === 0) await this.endPass(step, freshSeconds);
      return {};
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LeaseLost) throw error;
      // The accounts, Redis or the database are away: the unit has not failed.
      if (isTransient(error)) return { closedSeconds: AWAY_SECONDS };
      await this.fail(step, 'search_failed', error);
      return {};
    }
  }

  /** Documents are left; the next step follows when one of them is due. */
  private async pauseForDocuments(unit: LeasedUnit): Promise<StepEnd> {
    await this.database.inScope(SCHEDULER, (em) => waitForReferences(em, unit));
    return {};
  }

  private async beginPass(step: Step): Promise<void> {
    // What the state leaves out, the new pattern has not met.
    const forgetState = step.unit.hasNewPattern;
    if (forgetState) step.state = undefined;
    step.frontier = step.source.plan(step.unit.request, step.state);
    step.counts = passCounts.parse({});
    step.began = true;
    await this.database.inScope(SCHEDULER, (em) =>
      writeUnit(em, step.unit, {
        frontier: step.frontier,
        counts: { value: step.counts, waiting: step.frontier.length },
        began: true,
        forgetState,
      }),
    );
  }

  /** Asks the next slice. Returns what ends the step. */
  private async askNext(step: Step): Promise<StepEnd | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await this.ask(step);
        await this.keepAnswer(step, answer);
        return undefined;
      } catch (error) {
        step.signal.throwIfAborted();
        if (!(error instanceof UpstreamError)) throw error;
        const reaction = REACTIONS[error.failure];
        if (reaction.kind === 'again' && tries < ACCOUNTS_A_STEP) continue;
        if (reaction.kind === 'leave') return this.leaveSlice(step, error);
        if (reaction.kind === 'wait') {
          await this.database.inScope(SCHEDULER, (em) => recordWaiting(em, step.unit, CODES[error.failure]));
          return { closedSeconds: Math.min(LONGEST_WAIT_SECONDS, error.seconds ?? reaction.seconds) };
        }
        await this.fail(step, CODES[error.failure], error);
        return {};
      }
    }
  }

  private async ask({ source, unit, frontier, state, signal }: Step): Promise<Answer> {
    const wanted = {
      source: source.kind,
      accounts: source.accounts,
      organisations: unit.organisation === null ? [] : [unit.organisation],
      resource: source.resources.ask(unit.request),
      rates: source.rates,
      purpose: 'crawl',
      signal,
    } as const;
    return this.pool.withAccess(wanted, (access, held) => source.ask(frontier[0], { request: unit.request, state, access, signal: held }));
  }

  private async keepAnswer(step: Step, answer: Answer): Promise<void> {
    const { unit } = step;
    const frontier = [...answer.more, ...step.frontier.slice(1)];
    const counts = await this.database.inScope(SCHEDULER, async (em) => {
      await writeUnit(em, unit, { frontier, state: answer.state });
      const { known } = await addReferences(em, unit, answer.references);
      const { counts: before } = step;
      const after: PassCounts = {
        ...before,
        asked: before.asked + 1,
        total: answer.total === undefined ? before.total : Math.max(0, (before.total ?? 0) + answer.total),
        returned: before.returned + answer.references.length,
        read: before.read + known,
        capped: before.capped || (answer.capped ?? false),
        incomplete: before.incomplete || (answer.incomplete ?? false),
      };
      await writeUnit(em, unit, { counts: { value: after, waiting: frontier.length } });
      await charge(em, unit, 1);
      return after;
    });
    step.frontier = frontier;
    step.counts = counts;
    step.state = answer.state ?? step.state;
  }

  /** A pass that was named fewer documents than the upstream has is incomplete: its pages moved while they were read. */
  private async endPass({ unit, counts }: Step, freshSeconds: number): Promise<void> {
    const moved = counts.total !== null && !counts.capped && counts.returned < counts.total;
    await this.database.inScope(SCHEDULER, async (em) => {
      if (moved) await writeUnit(em, unit, { counts: { value: { ...counts, incomplete: true }, waiting: 0 } });
      await endPass(em, unit, freshSeconds);
    });
  }

  /** A slice that will never be answered. Where the pass has nothing else, the unit fails. */
  private async leaveSlice(step: Step, error: UpstreamError): Promise<StepEnd> {
    const frontier = step.frontier.slice(1);
    const counts = { ...step.counts, incomplete: true };
    const isWhole = frontier.length === 0 && step.counts.asked === 0;
    await this.database.inScope(SCHEDULER, async (em) => {
      await writeUnit(em, step.unit, { frontier, counts: { value: counts, waiting: frontier.length } });
      await charge(em, step.unit, 1);
      if (isWhole) await recordFailure(em, step.unit, { code: CODES[error.failure], text: error.text, seconds: 0, failing: true });
    });
    this.logger.warn({ unit: step.unit.id, source: step.source.kind, code: error.failure, reason: error.text }, 'a query was refused');
    [step.frontier, step.counts] = [frontier, counts];
    return {};
  }

  private async fail(step: Step, code: LaunchErrorCode, error: unknown): Promise<void> {
    const { unit, source } = step;
    const reaction = error instanceof UpstreamError ? REACTIONS[error.failure] : REACTIONS.unavailable;
    const counted = reaction.kind === 'pause' ? reaction : REACTIONS.unavailable;
    if (counted.kind !== 'pause') throw error;
    const text = error instanceof UpstreamError ? error.text : undefined;
    this.logger.warn({ unit: unit.id, source: source.kind, code, tries: unit.tries + 1, reason: text ?? String(error) }, 'a step failed');
    await this.database.inScope(SCHEDULER, (em) =>
      recordFailure(em, unit, { code, text, seconds: pauseAfter(counted, unit.tries), failing: unit.tries + 1 >= counted.tries }),
    );
  }

  /** Reads the documents that wait. Returns false when some are left: they are due later, or the step's time is over. */
  private async readAll(step: Step, until: number): Promise<boolean> {
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
    const { claimed, read } = await this.database.inScope(SCHEDULER, (em) => claimReferences(em, unit, source.fetchesAtOnce));
    if (read.length > 0) await this.count(step, { read: read.length });
    if (claimed.length === 0) return true;
    const snapshot = await this.watchSets.snapshot(audience);
    let fetched: Awaited<ReturnType<typeof fetchReferences>>;
    let matched: Awaited<ReturnType<typeof matchFetched>>;
    try {
      fetched = await fetchReferences(this.pool, source, unit, claimed, signal);
      matched = await matchFetched(fetched.read, snapshot, signal);
    } finally {
      snapshot.release();
    }
    const givenUp = fetched.failed.filter(
      ({ reference, error }) => error.failure !== 'unavailable' || reference.tries + 1 >= DOCUMENT_TRIES,
    );
    const unread = new Map([
      ...[...matched.unread].flatMap(([reference, reason]) => (reason === null ? [] : [[reference, reason] as const])),
      ...givenUp.map(({ reference, error }) => [reference, error.failure] as const),
    ]);
    const ended = [...fetched.read.map(({ reference }) => reference), ...givenUp.map(({ reference }) => reference)];
    const retried = fetched.failed.filter((failure) => !givenUp.includes(failure));
    const left = claimed.filter((reference) => !ended.includes(reference));
    const counts = countRead(step.counts, ended, unread, matched.unchecked);
    await this.database.inScope(SCHEDULER, async (em) => {
      await writeUnit(em, unit, { counts: { value: counts, waiting: step.frontier.length } });
      await publishFound(em, this.bus, audience, matched.found);
      await recordRead(
        em,
        ended.map((reference) => ({
          documentId: reference.documentId,
          version: matched.versions.get(reference) ?? reference.version,
          unread: unread.get(reference) ?? null,
        })),
        snapshot.version,
      );
      await deleteReferences(
        em,
        unit,
        ended.map(({ position }) => position),
      );
      for (const { reference, error } of retried) await retryReference(em, unit, reference.position, error.seconds ?? pauseFor(reference));
      await unclaim(
        em,
        unit,
        left.map(({ documentId }) => documentId),
      );
      await charge(em, unit, FETCH_COST * claimed.length);
    });
    step.counts = counts;
    return fetched.ended === undefined || this.waitAfter(step, fetched.ended, left);
  }

  /** Fetching ended before all were read. Returns whether to go on at once, with another account. */
  private async waitAfter({ unit, source }: Step, error: UpstreamError, left: readonly WaitingReference[]): Promise<boolean> {
    const reaction = REACTIONS[error.failure];
    if (reaction.kind === 'again' && source.accounts !== 'none') return true;
    const seconds = reaction.kind === 'wait' ? Math.min(LONGEST_WAIT_SECONDS, error.seconds ?? reaction.seconds) : LONGEST_WAIT_SECONDS;
    await this.database.inScope(SCHEDULER, async (em) => {
      await postpone(
        em,
        unit,
        left.map(({ position }) => position),
        seconds,
      );
      await recordWaiting(em, unit, CODES[error.failure]);
    });
    return false;
  }

  private async count(step: Step, { read }: { read: number }): Promise<void> {
    step.counts = { ...step.counts, read: step.counts.read + read };
    await this.database.inScope(SCHEDULER, (em) =>
      writeUnit(em, step.unit, { counts: { value: step.counts, waiting: step.frontier.length } }),
    );
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
