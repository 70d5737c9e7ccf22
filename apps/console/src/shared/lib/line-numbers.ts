/** A part of a document in an excerpt: the line of the excerpt (from 0) where it begins, and the number of that line in the document. */
export interface Segment {
  readonly index: number;
  readonly line: number;
}

/** The line number in the document for each line of an excerpt; null for the line between two parts. */
export function lineNumbers(count: number, segments: readonly Segment[]): readonly (number | null)[] {
  return Array.from({ length: count }, (_, index) => {
    const segment = segments.findLast((one) => one.index <= index);
    const isGap = segments.some((one) => one.index > 0 && one.index === index + 1);
    return segment === undefined || isGap ? null : segment.line + (index - segment.index);
  });
}
