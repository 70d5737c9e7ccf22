import { z } from 'zod';

/** A part of a query's results: those in a range of numbers, with and without certain values. No restriction means all of them. */
export const searchPart = z.object({
  /** Inclusive; null for no upper end. */
  range: z.tuple([z.number().int(), z.number().int().nullable()]).nullable(),
  only: z.array(z.tuple([z.string(), z.string()])),
  not: z.array(z.tuple([z.string(), z.string()])),
});
export type SearchPart = z.output<typeof searchPart>;

export const WHOLE: SearchPart = { range: null, only: [], not: [] };

/** How the results of one kind of search can be told apart. */
export interface SearchAxes {
  readonly qualifier: string;
  /** The range in which the numbers of nearly all results are; there may be greater ones, no smaller ones. */
  readonly bounds: (now: Date) => readonly [number, number];
  readonly spell: (value: number) => string;
  /** Small numbers are much more frequent than great ones, so a range is cut at its geometric mean. */
  readonly logarithmic: boolean;
}

/** A result's values that a part can be restricted to. */
export type Traits = Readonly<Record<string, string>>;

/** At most these many parts come of one: each costs a request, empty ones too. */
const MOST_PARTS = 16;
/** A part should be well below the cap, as it grows while it is read. */
const FILL = 0.7;
/** GitHub refuses queries of more than five operators; whether `-` counts as one is not documented. */
const MOST_EXCLUSIONS = 5;
/** Above it nothing is told apart. */
const GREATEST = 2 ** 40;
/** Values that can stand in a query without quotes. */
const PLAIN_VALUE = /^[A-Za-z0-9](?:[A-Za-z0-9_.-]{0,98}[A-Za-z0-9])?$/;

/** The qualifiers of a part, to be appended to a query; '' for the whole. */
export function spellPart({ range, only, not }: SearchPart, axes: SearchAxes): string {
  const [from, to] = range ?? [];
  const ranges =
    from === undefined
      ? []
      : [`${axes.qualifier}:${to === null || to === undefined ? `>=${axes.spell(from)}` : `${axes.spell(from)}..${axes.spell(to)}`}`];
  return [...ranges, ...only.map(([name, value]) => `${name}:${value}`), ...not.map(([name, value]) => `-${name}:${value}`)].join(' ');
}

export const samePart = (one: SearchPart, other: SearchPart): boolean => JSON.stringify(one) === JSON.stringify(other);

interface SplitOptions {
  readonly total: number;
  readonly cap: number;
  readonly now: Date;
  /** Traits of some of the part's results. */
  readonly sample: readonly Traits[];
}

/**
 * Parts that have each result of `part` in exactly one of them; none when it cannot be split. First the range is cut, and what has one
 * number only is divided by the values that the sample holds.
 */
export function splitPart(part: SearchPart, axes: SearchAxes, options: SplitOptions): readonly SearchPart[] {
  const ranges = cutRange(part.range, axes, options);
  if (ranges.length > 1) return ranges.map((range) => ({ ...part, range }));
  const divider = part.not.length < MOST_EXCLUSIONS ? chooseValue(part, options.sample) : null;
  return divider === null
    ? []
    : [
        { ...part, only: [...part.only, divider] },
        { ...part, not: [...part.not, divider] },
      ];
}

function cutRange(range: SearchPart['range'], axes: SearchAxes, { total, cap, now }: SplitOptions): NonNullable<SearchPart['range']>[] {
  const [lowest, highest] = axes.bounds(now);
  const [from, end] = range ?? [lowest, null];
  // Above the usual numbers an open range is cut at the double.
  const to = end ?? (from < highest ? highest : Math.min(2 * from + 1, GREATEST));
  const count = Math.min(MOST_PARTS, Math.max(2, Math.ceil(total / (cap * FILL))));
  const share = (at: number) => (axes.logarithmic ? (from + 1) * ((to + 1) / (from + 1)) ** at - 1 : from + (to - from) * at);
  const starts = Array.from({ length: count - 1 }, (_, at) => Math.min(to, Math.max(from + 1, Math.round(share((at + 1) / count)))));
  const cuts = [...new Set(from < to ? starts : [])].sort((one, other) => one - other);
  return [from, ...cuts].map((start, at) => [start, at < cuts.length ? (cuts[at] ?? 0) - 1 : end]);
}

/** The value that divides the sample most evenly, of a name that the part is not restricted to yet. */
function chooseValue(part: SearchPart, sample: readonly Traits[]): [string, string] | null {
  const counts = new Map<string, { pair: [string, string]; count: number }>();
  for (const [name, value] of sample.flatMap((traits) => Object.entries(traits))) {
    const isFixed = part.only.some(([one]) => one === name) || part.not.some((one) => one[0] === name && one[1] === value);
    if (isFixed || !PLAIN_VALUE.test(value)) continue;
    const known = counts.get(`${name}:${value}`);
    counts.set(`${name}:${value}`, { pair: [name, value], count: (known?.count ?? 0) + 1 });
  }
  const unevenness = (count: number) => Math.abs(count - sample.length / 2);
  const [best] = [...counts.values()].sort((one, other) => unevenness(one.count) - unevenness(other.count));
  return best?.pair ?? null;
}
