const MEBIBYTE = 1024 * 1024;
const GIBIBYTE = 1024 * MEBIBYTE;

/** What one git process may use. Its helpers, such as index-pack, have the same limits, each for itself. */
export interface ProcessLimits {
  readonly addressSpaceBytes: number;
  readonly cpuSeconds: number;
}

/**
 * Address space of a git that contacts a remote. index-pack takes about 210 bytes for each object: with the 10.5 million of
 * Linux, among the largest public repositories, 2.2 GiB.
 */
export const FETCH_ADDRESS_SPACE_BYTES = 4 * GIBIBYTE;

/**
 * A git that reads a mirror. Of Linux, the index of the pack takes 310 MB, windows into the pack 128 MB, 1.3 million commits
 * 300 MB. A commit takes 290 bytes for each path that it changes, so 6 million paths in one commit are within the limit. The
 * time is that of a git whose crawler was killed, or that a hostile object keeps busy; a long scan uses several processes.
 */
export const READ_LIMITS: ProcessLimits = { addressSpaceBytes: 2 * GIBIBYTE, cpuSeconds: 3600 };

/**
 * Refs that a remote may have. Large projects have some 100,000, with refs for every pull request; only a handful of public
 * repositories have more than this. They are streamed, but the objects that they name are not: see MAX_TIPS.
 */
export const MAX_REFS = 200_000;
/** Bytes of all lines that name these refs: 300 for each, where usual names take 70. git has them in memory and stores them. */
export const MAX_REFS_BYTES = 64 * MEBIBYTE;
/**
 * Different objects that the refs of a mirror name, those of earlier updates included. During a listing each takes about 200
 * bytes, and two launches share a heap of 192 MB.
 */
export const MAX_TIPS = 250_000;

/** Bytes of a path, an author or a ref in git's output. File systems stop at 4 KiB, git's protocol at 64 KiB. */
export const MAX_NAME_BYTES = 64 * 1024;

export interface ListingLimits {
  /** Introductions (a blob at a path in a commit). The whole history of Linux has about 7 million. */
  readonly introductions: number;
  /** Duration. Listing Linux takes about five minutes, most of them for the ledger. */
  readonly milliseconds: number;
  readonly process: ProcessLimits;
}

/** Limits of one listing of a mirror; what it lists without paths after reaching one has the same limits again. */
export const LISTING_LIMITS: ListingLimits = { introductions: 20_000_000, milliseconds: 60 * 60_000, process: READ_LIMITS };

/** Duration of matching one repository in one launch, so that the task's other repositories have their turn. The next launch continues. */
export const SCAN_MILLISECONDS = 4 * 60 * 60_000;
