import type { SearchType, SourceType } from '@leakwatch/vocabulary';

/** How a source can be asked for words, with one account. */
export interface SearchRate {
  /** Requests that one account may make in `seconds`. */
  readonly requests: number;
  readonly seconds: number;
  /** Pages at most behind one query: where the source cuts its results. */
  readonly pages: number;
  /** Whether the source publishes the rate; otherwise it is what we keep to. */
  readonly published: boolean;
}

/** stream: everything new is read and matched here, so patterns cost no queries. */
export type SourceRate = SearchRate | 'stream';

const MINUTE = 60;
const DAY = 86_400;

/** Rates of the upstreams: requests are what patterns cost. */
export const SOURCE_RATES: Readonly<Record<SourceType, Readonly<Record<SearchType, SourceRate>>>> = {
  github: {
    // Code search: 10 a minute for each token, 1,000 results a query in pages of 100.
    by_code: { requests: 10, seconds: MINUTE, pages: 10, published: true },
    // Repository search: 30 a minute with a token, the same cut.
    by_repository: { requests: 30, seconds: MINUTE, pages: 10, published: true },
  },
  gist: {
    // No search API: the site's search pages, of which no rate is published; 10 a minute is our own restraint.
    by_code: { requests: 10, seconds: MINUTE, pages: 10, published: false },
    by_repository: { requests: 10, seconds: MINUTE, pages: 10, published: false },
  },
  gitlab_cloud: {
    // Search API: 10 a minute for each address, pages of 100; we read the first 1,000.
    by_code: { requests: 10, seconds: MINUTE, pages: 10, published: true },
    by_repository: { requests: 10, seconds: MINUTE, pages: 10, published: true },
  },
  google_docs: {
    // Custom Search: 100 queries a day free of charge, 100 results a query in pages of 10.
    by_code: { requests: 100, seconds: DAY, pages: 10, published: true },
    by_repository: { requests: 100, seconds: DAY, pages: 10, published: true },
  },
  pastebin: { by_code: 'stream', by_repository: 'stream' },
  telegram: { by_code: 'stream', by_repository: 'stream' },
  git_repo: { by_code: 'stream', by_repository: 'stream' },
};

/** Accounts that a pass is reckoned with until there is a pool of them. */
export const ACCOUNTS_AT_HAND = 1;
