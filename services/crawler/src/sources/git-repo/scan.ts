import type { Bus, Database } from '@leakwatch/platform';
import type { KeepContents } from '../../evidence/keep-contents.ts';
import type { ScreenedBlobs } from '../../screening/screen-objects.ts';
import type { FindingBase, Watch } from '../../scanning/to-findings.ts';
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

export interface Scan {
  readonly database: Database;
  readonly bus: Pick<Bus, 'publish'>;
  readonly keep: Pick<KeepContents, 'run'>;
  readonly reader: Pick<RepositoryReader, 'documents'>;
  readonly stream: GitStream;
  readonly watch: Watch;
  /** Blobs that were screened with `watch.set` while the mirror was listed. */
  readonly ahead?: Promise<ScreenedBlobs | undefined>;
  readonly base: FindingBase;
  readonly signal: AbortSignal;
  /** When the scan begins, and after each commit, in their order. */
  readonly onCounted: (counts: ScanCounts) => void;
}
