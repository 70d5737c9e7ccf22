import type { ReadSpan, TextEncoding, TextView } from '../text/views.ts';
import type { Span } from '../text/spans.ts';

/** A reading whose places are counted from `base` on, so that a number says in which reading it is. */
export interface Reading {
  readonly view: TextView;
  readonly base: number;
}

/** All readings of one document, one behind the other; the first is that of the whole document. */
export class DocumentText {
  readonly readings: readonly Reading[];
  /** Bytes of all readings. */
  readonly length: number;

  constructor(views: readonly TextView[]) {
    let base = 0;
    this.readings = views.map((view) => {
      const reading = { view, base };
      base += view.utf8.length;
      return reading;
    });
    this.length = base;
  }

  /** Places in one reading, counted from its own beginning. */
  placesIn({ view, base }: Reading, places: readonly number[]): readonly number[] {
    if (this.readings.length === 1) return places;
    return places.flatMap((place) => (place >= base && place < base + view.utf8.length ? [place - base] : []));
  }

  /**
   * Where spans are in the original bytes. What two readings found at the same place is there once. What the text of a page shows counts only where its
   * source shows nothing: otherwise a place that was found before the page was read as one would have other lines, and be another event.
   */
  originals(spans: readonly Span[]): readonly ReadSpan[] {
    const found: ReadSpan[] = [];
    let isInSource = false;
    for (const span of spans) {
      const reading = this.readings.findLast(({ base }) => base <= span.start);
      if (reading === undefined) continue;
      const { view, base } = reading;
      // Readings of a page are the last ones, so that those of its source are known.
      if (view.isSecondary === true && isInSource) continue;
      const isFirst = reading === this.readings[0];
      const place = placeIn(view, { start: span.start - base, end: span.end - base }, isFirst);
      if (!isFirst && found.some((other) => other.start < place.end && place.start < other.end)) continue;
      found.push(place);
      isInSource ||= view.isSecondary !== true;
    }
    return found;
  }
}

function placeIn(view: TextView, span: Span, isFirst: boolean): ReadSpan {
  if (view.place !== undefined) return view.place(span);
  const [start, end] = [view.toOriginal(span.start), view.toOriginal(span.end)];
  return isFirst ? { start, end } : { start, end, encoding: encodingOf(view) };
}

const encodingOf = ({ encoding }: TextView): TextEncoding => (encoding === 'binary' ? 'utf-8' : encoding);
