/** What a stream of Redis holds: the id of its oldest entry, if there is one, and the last id that it ever gave. */
export interface StreamRange {
  readonly first: string | null;
  readonly last: string;
}

/** Before everything. */
export const BEGINNING = '0-0';

const ID = /^(\d{1,20})-(\d{1,20})$/;

/** Negative when `a` was given before `b`. Throws for what is no id. */
export function compareIds(a: string, b: string): number {
  const [left, right] = [ID.exec(a), ID.exec(b)];
  if (left === null || right === null) throw new Error('no id of a stream');
  const by = (part: 1 | 2) => Number(BigInt(left[part] ?? 0) - BigInt(right[part] ?? 0));
  return by(1) === 0 ? by(2) : by(1);
}

/**
 * Whether a reader that knows everything up to `after` can go on without a gap: nothing behind `after` was cut off the
 * stream, and the stream is still the one that gave the id.
 */
export function goesOn(after: string, range: StreamRange): boolean {
  if (!ID.test(after) || compareIds(after, range.last) > 0) return false;
  if (compareIds(after, range.last) === 0) return true;
  return range.first !== null && compareIds(range.first, after) <= 0;
}
