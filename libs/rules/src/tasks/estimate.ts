import type { SearchType, SourceType } from '@leakwatch/vocabulary';
import { SOURCE_RATES } from './source-rates.ts';

/** The chosen patterns, by how a source can be queried for them. */
export interface AskedPatterns {
  /** Patterns of words: one query each. */
  readonly words: number;
  /** Queries for expressions: one for a literal part, or one for each alternative. */
  readonly searchable: number;
  /** Expressions without any: they run only on streams. */
  readonly streamOnly: number;
}

/** The cost of a full pass over one source. Times are in seconds. */
export type SourceEstimate =
  | { readonly mode: 'stream' }
  | {
      readonly mode: 'queries';
      readonly queries: number;
      /** Patterns that this source cannot be queried for. */
      readonly notAsked: number;
      readonly published: boolean;
      /** When each query has one page of results. */
      readonly leastSeconds: number;
      /** When each has as many pages as the source returns; null where a deep task splits the query further. */
      readonly mostSeconds: number | null;
    };

/** Queries and duration of a full pass over a source, with `accounts` service accounts (at least 1). Counts searching only, not reading the results. */
export function estimateSource(
  source: { readonly source_type: SourceType; readonly search_type: SearchType },
  patterns: AskedPatterns,
  { accounts, deep }: { readonly accounts: number; readonly deep: boolean },
): SourceEstimate {
  const rate = SOURCE_RATES[source.source_type][source.search_type];
  if (rate === 'stream') return { mode: 'stream' };
  const queries = patterns.words + patterns.searchable;
  const secondsOf = (requests: number): number => Math.ceil((requests * rate.seconds) / (rate.requests * Math.max(1, accounts)));
  return {
    mode: 'queries',
    queries,
    notAsked: patterns.streamOnly,
    published: rate.published,
    leastSeconds: secondsOf(queries),
    mostSeconds: deep ? null : secondsOf(queries * rate.pages),
  };
}
