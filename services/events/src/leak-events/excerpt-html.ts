import { escapeHtml } from '@leakwatch/platform';
import type { StoredExcerpt } from './event.entity.ts';

const lineFeeds = (text: string): number => text.split('\n').length - 1;

/** Where the separate parts of an excerpt begin, by line. */
export const segmentsOf = ({ text, segments }: StoredExcerpt) =>
  segments.map(({ at, line }) => ({ index: lineFeeds(text.slice(0, at)), line }));

/**
 * Text as HTML in which only our `<mark>` is markup (docs/behaviour/events.md). Ranges are UTF-16 offsets; overlapping
 * ones become one mark.
 */
export function highlightedHtml(text: string, ranges: readonly { readonly start: number; readonly end: number }[]): string {
  const sorted = ranges.filter((range) => range.end > range.start).sort((a, b) => a.start - b.start);
  let html = '';
  let at = 0;
  for (const range of sorted) {
    const end = Math.min(range.end, text.length);
    if (end <= at) continue;
    const start = Math.max(range.start, at);
    // Touching marks are one: a reader sees one match, not two halves.
    const joins = start === at && html.endsWith('</mark>');
    html = joins ? html.slice(0, -'</mark>'.length) : `${html}${escapeHtml(text.slice(at, start))}<mark>`;
    html += `${escapeHtml(text.slice(start, end))}</mark>`;
    at = end;
  }
  return html + escapeHtml(text.slice(at));
}
