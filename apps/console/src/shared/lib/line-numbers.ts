/** A part of a document within a text: the text's line (from 0) where it begins, and the number of that line there. */
export interface Segment {
  readonly index: number;
  readonly line: number;
}

/** The number of each of a text's lines in its document; null for the line that stands between two segments. */
export function lineNumbers(count: number, segments: readonly Segment[]): readonly (number | null)[] {
  return Array.from({ length: count }, (_, index) => {
    const segment = segments.findLast((one) => one.index <= index);
    const isGap = segments.some((one) => one.index > 0 && one.index === index + 1);
    return segment === undefined || isGap ? null : segment.line + (index - segment.index);
  });
}
