import type { Rate } from '../../accounts/access.port.ts';
import { type SearchBounds } from '../github/read-results.ts';
import type { SearchAxes } from '../github/search-part.ts';

const MEGABYTE = 1024 * 1024;

/**
 * `core`: the API's window without a token; answers say when an account has more. `web` and `raw`: GitHub gives no limit for its pages and raw
 * files, and blocks addresses that ask too often, for a day or longer.
 */
export const GIST_RATES = {
  core: { requests: 60, seconds: 3_600, by: 'account' },
  web: { requests: 10, seconds: 60, by: 'address' },
  raw: { requests: 300, seconds: 60, by: 'address' },
} as const satisfies Record<string, Rate>;

/** The public list goes back this many pages of this many gists. */
export const LIST_PAGES = 30;
export const LIST_PAGE_SIZE = 100;

/** Pages of gist search are fixed at ten results, and end after a hundred. */
export const GIST_SEARCH_BOUNDS: SearchBounds = { cap: 1_000, perPage: 10 };

/** Bytes of a file. */
export const GIST_AXES: SearchAxes = { qualifier: 'size', bounds: () => [0, 10 * MEGABYTE], spell: String, logarithmic: true };

/** Larger files are data rather than text. */
export const GIST_DOCUMENT_MAX = 5 * MEGABYTE;
/** Files of a gist that are read as raw files, one request each: those that the API cuts or does not give byte by byte. */
export const RAW_FILES_MAX = 20;
/** Pages of a hundred comments each. More make a gist a discussion, and a request each. */
export const COMMENT_PAGES_MAX = 5;
/** The API gives a megabyte of each file. */
export const INLINE_BYTES = MEGABYTE;
/** Bytes that a gist's files may have together, as far as the API gives them. */
export const GIST_BYTES_MAX = 32 * MEGABYTE;

export const ANSWER_BYTES = {
  /** A hundred gists without contents; one may have hundreds of files. */
  list: 32 * MEGABYTE,
  /** JSON writes a byte as up to six characters; usual text is doubled at most. */
  gist: 2 * GIST_BYTES_MAX,
  /** A comment has 65,535 characters at most. */
  comments: 32 * MEGABYTE,
  page: 8 * MEGABYTE,
  raw: GIST_DOCUMENT_MAX,
};
