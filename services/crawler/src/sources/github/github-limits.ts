import type { Rate } from '../../accounts/access.port.ts';
import type { SearchAxes } from './search-part.ts';
import type { SearchBounds } from './read-results.ts';

/** GitHub's documented windows of an account with a token. */
export const GITHUB_RATES = {
  code_search: { requests: 10, seconds: 60, by: 'account' },
  search: { requests: 30, seconds: 60, by: 'account' },
  core: { requests: 5_000, seconds: 3_600, by: 'account' },
} as const satisfies Record<string, Rate>;

/** GitHub gives a thousand results of a query and at most a hundred on a page. */
export const GITHUB_BOUNDS: SearchBounds = { cap: 1_000, perPage: 100 };

/** The code search has files below 384 KB; others come of reading whole repositories, where larger files are data rather than text. */
export const GITHUB_DOCUMENT_MAX = 5 * 1024 * 1024;
/** Files that are read of one repository. More are code of others that was copied in; an account fetches 5,000 an hour. */
export const REPOSITORY_FILES_MAX = 20_000;
/** Bytes that are read of one repository. */
export const REPOSITORY_BYTES_MAX = 1024 * 1024 * 1024;

const MEGABYTE = 1024 * 1024;
export const ANSWER_BYTES = {
  /** A hundred results with all addresses of their repositories are below a megabyte. */
  search: 16 * MEGABYTE,
  branch: 4 * MEGABYTE,
  /** GitHub cuts a tree at 7 MB. */
  tree: 16 * MEGABYTE,
  /** Base64 with its line ends, and the fields around it. */
  blob: Math.ceil((GITHUB_DOCUMENT_MAX * 4) / 3) + MEGABYTE,
};

/** Bytes of a file. */
export const CODE_AXES: SearchAxes = { qualifier: 'size', bounds: () => [0, 384 * 1024], spell: String, logarithmic: true };

/** GitHub has no repository that is older. */
const FIRST_REPOSITORY = Date.parse('2007-10-01T00:00:00Z') / 1000;

/** Seconds at which a repository was created. */
export const REPOSITORY_AXES: SearchAxes = {
  qualifier: 'created',
  bounds: (now) => [FIRST_REPOSITORY, Math.floor(now.getTime() / 1000)],
  spell: (seconds) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'),
  logarithmic: false,
};
