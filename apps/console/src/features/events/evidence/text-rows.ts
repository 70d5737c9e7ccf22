import { type HiddenPart, splitHidden } from '../../../shared/lib/marked-lines.ts';

/** A half-open range of UTF-16 units of the text. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** What is shown as one line: a line of the text, or a part of a very long one. */
export interface Row extends Range {
  /** Its number in the document; null for a further part of a line. */
  readonly line: number | null;
}

/** Units of one row: browsers lay out longer lines slowly, and minified files have lines of megabytes. */
const ROW_UNITS = 2_000;

const isLowHalf = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

/** Splits a text into rows; a page that continues a line begins with a further part of it. */
export function rowsOf(text: string, firstLine: number, continuesLine: boolean): readonly Row[] {
  const rows: Row[] = [];
  let line = firstLine;
  for (let from = 0; from <= text.length; line += 1) {
    const feed = text.indexOf('\n', from);
    const end = feed === -1 ? text.length : feed;
    // A line feed at the end ends the last line and does not start another one.
    if (feed === -1 && from === end && from > 0) break;
    const shown = end > from && text[end - 1] === '\r' ? end - 1 : end;
    addRows(rows, text, { start: from, end: shown }, from === 0 && continuesLine ? null : line);
    from = feed === -1 ? text.length + 1 : feed + 1;
  }
  return rows;
}

function addRows(rows: Row[], text: string, { start, end }: Range, line: number | null): void {
  let from = start;
  do {
    let to = Math.min(end, from + ROW_UNITS);
    if (to < end && isLowHalf(text.charCodeAt(to))) to -= 1;
    rows.push({ start: from, end: to, line: from === start ? line : null });
    from = to;
  } while (from < end);
}

/** Index of the row that holds a place. */
export function rowAt(rows: readonly Row[], at: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((rows[middle]?.start ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

export interface RowPiece extends HiddenPart {
  /** A match of the event. */
  readonly match: boolean;
  readonly hit: boolean;
  /** What the person jumped to. */
  readonly current: boolean;
}

interface Marks {
  /** Each in order and apart. */
  readonly matches: readonly Range[];
  readonly hits: readonly Range[];
  readonly current: Range | undefined;
}

/** The pieces of a row, by how they are marked. */
export function piecesOf(text: string, row: Range, { matches, hits, current }: Marks): readonly RowPiece[] {
  const [inMatches, inHits] = [within(matches, row), within(hits, row)];
  const edges = [...inMatches, ...inHits, ...(current === undefined ? [] : [current])].flatMap(({ start, end }) => [start, end]);
  const cuts = [...new Set([row.start, row.end, ...edges.filter((at) => at > row.start && at < row.end)])].sort((a, b) => a - b);
  return cuts.slice(0, -1).flatMap((start, at) => {
    const holds = (range: Range) => range.start <= start && start < range.end;
    const look = { match: inMatches.some(holds), hit: inHits.some(holds), current: current !== undefined && holds(current) };
    return splitHidden(text.slice(start, cuts[at + 1])).map((part) => ({ ...part, ...look }));
  });
}

/** Ranges that touch a row. */
function within(ranges: readonly Range[], { start, end }: Range): readonly Range[] {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  const found: Range[] = [];
  for (let range = ranges[low]; range !== undefined && range.start < end; range = ranges[(low += 1)]) found.push(range);
  return found;
}
