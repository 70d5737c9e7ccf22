/** A half-open range of bytes (or of UTF-16 units where a name says so). */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export const byStart = (left: Span, right: Span): number => left.start - right.start || left.end - right.end;

/** Joins spans that overlap, touch, or have at most `gap` bytes between them; `spans` are sorted by start. */
export function mergeSpans(spans: readonly Span[], gap = 0): readonly Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end + gap) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

/** What is between spans in the first `length` bytes; they are sorted by start and apart. */
export function spansBetween(spans: readonly Span[], length: number): readonly Span[] {
  const between: Span[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    if (start > at) between.push({ start: at, end: start });
    at = end;
  }
  if (at < length) between.push({ start: at, end: length });
  return between;
}

/** The parts of spans that are between `from` and `to`, in order and apart. */
export const within = (spans: readonly Span[], from: number, to: number): readonly Span[] =>
  mergeSpans(spans.map(({ start, end }) => ({ start: Math.max(from, start), end: Math.min(to, end) })).toSorted(byStart)).filter(
    ({ start, end }) => end > start,
  );

/** Equal spans once. */
export const eachOnce = (spans: readonly Span[]): readonly Span[] => [
  ...new Map(spans.map((span) => [`${span.start}-${span.end}`, span])).values(),
];
