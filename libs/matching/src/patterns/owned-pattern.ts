import type { Pattern } from '@leakwatch/vocabulary';

/** A pattern of a set that may hold patterns of several owners. */
export interface OwnedPattern extends Pattern {
  /** Expressions of each owner have a budget of steps of their own, so that costly ones leave no others unchecked. Those without an owner share one. */
  readonly owner?: string;
}
