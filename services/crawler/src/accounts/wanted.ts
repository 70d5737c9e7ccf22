import type { LeasePurpose, SourceType } from '@leakwatch/vocabulary';
import type { Rate } from './access.port.ts';

/** Which accounts may read what a step is about. */
export interface Readers {
  /** Ids of those that may; others are taken when none of them could ever serve. */
  readonly among: readonly string[];
  /** Ids of those that may not. */
  readonly without: readonly string[];
}

/** What a step of a crawl needs from the pool. */
export interface Wanted extends Partial<Readers> {
  readonly source: SourceType;
  /** required: an account; optional: an account, else anonymously; none: anonymously, without a lease. */
  readonly accounts: 'required' | 'optional' | 'none';
  /** On whose behalf: an account of one of them serves first, one of another organisation never. */
  readonly organisations: readonly string[];
  /** The resource that the step spends first; accounts whose window of it is used up are left out. */
  readonly resource: string;
  readonly rates: Readonly<Record<string, Rate>>;
  readonly purpose: LeasePurpose;
  readonly signal: AbortSignal;
  /** Shown to staff beside the account. */
  readonly task?: string;
  /** A proxy failed this work: one that is known to work is preferred. */
  readonly proxyFailed?: boolean;
}
