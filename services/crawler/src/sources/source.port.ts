import type { CrawlJob, TaskChange } from '@leakwatch/contracts';
import type { SourceType } from '@leakwatch/vocabulary';
import type { TargetProgress } from '../scanning/target-progress.ts';
import type { Watch } from '../scanning/to-findings.ts';
import type { WaitingPlaces } from '../waiting-places.ts';

/** One run of a task over a source. */
export interface SourceLaunch {
  readonly job: CrawlJob;
  readonly task: TaskChange;
  /** The task's patterns, compiled. */
  readonly watch: Watch;
  readonly progress: TargetProgress;
  /** Aborted when the task or the worker is stopped. */
  readonly signal: AbortSignal;
  readonly places: WaitingPlaces;
}

/** Where documents come from. A source knows how its upstream is read; it publishes findings and keeps its own position. */
export interface Source {
  readonly kind: SourceType;
  /** Ids of the parts whose progress the task's page shows; none where the source has no parts. */
  targets(task: TaskChange): readonly string[];
  /**
   * Reads what is new and publishes the findings; called again, it continues after its last commit. Returns the codes of
   * targets that could not be read. Throws a transient error, or the signal's reason.
   */
  crawl(launch: SourceLaunch): Promise<readonly string[]>;
}

/** Every source of this crawler; see `sources.module.ts`. */
export const SOURCES = Symbol('sources');
