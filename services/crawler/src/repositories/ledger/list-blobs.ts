import { checkCancelled, startReader } from '../git/git-reader.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import { type BlobIntroduction, INTRODUCTION_FORMAT, IntroductionParser } from './introduction-parser.ts';
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
  /** Called when part of the history cannot be read; everything else is listed nevertheless. */
  readonly onDamage?: (error: GitRepositoryError) => void;
}

/** Most tips that are walked one by one after the walk over all of them failed. */
const SINGLE_WALKS = 500;

/**
 * Lists every introduction of every blob: parents before children and older commits before newer ones, so that the first
 * introduction of a blob is its earliest. A blob is listed again for every later path or commit that introduces it, and in a
 * damaged mirror once more without a path; the caller removes duplicates. Nothing is kept in memory.
 * @throws GitRepositoryError cancelled
 */
export async function* listBlobs(listing: BlobListing): AsyncGenerator<BlobIntroduction, void, undefined> {
  const { directory, signal, tips } = listing;
  const known = await peel(directory, new Set(listing.since ?? []), signal);
  const knownOids = new Set(known.tips.map((tip) => tip.oid));
  const fresh = tips.tips.filter((tip) => !knownOids.has(tip.oid));
  const commits = fresh.filter((tip) => tip.kind === 'commit').map((tip) => tip.oid);
  const not = known.tips.filter((tip) => tip.kind === 'commit').map((tip) => `^${tip.oid}`);

  let failure = tips.unreadable.length > 0 ? damagedRefs(tips.unreadable) : undefined;
  if (commits.length > 0) {
    const whole = yield* walk(listing, [...commits, ...not]);
    if (whole && commits.length > 1) {
      for (const commit of commits.slice(0, SINGLE_WALKS)) yield* walk(listing, [commit, ...not]);
    }
    failure ??= whole;
  }
  for (const tip of fresh) {
    if (tip.kind === 'blob') yield { oid: tip.oid };
    if (tip.kind === 'tree') failure = (yield* listTreeBlobs(directory, tip.oid, signal)) ?? failure;
  }
  if (failure || listing.salvaged === true) failure = (yield* listAllBlobs(directory, signal)) ?? failure;
  if (failure) listing.onDamage?.(failure);
}

/** Returns git's error when it could not continue. */
async function* walk(
  listing: BlobListing,
  revisions: readonly string[],
): AsyncGenerator<BlobIntroduction, GitRepositoryError | undefined, undefined> {
  const { directory, signal } = listing;
  checkCancelled(signal);
  const reader = startReader(
    directory,
    // -c shows what the merge itself changed, without what it took from a parent.
    [
      'log',
      '--stdin',
      '--reverse',
      '--date-order',
      '--raw',
      '-c',
      '--root',
      '-z',
      '--no-abbrev',
      '--no-renames',
      '--no-notes',
      '--no-color',
      '--no-ext-diff',
      '--ignore-submodules=none',
      `--format=${INTRODUCTION_FORMAT}`,
    ],
    signal,
  );
  try {
    reader.child.stdin.end(`${revisions.join('\n')}\n`);
    const parser = new IntroductionParser();
    try {
      for await (const chunk of reader.child.stdout) yield* parser.push(chunk);
    } catch (error) {
      checkCancelled(signal);
      throw error;
    }
    const failure = await reader.ended;
    checkCancelled(signal);
    return failure;
  } finally {
    reader.kill();
  }
}

function damagedRefs(oids: readonly string[]): GitRepositoryError {
  return new GitRepositoryError('damaged', `${oids.length} refs name objects that cannot be read, ${oids[0] ?? ''} first`);
}
