import { viewAround } from '../text/described-view.ts';
import type { ReadSpan } from '../text/views.ts';
import type { Span } from '../text/spans.ts';
import { decodeUtf8 } from '../text/text-view.ts';
import { type ExcerptBounds, chooseSegments } from './segments.ts';
import { lineNumber } from './lines.ts';
import { withInside } from './with-inside.ts';

/** What an event shows around its matches. */
export interface Excerpt {
  /** Segments joined by `SEGMENT_GAP`. Control characters other than tab and line ends are U+FFFD. */
  readonly text: string;
  /** 1-based number of the first line of `text`. */
  readonly firstLine: number;
  readonly lineOfFirstMatch: number;
  /** Matches in UTF-16 units of `text`, in order, those that touch joined. */
  readonly highlights: readonly Span[];
  /** Where, in UTF-16 units of `text`, each segment begins, and the line it begins on. */
  readonly segments: readonly { readonly at: number; readonly line: number }[];
  /** True when less is shown than the lines asked for. */
  readonly truncated: boolean;
}

/** Stands between two parts of a document that do not adjoin. */
export const SEGMENT_GAP = '\n…\n';

/** Lines shown before and after a line that holds a match. */
export const DEFAULT_CONTEXT_LINES = 3;

/** Most bytes of the document, as UTF-8, that an excerpt shows. */
export const DEFAULT_MAX_BYTES = 8192;

/** PostgreSQL refuses NUL in text, and terminals obey the others. One unit for one, so that highlights stay. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\t\n\r]/gu, '\ufffd');
}

class ExcerptWriter {
  text = '';
  readonly highlights: Span[] = [];
  readonly segments: { at: number; line: number }[] = [];
  private readonly source: Uint8Array;

  constructor(source: Uint8Array) {
    this.source = source;
  }

  /** Writes one segment piece by piece, so that the places of the matches in `text` are known. */
  write(segment: Span, matches: readonly Span[]): void {
    if (this.segments.length > 0) this.text += SEGMENT_GAP;
    this.segments.push({ at: this.text.length, line: lineNumber(this.source, segment.start) });
    let at = segment.start;
    for (const match of matches) {
      const start = Math.max(match.start, segment.start);
      const end = Math.min(match.end, segment.end);
      if (start >= end) continue;
      this.copy(at, start);
      const from = this.text.length;
      this.copy(start, end);
      this.highlights.push({ start: from, end: this.text.length });
      at = end;
    }
    this.copy(at, segment.end);
  }

  private copy(start: number, end: number): void {
    this.text += printable(decodeUtf8(this.source.subarray(start, end)));
  }
}

/**
 * The lines around the matches of a document, decoded as they were found, with every match in it; behind encoded characters stands what they
 * hold. When they exceed
 * `maxBytes`, context lines are removed first, then the far parts of long lines (minified files). Of a match that is itself
 * too long the beginning is kept.
 * @param spans byte offsets into the original bytes, as `match` gives them; none shows the beginning of the document
 */
export function excerptAround(bytes: Uint8Array, spans: readonly ReadSpan[], options: Partial<ExcerptBounds> = {}): Excerpt {
  const view = viewAround(bytes, spans);
  const bounds = { contextLines: DEFAULT_CONTEXT_LINES, maxBytes: DEFAULT_MAX_BYTES, ...options };
  const { utf8, matches } = withInside(view, spans.length === 0 ? [{ start: 0, end: 0 }] : spans);
  const { segments, truncated } = chooseSegments(utf8, matches, bounds);
  const writer = new ExcerptWriter(utf8);
  for (const segment of segments) writer.write(segment, matches);
  return {
    text: writer.text,
    firstLine: writer.segments[0]?.line ?? 1,
    lineOfFirstMatch: lineNumber(utf8, matches[0]?.start ?? 0),
    highlights: writer.highlights,
    segments: writer.segments,
    truncated,
  };
}
