import type { OwnedPattern } from '@leakwatch/matching';
import type { Bus, Database, Logger } from '@leakwatch/platform';
import type { Pattern } from '@leakwatch/vocabulary';
import type { KeepContents } from '../../evidence/keep-contents.ts';
import type { FindingBase } from '../../scanning/to-findings.ts';
import type { WaitingPlaces } from '../../waiting-places.ts';
import type { AheadScreen } from './ahead-screen.ts';
import type { GuestBounds } from './guest-budget.ts';
import type { PassSets } from './pass-sets.ts';
import type { GitStream, RepositoryReader } from './repository-reader.ts';

/** Of a repository's documents, for the patterns of a task. */
export interface ScanCounts {
  readonly total: number;
  /** Matched against every pattern, or known to be unread. */
  readonly scanned: number;
  readonly unread: number;
  /** Read, but an expression was too expensive for them. */
  readonly unchecked: number;
}

/** A task that a mirror is scanned for. */
export interface ScanTask {
  readonly version: number;
  readonly patterns: ReadonlyMap<string, Pattern>;
  /** What its findings have in common. */
  readonly base: FindingBase;
}

/** Those of a task, which owns them: its expressions leave those of others enough steps. */
export const ownedPatterns = ({ patterns, base }: ScanTask): OwnedPattern[] =>
  [...patterns.values()].map((pattern) => ({ ...pattern, owner: base.task_id }));

export interface Scan {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly keep: Pick<KeepContents, 'run'>;
  readonly reader: Pick<RepositoryReader, 'documents'>;
  readonly stream: GitStream;
  readonly launch: string;
  /** Whose launch it is. Its organisation's other tasks are scanned for as well, and those of other organisations where anybody may read the mirror. */
  readonly task: ScanTask;
  /** GUEST_BOUNDS when left out; null where no other organisation may take part. */
  readonly guests?: GuestBounds | null;
  readonly sets: Pick<PassSets, 'of'>;
  /** IN_PLACE when left out. */
  readonly places?: WaitingPlaces;
  /** What was screened while the mirror was listed. */
  readonly ahead?: Pick<AheadScreen, 'blobsFor' | 'spent'>;
  readonly signal: AbortSignal;
  /** While the scan waits, when it begins, and after each commit, in their order. */
  readonly onCounted: (counts: ScanCounts) => void;
}
