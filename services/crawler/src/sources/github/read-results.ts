import { z } from 'zod';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { addResults, namedResults } from '../named-results.ts';
import type { Answer } from '../unit-source.port.ts';
import { samePart, type SearchAxes, type SearchPart, searchPart, splitPart, type Traits, WHOLE } from './search-part.ts';

/** One page of a part of the results. */
export const pageSlice = z.object({
  kind: z.literal('page'),
  part: searchPart,
  page: z.number().int().min(1),
  /** What the pages before it named, and the most results that the upstream said the part has. */
  named: namedResults,
  most: z.number().int().nonnegative().default(0),
});
export type PageSlice = z.output<typeof pageSlice>;

/** `splits` counts those of this pass. `waiting`, of a query that is not deep: parts that later passes read, after the best of the whole. */
const rotationShape = z.object({ splits: z.number(), waiting: z.array(searchPart) });
export type Rotation = z.output<typeof rotationShape>;
export const NO_ROTATION: Rotation = { splits: 0, waiting: [] };
export const rotation = rotationShape.catch(NO_ROTATION);

/** Enough for half a million results; an upstream that ignores the qualifiers of a part would have it split forever. */
const MOST_SPLITS = 1_000;
/** Splits of a pass after which a part is read as far as the upstream gets: it may not get to the end of any query. */
const MOST_SPLITS_FOR_TIME = 50;
/** Of a query that is not deep: parts that may wait for more to be made for this reason. */
const MOST_WAITING_FOR_TIME = 6;

export interface SearchBounds {
  /** Results that the upstream gives of one query. */
  readonly cap: number;
  readonly perPage: number;
}

export interface FoundPage {
  readonly total: number;
  /** The upstream gave the query up before it had gone through everything. */
  readonly timedOut?: boolean;
  /** The keys of the page's results. */
  readonly keys: readonly string[];
  /** Traits of the page's results. */
  readonly sample: readonly Traits[];
}

export interface ReadOptions {
  readonly deep: boolean;
  readonly axes: SearchAxes;
  readonly bounds: SearchBounds;
  readonly now: Date;
}

export interface PageOutcome {
  /** Whether the page's results are part of the answer; they are not when the part is split. */
  readonly kept: boolean;
  readonly more: readonly PageSlice[];
  readonly total: number | undefined;
  readonly capped: boolean;
  /** The upstream gave up, or results moved between the pages of the part while they were read. */
  readonly incomplete: boolean;
  readonly state: Rotation;
}

const firstPage = (part: SearchPart): PageSlice => ({ kind: 'page', part, page: 1, named: [], most: 0 });

/** A pass reads the whole; one that is not deep also the next of the parts that the whole did not reach. */
export const firstSlices = (deep: boolean, { waiting }: Rotation): readonly PageSlice[] =>
  [WHOLE, ...(deep ? [] : waiting.slice(0, 1))].map(firstPage);

/**
 * What follows from a page. A deep query splits a part instead of reading it where it is over the cap, or takes the upstream too long: a narrower
 * query ends in time. Another one reads its best results and leaves its parts to later passes, depth first, so that few of them wait.
 */
export function readPage(slice: PageSlice, found: FoundPage, state: Rotation, { deep, axes, bounds, now }: ReadOptions): PageOutcome {
  const { part, page } = slice;
  const isOver = found.total > bounds.cap;
  const isWhole = samePart(part, WHOLE);
  const splits = isWhole && page === 1 ? 0 : state.splits;
  const maySplitForTime = deep ? splits < MOST_SPLITS_FOR_TIME : state.waiting.length < MOST_WAITING_FOR_TIME;
  const isSlow = found.timedOut === true && maySplitForTime;
  const canSplit = (isOver || isSlow) && page === 1 && splits < MOST_SPLITS;
  const parts = canSplit ? splitPart(part, axes, { total: found.total, cap: bounds.cap, now, sample: found.sample }) : [];
  if (deep && parts.length > 0)
    return {
      kept: false,
      more: parts.map(firstPage),
      total: undefined,
      capped: false,
      incomplete: false,
      state: { ...state, splits: splits + 1 },
    };
  const isLast = page * bounds.perPage >= Math.min(found.total, bounds.cap);
  const named = [...addResults(slice.named, found.keys)];
  const most = Math.max(slice.most, found.total);
  return {
    kept: true,
    more: isLast ? [] : [{ kind: 'page', part, page: page + 1, named, most }],
    // The parts of a rotation are within the whole, whose number was given already.
    total: page === 1 && (deep || isWhole) ? found.total : undefined,
    capped: isOver && (page === 1 || isLast),
    incomplete: found.timedOut === true || (isLast && most <= bounds.cap && named.length < most),
    state: { splits, waiting: deep ? state.waiting : [...nextWaiting(state.waiting, { part, parts, isFirst: page === 1, isLast })] },
  };
}

/** A part waits until its last page: a pass that ends before begins with it again. One that is split is over at once, since its parts hold all of it. */
function nextWaiting(
  waiting: readonly SearchPart[],
  { part, parts, isFirst, isLast }: { part: SearchPart; parts: readonly SearchPart[]; isFirst: boolean; isLast: boolean },
): readonly SearchPart[] {
  if (samePart(part, WHOLE)) return isFirst && waiting.length === 0 ? parts : waiting;
  return isLast || parts.length > 0 ? [...parts, ...without(waiting, part)] : waiting;
}

const without = (waiting: readonly SearchPart[], part: SearchPart): readonly SearchPart[] => waiting.filter((one) => !samePart(one, part));

export const waitsFor = ({ waiting }: Rotation, part: SearchPart): boolean => waiting.some((one) => samePart(one, part));

/** The state after everything of a part is read, or nothing of it can be. */
export const endPart = (state: Rotation, part: SearchPart): Rotation => ({ ...state, waiting: [...without(state.waiting, part)] });

/**
 * The answer where the upstream refuses a part of a query that is not deep, such as one of an owner who is not there any more: the next pass goes on
 * with another part. Other errors are thrown on.
 */
export function leaveRefusedPart(error: unknown, { part }: PageSlice, deep: boolean, state: Rotation): { answer: Answer; state: Rotation } {
  if (!(error instanceof UpstreamError) || error.failure !== 'query_refused' || deep || samePart(part, WHOLE)) throw error;
  return {
    answer: { references: [], more: [], incomplete: true },
    state: endPart(state, part),
  };
}
