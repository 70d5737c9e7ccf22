import type { ClosedAreas } from '../encoded/encoded-stretches.ts';
import type { EncodedStretch } from '../encoded/stretch-list.ts';
import { ESCAPES } from '../encoded/escapes.ts';
import { byStart, type Span } from '../text/spans.ts';
import type { CopiedRanges } from './copied-ranges.ts';

/** Number of the first span that ends behind a place; they are sorted. */
function firstBehind(spans: readonly Span[], place: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((spans[middle]?.end ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

const meets = (areas: readonly Span[], { start, end }: Span): boolean => (areas[firstBehind(areas, start)]?.start ?? end) < end;

/**
 * The stretches of a base that a revision has as well, at their places in the revision.
 * @param areas of the revision, around what is new: stretches in them are found there
 */
export function copiedStretches(
  encoded: readonly EncodedStretch[],
  { count, at, from, length }: CopiedRanges,
  areas: ClosedAreas,
): readonly EncodedStretch[] {
  const copied: EncodedStretch[] = [];
  if (encoded.length === 0) return copied;
  // Of one kind each, so that they are sorted by both ends.
  const ofKinds = ['base64', ...ESCAPES]
    .map((coding) => encoded.filter((stretch) => stretch.coding === coding).sort(byStart))
    .filter((some) => some.length > 0);
  for (let range = 0; range < count; range++) {
    const first = from[range] ?? 0;
    const end = first + (length[range] ?? 0);
    const moved = (at[range] ?? 0) - first;
    for (const stretches of ofKinds)
      for (let number = firstBehind(stretches, first); number < stretches.length; number++) {
        const stretch = stretches[number];
        if (stretch === undefined || stretch.end > end) break;
        if (stretch.start < first) continue;
        const there = { ...stretch, start: stretch.start + moved, end: stretch.end + moved };
        if (!meets(stretch.coding === 'base64' ? areas.lines : areas.words, there)) copied.push(there);
      }
  }
  return copied;
}
