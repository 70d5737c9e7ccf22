import {
  type ExamineOptions,
  type GuestUse,
  type JobContext,
  KnownText,
  type LiteralPlaces,
  RevisionMatcher,
  type StepLimits,
} from '@leakwatch/matching';
import { formatOf } from '../extraction/formats.ts';
import { blobsOfPacks } from '../repositories/packs/blobs-of-packs.ts';
import { findForests } from '../repositories/packs/find-forests.ts';
import { readLooseBlob } from '../repositories/packs/loose-object.ts';
import { ObjectNames } from '../repositories/packs/object-names.ts';
import { PackError } from '../repositories/packs/pack-error.ts';
import type { PackForest } from '../repositories/packs/pack-forest.ts';
import { type ForestVisitor, ForestWalk, type WalkLimits } from '../repositories/packs/walk-forest.ts';
import { holdsLines } from './holds-lines.ts';
import { type LeftAnswer, type LooseJob, screeningJob, type WalkJob } from './screening-jobs.ts';

const MEBIBYTE = 1024 * 1024;
/**
 * Larger objects are left to git, with their deltas. With what is being read, a thread takes 130 MiB at most; two of them fit into a
 * worker of 512 MiB.
 */
const LIMITS: WalkLimits = { objectBytes: 16 * MEBIBYTE, heldBytes: 48 * MEBIBYTE };
/** A job ends after this time, so that other owners of the threads have their turn. */
const SLICE_MS = 200;

/**
 * Of all expressions in one object: half a second at worst, so that one launch does not hold all threads for longer. An object that needs
 * more is matched afterwards like any other, with the budget of documents.
 */
const STEPS: StepLimits = { expression: 2 ** 26, document: 2 ** 26 };

/** Does one job in a matching thread. */
export function doScreening(job: unknown, context: JobContext): unknown {
  const parsed = screeningJob.parse(job);
  switch (parsed.type) {
    case 'find':
      return unreadableAsNull(() => findForests(parsed.objects, new ObjectNames(parsed.oids, parsed.each)));
    case 'packs':
      return unreadableAsNull(() => blobsOfPacks(parsed.objects, parsed.packs, parsed.each, parsed.most));
    case 'walk':
      return walk(parsed, context);
    case 'loose':
      return readLoose(parsed, context);
    case 'lines':
      return holdsLines(parsed.bytes, parsed.lines);
  }
}

function unreadableAsNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PackError) return null;
    throw error;
  }
}

function timer({ isStopped }: JobContext): () => boolean {
  const end = performance.now() + SLICE_MS;
  return () => performance.now() > end || isStopped();
}

/** How the objects of a job are matched, and what they cost the guests. */
interface Matching {
  readonly context: JobContext;
  readonly options: ExamineOptions;
  readonly spent: Map<string, number>;
}

const matchingOf = (context: JobContext, { guests }: WalkJob | LooseJob): Matching => ({
  context,
  options: { only: context.only, isStopped: context.isStopped, limits: STEPS, guests: guests ?? undefined },
  spent: new Map(),
});

function charge(spent: Map<string, number>, guests: GuestUse | undefined): void {
  for (const [owner, steps] of guests?.spent ?? []) spent.set(owner, (spent.get(owner) ?? 0) + steps);
}

function walk(job: WalkJob, context: JobContext): LeftAnswer {
  const matching = matchingOf(context, job);
  const { spent } = matching;
  const reading = openWalk(job.forest, visitorOf(job, matching));
  if (reading === undefined) return { left: [], spent: [...spent] };
  try {
    const left = [...reading.read(job.nodes)];
    return { left, spent: [...spent] };
  } finally {
    reading.close();
  }
}

function visitorOf({ forest, clean, known }: WalkJob, { context, options, spent }: Matching): ForestVisitor<LiteralPlaces> {
  const { wanted, childrenFrom } = forest;
  const matcher = new RevisionMatcher(context.compiled, new KnownText(known));
  return {
    isOver: timer(context),
    visit: (node, bytes, base, copies) => {
      const number = wanted[node] ?? -1;
      // What is not wanted is scanned where that saves scanning two others.
      if (number === -1 && (childrenFrom[node + 1] ?? 0) - (childrenFrom[node] ?? 0) < 2) return undefined;
      const { concerns, places, guests } = matcher.examine(bytes, base && { places: base, copies }, options);
      charge(spent, guests);
      if (number !== -1 && !concerns && formatOf(bytes) === null) clean[number] = 1;
      return places;
    },
  };
}

function openWalk(forest: PackForest, visitor: ForestVisitor<LiteralPlaces>): ForestWalk<LiteralPlaces> | undefined {
  try {
    return new ForestWalk(forest, visitor, LIMITS);
  } catch (error) {
    if (error instanceof PackError) return undefined;
    throw error;
  }
}

function readLoose(job: LooseJob, context: JobContext): LeftAnswer {
  const { objects, oids, each, numbers, clean, known } = job;
  const { options, spent } = matchingOf(context, job);
  const matcher = new RevisionMatcher(context.compiled, new KnownText(known));
  const names = Buffer.from(oids.buffer, oids.byteOffset, oids.length);
  const isOver = timer(context);
  for (const [at, number] of numbers.entries()) {
    if (at > 0 && isOver()) return { left: [...numbers.subarray(at)], spent: [...spent] };
    const bytes = looseBlob(objects, names.subarray(number * each, (number + 1) * each));
    // What is inside an archive is read where its bytes come from git.
    if (bytes === undefined || formatOf(bytes) !== null) continue;
    const { concerns, guests } = matcher.examine(bytes, undefined, options);
    charge(spent, guests);
    if (!concerns) clean[number] = 1;
  }
  return { left: [], spent: [...spent] };
}

function looseBlob(objects: string, name: Buffer): Buffer | undefined {
  try {
    return readLooseBlob(objects, name, LIMITS.objectBytes);
  } catch (error) {
    if (error instanceof PackError) return undefined;
    throw error;
  }
}
