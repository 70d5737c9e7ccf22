import type { SourceType } from '@leakwatch/vocabulary';
import type { Access, Rate } from '../accounts/access.port.ts';
import type { UnitSource } from '../sources/unit-source.port.ts';

export interface WantedAccess {
  readonly source: SourceType;
  readonly accounts: UnitSource['accounts'];
  /** Organisations whose own accounts may be used; none for what is shared. */
  readonly organisations: readonly string[];
  readonly resource: string;
  readonly rates: Readonly<Record<string, Rate>>;
  readonly purpose: 'crawl' | 'discovery';
  readonly signal: AbortSignal;
}

/**
 * Lends the means to make requests for as long as `work` runs.
 * @throws UpstreamError limited while every account is used up or busy, no_account where there is none; what `work` throws
 */
export interface AccessPool {
  withAccess<T>(wanted: WantedAccess, work: (access: Access, signal: AbortSignal) => Promise<T>): Promise<T>;
}

export const ACCESS_POOL = Symbol('access pool');
