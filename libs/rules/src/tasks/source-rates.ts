import type { SearchType, SourceType } from '@leakwatch/vocabulary';

/** The search rate of a source with one account. */
export interface SearchRate {
  /** Requests that one account may make in `seconds`. */
  readonly requests: number;
  readonly seconds: number;
  /** Maximum pages of one query, where the source cuts its results. */
  readonly pages: number;
  /** Whether the source publishes the rate; otherwise it is our own limit. */
  readonly published: boolean;
}

/** stream: every new document is read and matched here, so patterns cost no queries. */
export type SourceRate = SearchRate | 'stream';

const MINUTE = 60;
const DAY = 86_400;

/** Search rates of the upstreams. */
export const SOURCE_RATES: Readonly<Record<SourceType, Readonly<Record<SearchType, SourceRate>>>> = {
  github: {
    // Code search: 10 a minute for each token, 1,000 results a query in pages of 100.
    by_code: { requests: 10, seconds: MINUTE, pages: 10, published: true },
    // Repository search: 30 a minute with a token, the same number of results.
    by_repository: { requests: 30, seconds: MINUTE, pages: 10, published: true },
  },
  gist: {
    // No search API: the site's search pages, without a published rate; 10 a minute is our own limit.
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

/** Accounts that the estimate assumes until there is a pool of them. */
export const ACCOUNTS_AT_HAND = 1;
