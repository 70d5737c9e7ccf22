import type { PassCounts } from './pass-counts.ts';
import type { Stored, UnitSource } from '../sources/unit-source.port.ts';
import type { LeasedUnit } from './unit.store.ts';

/** What a worker does after a step. `closed`: no account of the unit's scope can search for so many seconds. */
export interface StepEnd {
  readonly closedSeconds?: number;
}

/** A unit in the hands of a worker, as it is after each transaction of the step. */
export interface Step {
  readonly source: UnitSource;
  readonly unit: LeasedUnit;
  readonly signal: AbortSignal;
  frontier: readonly Stored[];
  counts: PassCounts;
  state: Stored | undefined;
  began: boolean;
}

/** A unit waits at most this long for a limit of the upstream: its window may end early, or another account be added. */
export const LONGEST_WAIT_SECONDS = 300;

/** The counts with the number of slices that wait, as they are written. */
export const written = ({ frontier }: Pick<Step, 'frontier'>, counts: PassCounts) => ({ value: counts, waiting: frontier.length });
