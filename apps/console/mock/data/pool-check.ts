import type { PoolCheck } from '@leakwatch/contracts';
import { minutesAgo } from '../ids.ts';

export const madeCheck = (over: Partial<PoolCheck>): PoolCheck => ({
  state: 'works',
  asked: minutesAgo(12),
  ended: minutesAgo(12),
  message: '',
  limited_until: null,
  ...over,
});

interface Checked {
  readonly id: string;
  readonly check: PoolCheck | null;
}

const WAITING = madeCheck({ state: 'waiting', asked: minutesAgo(0), ended: null });

/** The rows with a check that waits, for those that are named and do not wait yet. */
export const askChecks = <R extends Checked>(rows: readonly R[], ids: readonly string[]): R[] =>
  rows.map((row) => (ids.includes(row.id) && row.check?.state !== 'waiting' ? { ...row, check: WAITING } : row));

/** What waited has ended: a crawler answers between two reads of the list. */
export const endChecks = <R extends Checked>(rows: readonly R[]): R[] =>
  rows.map((row) => (row.check?.state === 'waiting' ? { ...row, check: madeCheck({ asked: minutesAgo(0), ended: minutesAgo(0) }) } : row));
