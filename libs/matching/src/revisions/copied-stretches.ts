import type { ClosedAreas, EncodedStretch } from '../encoded/encoded-stretches.ts';
import type { Span } from '../text/spans.ts';
import type { CopiedRanges } from './copied-ranges.ts';

const meets = (areas: readonly Span[], { start, end }: Span): boolean => areas.some((area) => area.start < end && start < area.end);

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
  for (let range = 0; range < count; range++) {
    const first = from[range] ?? 0;
    const end = first + (length[range] ?? 0);
    const moved = (at[range] ?? 0) - first;
    for (const stretch of encoded) {
      if (stretch.start < first || stretch.end > end) continue;
      const there = { ...stretch, start: stretch.start + moved, end: stretch.end + moved };
      if (!meets(stretch.coding === 'base64' ? areas.lines : areas.words, there)) copied.push(there);
    }
  }
  return copied;
}
