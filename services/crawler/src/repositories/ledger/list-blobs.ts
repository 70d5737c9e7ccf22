import { LISTING_LIMITS, type ListingLimits } from '../git/git-limits.ts';
import { checkCancelled, startReader } from '../git/git-reader.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { readLines } from '../git/read-lines.ts';
import { feed } from '../git/start-git.ts';
import { introducedBy, introducedSince } from './introduced-by.ts';
import type { BlobIntroduction } from './introduction-parser.ts';
import { isLimit, ListingBudget } from './listing-budget.ts';
import { listAllBlobs, listTreeBlobs } from './list-loose-blobs.ts';
import { peel, type Tips } from './tips.ts';

export interface BlobListing {
  readonly directory: string;
  /** From `readTips`; the blobs that they reach are listed. */
  readonly tips: Tips;
  /** Tips whose blobs are already known; those that the mirror no longer has are ignored. */
  readonly since?: readonly string[];
  /** The last update of the mirror found damage: also list blobs that no ref reaches. */
  readonly salvaged?: boolean;
  readonly signal?: AbortSignal;
  /** LISTING_LIMITS when not given. */
  readonly limits?: ListingLimits;
  /** Called when part of the history cannot be read, or a limit was reached; everything else is listed nevertheless. */
  readonly onDamage?: (error: GitRepositoryError) => void;
}

/** Most tips that are walked one by one after the walk over all of them failed. */
const SINGLE_WALKS = 500;
/** Commits that one `git log` gets: it holds all of them in memory, 1.5 KB each. With 5,000 a listing took 40 % more processor time. */
const COMMITS_AT_ONCE = 25_000;

type Introductions = AsyncGenerator<readonly BlobIntroduction[], GitRepositoryError | undefined, undefined>;

/**
 * Lists every introduction of every blob: parents before children and older commits before newer ones, so that the first
 * introduction of a blob is its earliest. A blob is listed again for every later path or commit that introduces it, and in a
 * damaged mirror once more without a path; the caller removes duplicates. They come in parts, as git writes them: one by one, waiting for them took
 * most of the event loop's time. Nothing is kept in memory. When a limit is reached,
 * the blobs that are left are listed without paths, within the same limits.
 * @throws GitRepositoryError cancelled
 */
export async function* listBlobs(listing: BlobListing): AsyncGenerator<readonly BlobIntroduction[], void, undefined> {
  const { directory, signal, tips } = listing;
  const known = new Set(listing.since ?? []);
  // Refs keep every tip; what no ref names any more is looked up, and ignored where the mirror does not have it.
  const others = await peel(directory, new Set([...known].filter((oid) => !tips.tips.has(oid))), signal);
  let failure = tips.unreadable.length > 0 ? damagedRefs(tips.unreadable) : undefined;
  failure = (yield* withinLimits(listing, (budget) => listReachable(listing, { known, others }, budget))) ?? failure;
  if (failure || listing.salvaged === true)
    failure = (yield* withinLimits(listing, (budget) => listAllBlobs(directory, budget))) ?? failure;
  if (failure) listing.onDamage?.(failure);
}

/** Runs a part of the listing with a budget of its own. Returns its failure, which may be a limit. */
async function* withinLimits(listing: BlobListing, part: (budget: ListingBudget) => Introductions): Introductions {
  const budget = new ListingBudget(listing.limits ?? LISTING_LIMITS, listing.signal);
  try {
    return yield* part(budget);
  } catch (error) {
    return budget.limitOf(error);
  } finally {
    budget.end();
  }
}

interface KnownTips {
  readonly known: ReadonlySet<string>;
  /** Those that no ref names. */
  readonly others: Tips;
}

async function* listReachable({ directory, tips }: BlobListing, { known, others }: KnownTips, budget: ListingBudget): Introductions {
  const isFresh = (oid: string): boolean => !known.has(oid);
  /** Input of rev-list: commits to begin with, and known ones to stop at. */
  function* revisions(commits: Iterable<string>): Generator<string> {
    for (const oid of commits) yield `${oid}\n`;
    for (const oid of known) if ((tips.tips.get(oid) ?? others.tips.get(oid)) === 'commit') yield `^${oid}\n`;
  }
  const commits = ofKind(tips, 'commit').filter(isFresh);
  let failure: GitRepositoryError | undefined;
  // What is new since the last listing is little, as a rule. Where one git cannot list it, all of it is listed once more.
  const isListed = commits.length > 0 && known.size > 0 && (yield* introducedSince(directory, revisions(commits), budget)) === undefined;
  if (commits.length > 0 && !isListed) {
    const whole = yield* walk(directory, revisions(commits), budget);
    failure = whole.cut ?? whole.unreadable;
    if (whole.cut && !isLimit(whole.cut) && commits.length > 1) {
      for (const commit of commits.slice(0, SINGLE_WALKS)) yield* walk(directory, revisions([commit]), budget);
    }
  }
  for (const oid of ofKind(tips, 'blob')) if (isFresh(oid)) yield [{ oid }];
  for (const oid of ofKind(tips, 'tree')) {
    if (isFresh(oid)) failure = (yield* listTreeBlobs(directory, oid, budget)) ?? failure;
  }
  return failure;
}

const ofKind = ({ tips }: Tips, wanted: string): string[] => [...tips].flatMap(([oid, kind]) => (kind === wanted ? [oid] : []));

/** How a walk ended. */
interface Walked {
  /** git's error when it could not find all commits, or a limit. */
  readonly cut?: GitRepositoryError | undefined;
  /** Its first error about a commit that was found and could not be read as a whole. */
  readonly unreadable?: GitRepositoryError | undefined;
}

/** Lists what the commits of a walk introduce. */
async function* walk(
  directory: string,
  starts: Iterable<string>,
  budget: ListingBudget,
): AsyncGenerator<readonly BlobIntroduction[], Walked, undefined> {
  const { signal } = budget;
  checkCancelled(signal);
  const reader = startReader(directory, ['rev-list', '--stdin', '--reverse', '--date-order'], signal, budget.process);
  let unreadable: GitRepositoryError | undefined;
  try {
    feed(reader.child.stdin, starts);
    let commits: string[] = [];
    for await (const line of readLines(reader.child.stdout)) {
      commits.push(line.toString('latin1'));
      if (commits.length < COMMITS_AT_ONCE) continue;
      unreadable = (yield* introducedBy(directory, commits, budget)) ?? unreadable;
      if (isLimit(unreadable)) return { cut: unreadable };
      commits = [];
    }
    if (commits.length > 0) unreadable = (yield* introducedBy(directory, commits, budget)) ?? unreadable;
    const ended = await reader.ended;
    checkCancelled(signal);
    return { cut: ended, unreadable };
  } catch (error) {
    checkCancelled(signal);
    throw error;
  } finally {
    reader.kill();
  }
}

function damagedRefs(oids: readonly string[]): GitRepositoryError {
  return new GitRepositoryError('damaged', `${oids.length} refs name objects that cannot be read, ${oids[0] ?? ''} first`);
}
