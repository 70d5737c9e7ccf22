import { Injectable } from '@nestjs/common';
import { Database, isTransient, SCHEDULER } from '@leakwatch/platform';
import { z } from 'zod';
import type { UnitSource } from '../sources/unit-source.port.ts';
import { AskSlice } from './ask-slice.ts';
import { INTERRUPTED } from '../interrupted.ts';
import { addUnread, passCounts } from './pass-counts.ts';
import { ReadDocuments } from './read-documents.ts';
import { forgetParts } from './parts.store.ts';
import { carryReferences, waitForReferences } from './references.store.ts';
import { type Step, type StepEnd, written } from './step.ts';
import { learnHabit } from './unit-habit.ts';
import { recordUnfinished } from './unit-failures.store.ts';
import { endPass, LeaseLost, type LeasedUnit, UNFINISHED_MAX, writeUnit } from './unit.store.ts';

/** A step ends after this time, so that the units of others have their turn. */
const STEP_MS = 10_000;
/** Pause while another service is away. */
const AWAY_SECONDS = 10;

/**
 * One step of a pass over a unit: documents that wait are read; then the next slice is asked, and what it names is read. Every part is one
 * transaction with the unit's lease, so after a crash only the part at hand is repeated.
 */
@Injectable()
export class RunStep {
  constructor(
    private readonly database: Database,
    private readonly ask: AskSlice,
    private readonly read: ReadDocuments,
  ) {}

  /** Throws LeaseLost, the signal's reason, and what the database throws. */
  async run(source: UnitSource, unit: LeasedUnit, freshSeconds: number, signal: AbortSignal): Promise<StepEnd> {
    if (unit.unfinished > UNFINISHED_MAX) {
      await this.database.inScope(SCHEDULER, (em) => recordUnfinished(em, unit));
      return {};
    }
    const { frontier, counts, state, passBegan } = unit;
    const step: Step = { source, unit, signal, frontier, counts, state, began: passBegan };
    const until = performance.now() + STEP_MS;
    try {
      if (!(await this.read.run(step, until))) return await this.pauseForDocuments(step);
      if (!step.began) await this.beginPass(step);
      else if (unit.pushed) await this.askForNews(step);
      if (step.frontier.length > 0) {
        const end = await this.ask.run(step);
        if (end !== undefined) return end;
        if (!(await this.read.run(step, until))) return await this.pauseForDocuments(step);
      }
      if (step.frontier.length === 0) {
        if ((await this.carry(step)) && !(await this.read.run(step, until))) return await this.pauseForDocuments(step);
        await this.endPass(step, freshSeconds);
      }
      return {};
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LeaseLost) throw error;
      // The accounts, Redis or the database are away: the unit has not failed.
      if (isTransient(error)) return { closedSeconds: AWAY_SECONDS };
      // A source parses what it gets back with zod, and answers of the upstream without throwing.
      if (error instanceof z.ZodError) await this.ask.beginAgain(step, error);
      else await this.ask.fail(step, 'search_failed', error);
      return {};
    }
  }

  /** Documents are left; the next step follows when one of them is due. */
  private async pauseForDocuments({ unit, left }: Step): Promise<StepEnd> {
    await this.database.inScope(SCHEDULER, (em) => waitForReferences(em, unit));
    return left === undefined ? {} : { leftSeconds: left };
  }

  private async beginPass(step: Step): Promise<void> {
    // What the state leaves out, the new pattern has not met.
    const forgetState = step.unit.hasNewPattern;
    if (forgetState) step.state = step.source.kept?.(step.state);
    step.frontier = step.source.plan(step.unit.request, step.state);
    step.counts = passCounts.parse({});
    step.began = true;
    await this.database.inScope(SCHEDULER, async (em) => {
      await writeUnit(em, step.unit, {
        frontier: step.frontier,
        counts: written(step, step.counts),
        began: true,
        ...(forgetState && { state: step.state ?? null }),
      });
      if (forgetState) await forgetParts(em, step.unit);
    });
  }

  /** What is new comes before what is left of the pass, which may take an hour. */
  private async askForNews(step: Step): Promise<void> {
    const slice = step.source.news?.(step.state);
    if (slice === undefined) return;
    const [next] = step.frontier;
    if (JSON.stringify(next) !== JSON.stringify(slice)) step.frontier = [slice, ...step.frontier];
    await this.database.inScope(SCHEDULER, (em) => writeUnit(em, step.unit, { frontier: step.frontier, asksForNews: true }));
  }

  /** Takes up what earlier passes could not read. Returns whether any of it is due. */
  private async carry(step: Step): Promise<boolean> {
    const carried = await this.database.inScope(SCHEDULER, async (em) => {
      const { due, interrupted } = await carryReferences(em, step.unit);
      if (due + interrupted === 0) return { due, counts: step.counts };
      const counts = {
        ...step.counts,
        returned: step.counts.returned + due + interrupted,
        unread: interrupted === 0 ? step.counts.unread : addUnread(step.counts.unread, { [INTERRUPTED]: interrupted }),
      };
      await writeUnit(em, step.unit, { counts: written(step, counts) });
      return { due, counts };
    });
    step.counts = carried.counts;
    return carried.due > 0;
  }

  /** A pass that was named fewer documents than the upstream has is incomplete: its pages moved while they were read. */
  private async endPass({ unit, counts }: Step, freshSeconds: number): Promise<void> {
    const moved = counts.total !== null && !counts.capped && counts.returned < counts.total;
    await this.database.inScope(SCHEDULER, async (em) => {
      if (moved) await writeUnit(em, unit, { counts: written({ frontier: [] }, { ...counts, incomplete: true }) });
      await learnHabit(em, unit, counts);
      await endPass(em, unit, freshSeconds);
    });
  }
}
