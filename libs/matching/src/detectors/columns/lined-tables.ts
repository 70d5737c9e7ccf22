import type { Span } from '../../text/spans.ts';
import { cellOf, type Rows, type Table } from './tables.ts';

/** A longer line is no row of a table that people read. */
const LINE_MAX = 4_000;
/** Lines in turn that are no rows (rulers, notes of several lines) before a table ends. */
const AMISS_MAX = 10;
/** What separates cells, the strongest sign first. Without one, columns are aligned by blanks. */
const SEPARATORS = ['\t', '|', ';', ','];
const BLANKS = / {2,}/g;
/** What a name of a column consists of, in its quotes or emphasis. */
const NAME = /^(?:[\p{L}\p{N}\p{M} _.*/#№-]|\([^()]{0,40}\)){0,60}$/u;

/** A definition of C, or a text of a program in quotes: headings of columns that blanks align have neither. */
const PROGRAM_LINE = /^\s*#\s?define\b|["']/;

/** Where a cell in double quotes ends: behind the quote that is not doubled. -1 where none closes it. */
function closingQuote(text: string, from: number, end: number): number {
  for (let at = text.indexOf('"', from); at !== -1 && at < end; at = text.indexOf('"', at + 2)) if (text[at + 1] !== '"') return at;
  return -1;
}

/** The parts of a line between its separators. */
function partsOf(text: string, { start, end }: Span, separator: string | null): readonly Span[] {
  const parts: Span[] = [];
  let from = start;
  if (separator === null) {
    const line = text.slice(start, end).trimEnd();
    const indent = line.length - line.trimStart().length;
    from += indent;
    for (const { index, 0: gap } of line.slice(indent).matchAll(BLANKS)) {
      const at = start + indent + index;
      parts.push({ start: from, end: at });
      from = at + gap.length;
    }
    return [...parts, { start: from, end: start + line.length }];
  }
  for (;;) {
    let search = from;
    while (text[search] === ' ') search += 1;
    const close = text[search] === '"' ? closingQuote(text, search + 1, end) : -1;
    const found = text.indexOf(separator, close === -1 ? from : close);
    const to = found === -1 || found >= end ? end : found;
    parts.push({ start: from, end: to });
    if (to === end) return parts;
    from = to + 1;
  }
}

/** The line at a place, without its line break; null where it is too long. */
function lineAt(text: string, at: number): Span | null {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  const found = text.indexOf('\n', at);
  const end = found === -1 ? text.length : found;
  return end - start > LINE_MAX ? null : { start, end: text[end - 1] === '\r' ? end - 1 : end };
}

/** Lines behind a place with as many cells as there are headings. */
export function rowsBehind(text: string, behind: number, separator: string | null, count: number): Rows {
  const rows: (readonly Span[])[] = [];
  let end = behind;
  // Commas and blanks stand in programs and sentences too: there the first row follows its headings.
  let amiss = separator === null || separator === ',' ? AMISS_MAX - 1 : 0;
  for (let at = behind; amiss < AMISS_MAX && at < text.length; ) {
    const found = text.indexOf('\n', at);
    const next = found === -1 ? text.length : found + 1;
    const line = next - at > LINE_MAX ? null : lineAt(text, at);
    const parts = line === null ? [] : partsOf(text, line, separator);
    amiss = parts.length === count ? 0 : amiss + 1;
    if (parts.length === count) {
      rows.push(parts);
      end = next;
    }
    at = next;
  }
  return { rows, end };
}

/**
 * Tables whose columns a line names: CSV, tables of Markdown and of SQL clients, columns that blanks align. Only those that have a column with an asked name.
 * @param mark what each such name contains, letter case ignored
 */
export function* linedTables(text: string, isAsked: (heading: string) => boolean, mark: RegExp): Generator<Table> {
  const marks = new RegExp(mark, 'giu');
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const line = lineAt(text, found.index);
    const behind = text.indexOf('\n', found.index) + 1;
    if (behind === 0) return;
    marks.lastIndex = behind;
    if (line === null) continue;
    const words = text.slice(line.start, line.end);
    const separator = SEPARATORS.find((sign) => words.includes(sign)) ?? null;
    if (separator === null && PROGRAM_LINE.test(words)) continue;
    const headings = partsOf(text, line, separator).map((part) => cellOf(text, part).text);
    // A list has a comma behind each of its lines.
    if (headings.filter((one) => one !== '').length < 2 || !headings.every((one) => NAME.test(one)) || !headings.some(isAsked)) continue;
    const { rows, end } = rowsBehind(text, behind, separator, headings.length);
    marks.lastIndex = end;
    yield { headings, rows };
  }
}
