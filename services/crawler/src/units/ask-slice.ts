import { Inject, Injectable } from '@nestjs/common';
import { Database, LOGGER, type Logger, SCHEDULER } from '@leakwatch/platform';
import type { LaunchErrorCode } from '@leakwatch/vocabulary';
import { UpstreamError } from '../accounts/upstream-error.ts';
import type { Answer, Stored } from '../sources/unit-source.port.ts';
import { codeOf, pauseAfter, REACTIONS } from './failures.ts';
import { addUnread, type PassCounts } from './pass-counts.ts';
import { addReferences } from './references.store.ts';
import { forgetParts, keepPart, type PartCounts, partCounts, recallPart } from './parts.store.ts';
import { addNamed, addSums } from './unit-habit.ts';
import { isBusy, LONGEST_WAIT_SECONDS, type Step, type StepEnd, written } from './step.ts';
import { correctWaiting, recordFailure, recordWaiting } from './unit-failures.store.ts';
import { charge } from './turns.store.ts';
import { forgetPass, writeUnit } from './unit.store.ts';
import { ACCESS_POOL, type AccessPool } from './with-access.port.ts';

const NO_PART: PartCounts = { documents: 0, read: 0, unread: {}, named: 0 };
/** Tries with other accounts within a step. */
const ACCOUNTS_A_STEP = 3;
/** Failures in a row after which a slice about one of many is left out, some ten minutes: an upstream that is away for a moment loses no slice. */
const TRIES_OF_ONE = 8;

/** Asks the upstream one slice of a pass and stores what the answer names; decides what follows a failure. */
@Injectable()
export class AskSlice {
  constructor(
    private readonly database: Database,
    @Inject(ACCESS_POOL) private readonly pool: AccessPool,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Asks the next slice. Returns what ends the step. */
  async run(step: Step): Promise<StepEnd | undefined> {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await this.askUpstream(step);
        await this.keepAnswer(step, answer);
        return undefined;
      } catch (error) {
        step.signal.throwIfAborted();
        if (!(error instanceof UpstreamError)) throw error;
        if (error.failure === 'proxy_failed') step.proxyFailed = true;
        const reaction = REACTIONS[error.failure];
        // Without accounts there is no other one.
        if (reaction.kind === 'again' && tries < ACCOUNTS_A_STEP && step.source.accounts !== 'none') continue;
        if (reaction.kind === 'leave') return this.leaveSlice(step, error);
        if (reaction.kind === 'wait') return this.wait(step, error, Math.min(LONGEST_WAIT_SECONDS, error.seconds ?? reaction.seconds));
        if (reaction.kind === 'pause' && step.unit.tries + 1 >= TRIES_OF_ONE) {
          const left = step.source.leaving?.(step.frontier[0], step.state);
          if (left !== undefined) return this.leaveSlice(step, error, left.state);
        }
        const isOutside = error.code === 'no_member';
        await this.fail(step, (isOutside ? step.source.outsideCode?.(step.state) : undefined) ?? codeOf(error), error);
        return {};
      }
    }
  }

  /** A limit of the resource that every unit asks with closes their scope; one of another resource, or of some accounts, concerns this unit alone. */
  private async wait({ source, unit, state }: Step, error: UpstreamError, seconds: number): Promise<StepEnd> {
    const { resource } = error;
    const isForSome = source.accountsFor?.(unit.request, state) !== undefined;
    const concernsAll = !isForSome && (resource === undefined || resource === source.resources.ask(unit.request));
    const isLeft = isForSome && isBusy(seconds);
    const pause = concernsAll || isLeft ? undefined : Math.max(1, seconds);
    await this.database.inScope(SCHEDULER, async (em) => {
      await recordWaiting(em, unit, codeOf(error), pause);
      if (concernsAll) await correctWaiting(em, unit, codeOf(error));
    });
    if (concernsAll) return { closedSeconds: seconds };
    return isLeft ? { leftSeconds: Math.max(1, seconds) } : {};
  }

  private async askUpstream({ source, unit, frontier, state, signal, proxyFailed = false }: Step): Promise<Answer> {
    const wanted = {
      source: source.kind,
      accounts: source.accounts,
      organisations: unit.organisation === null ? [] : [unit.organisation],
      resource: source.resources.ask(unit.request),
      ...source.accountsFor?.(unit.request, state),
      rates: source.rates,
      purpose: 'crawl',
      signal,
      proxyFailed,
    } as const;
    return this.pool.withAccess(wanted, (access, held) => {
      const recall = (key: string) => this.database.inScope(SCHEDULER, (em) => recallPart(em, unit, key));
      return source.ask(frontier[0], { request: unit.request, state, recall, access, signal: held });
    });
  }

  private async keepAnswer(step: Step, answer: Answer): Promise<void> {
    const { unit } = step;
    const frontier = [...answer.more, ...step.frontier.slice(1)];
    const counts = await this.database.inScope(SCHEDULER, async (em) => {
      await writeUnit(em, unit, { frontier, state: answer.state });
      const known = await addReferences(em, unit, answer.references);
      if (answer.part !== undefined) await keepPart(em, unit, { ...answer.part, references: answer.references }, known);
      const unchanged = answer.unchanged === undefined ? undefined : await partCounts(em, unit, answer.unchanged);
      const { documents, read, unread, named } = unchanged ?? NO_PART;
      const total = (answer.total ?? 0) + documents;
      const { counts: before } = step;
      const after: PassCounts = {
        ...before,
        asked: before.asked + 1,
        total: answer.total === undefined && unchanged === undefined ? before.total : Math.max(0, (before.total ?? 0) + total),
        returned: before.returned + answer.references.length + documents,
        named: addSums(addNamed(before.named, answer.references), named),
        read: before.read + known.read + read,
        unread: addUnread(addUnread(before.unread, known.unread), unread),
        capped: before.capped || (answer.capped ?? false),
        // A part that was swept a moment ago is listed by the next pass.
        incomplete: before.incomplete || (answer.incomplete ?? false) || (answer.unchanged !== undefined && unchanged === undefined),
      };
      await writeUnit(em, unit, { counts: written({ frontier }, after) });
      await charge(em, unit, 1);
      return after;
    });
    step.frontier = frontier;
    step.counts = counts;
    step.state = answer.state ?? step.state;
  }

  /** A slice that is not answered. Where the pass has nothing else, the unit fails. */
  private async leaveSlice(step: Step, error: UpstreamError, state?: Stored): Promise<StepEnd> {
    const frontier = step.frontier.slice(1);
    const counts = { ...step.counts, incomplete: true };
    const isWhole = frontier.length === 0 && step.counts.asked === 0;
    await this.database.inScope(SCHEDULER, async (em) => {
      await writeUnit(em, step.unit, { frontier, counts: written({ frontier }, counts), state });
      await charge(em, step.unit, 1);
      if (isWhole) await recordFailure(em, step.unit, { code: codeOf(error), text: error.text, seconds: 0, failing: true });
    });
    this.logger.warn({ unit: step.unit.id, source: step.source.kind, code: codeOf(error), reason: error.text }, 'a slice is left out');
    [step.frontier, step.counts, step.state] = [frontier, counts, state ?? step.state];
    return {};
  }

  async fail(step: Step, code: LaunchErrorCode, error: unknown): Promise<void> {
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

  /** The source cannot read what an earlier version of it stored: the pass begins again, and without the state. */
  async beginAgain(step: Step, error: unknown): Promise<void> {
    await this.fail(step, 'search_failed', error);
    await this.database.inScope(SCHEDULER, async (em) => {
      await forgetPass(em, step.unit);
      await forgetParts(em, step.unit);
    });
  }
}
