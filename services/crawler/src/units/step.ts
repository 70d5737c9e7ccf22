import { POOL_BUSY_SECONDS } from '@leakwatch/vocabulary';
import type { PassCounts } from './pass-counts.ts';
import type { Stored, UnitSource } from '../sources/unit-source.port.ts';
import type { LeasedUnit } from './unit.store.ts';

/** What a worker does after a step. */
export interface StepEnd {
  /** No account of the unit's scope can search for so many seconds. */
  readonly closedSeconds?: number;
  /** An account that the unit needs is busy: this worker leaves it to others, which may keep the account, for so many seconds. */
  readonly leftSeconds?: number;
}

/** Whether a limit says no more than that other steps have the accounts. */
export const isBusy = (seconds: number): boolean => seconds <= POOL_BUSY_SECONDS;

/** A unit in the hands of a worker, as it is after each transaction of the step. */
export interface Step {
  readonly source: UnitSource;
  readonly unit: LeasedUnit;
  readonly signal: AbortSignal;
  frontier: readonly Stored[];
  counts: PassCounts;
  state: Stored | undefined;
  began: boolean;
  /** A proxy failed in this step. */
  proxyFailed?: boolean;
  /** Seconds for which it is left to other workers. */
  left?: number;
}

/** A unit waits at most this long for a limit of the upstream: its window may end early, or another account be added. */
export const LONGEST_WAIT_SECONDS = 300;

/** The counts with the number of slices that wait, as they are written. */
export const written = ({ frontier }: Pick<Step, 'frontier'>, counts: PassCounts) => ({ value: counts, waiting: frontier.length });
