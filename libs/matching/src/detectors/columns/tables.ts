import type { Span } from '../../text/spans.ts';

/** A cell of a table. Positions are UTF-16 code units, without the quotes around the text. */
export interface Cell extends Span {
  readonly text: string;
}

/** Names of columns, and rows with a part of the text for each of them. */
export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly Span[])[];
}

/** Rows, and where they were read to. */
interface Rows extends Pick<Table, 'rows'> {
  readonly end: number;
}

/** A longer line is no row of a table that people read. */
const LINE_MAX = 4_000;
/** Lines in turn that are no rows (rulers, notes of several lines) before a table ends. */
const AMISS_MAX = 10;
/** What separates cells, the strongest sign first. Without one, columns are aligned by blanks. */
const SEPARATORS = ['\t', '|', ';', ','];
const BLANKS = / {2,}/g;
/** What a name of a column consists of, in its quotes or emphasis. */
const NAME = /^(?:[\p{L}\p{N}\p{M} _.*/&+#№-]|\([^()]{0,40}\)){0,60}$/u;
/** Signs around the text of a cell: quotes, code and bold type of Markdown, names of SQL Server. */
const AROUND = ['**', '"', "'", '`'];

/** A part of a text without blanks and the signs around it. */
export function cellOf(text: string, part: Span): Cell {
  const whole = text.slice(part.start, part.end);
  const trimmed = whole.trim();
  let start = part.start + whole.indexOf(trimmed);
  let end = start + trimmed.length;
  for (const sign of AROUND)
    if (
      end - start > 2 * sign.length &&
      text.startsWith(sign, start) &&
      text.endsWith(sign, end) &&
      text.startsWith(sign, end - sign.length)
    ) {
      start += sign.length;
      end -= sign.length;
    }
  return { start, end, text: text.slice(start, end) };
}

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
function rowsBehind(text: string, behind: number, separator: string | null, count: number): Rows {
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

/** Tables whose columns a line names: CSV, tables of Markdown and of SQL clients, columns that blanks align. */
function* linedTables(text: string, isAsked: (heading: string) => boolean, mark: RegExp): Generator<Table> {
  const marks = new RegExp(mark, 'giu');
  for (let found = marks.exec(text); found !== null; found = marks.exec(text)) {
    const line = lineAt(text, found.index);
    const behind = text.indexOf('\n', found.index) + 1;
    if (behind === 0) return;
    marks.lastIndex = behind;
    if (line === null) continue;
    const separator = SEPARATORS.find((sign) => text.slice(line.start, line.end).includes(sign)) ?? null;
    const headings = partsOf(text, line, separator).map((part) => cellOf(text, part).text);
    // A list has a comma behind each of its lines.
    if (headings.filter((one) => one !== '').length < 2 || !headings.every((one) => NAME.test(one)) || !headings.some(isAsked)) continue;
    const { rows, end } = rowsBehind(text, behind, separator, headings.length);
    marks.lastIndex = end;
    yield { headings, rows };
  }
}

/** Statements of SQL that name their columns, up to the rows: INSERT, and COPY as pg_dump writes it. */
const INSERT = /\(([^()]{3,2000})\)\s{0,20}VALUES\s{0,20}(?=\()/;
const COPY = /\bCOPY\s{1,4}[^\s(]{1,200}\s{0,4}\(([^()]{3,2000})\)\s{1,4}FROM\s{1,4}stdin\b[^\n]{0,200}\n/;
/** A longer value is no password, and its statement is not read on. */
const VALUE_MAX = 10_000;

const namesOf = (list: string): string[] => list.split(',').map((name) => name.trim().replaceAll(/^["'`[]|["'`\]]$/g, ''));

/** Where a value in single quotes ends; -1 where it is too long or open. */
function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length && at - from < VALUE_MAX; at += 1) {
    if (text[at] === '\\' || (text[at] === "'" && text[at + 1] === "'")) at += 1;
    else if (text[at] === "'") return at;
  }
  return -1;
}

/** Where a number, NULL or a call ends: before the comma or bracket behind it; -1 where it is too long. */
function endOfBare(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length && at - from < VALUE_MAX; at += 1) {
    if (text[at] === '(') depth += 1;
    if (depth === 0 && (text[at] === ',' || text[at] === ')')) return at;
    if (text[at] === ')') depth -= 1;
  }
  return -1;
}

const BLANK = /\s*/y;
function behindBlanks(text: string, at: number): number {
  BLANK.lastIndex = at;
  BLANK.test(text);
  return BLANK.lastIndex;
}

/** The values in the brackets that open at a place, and where they were read to; without values where they do not close. */
function valuesIn(text: string, open: number): { readonly values: readonly Span[]; readonly end: number } {
  const values: Span[] = [];
  let at = open;
  while (text[at] === '(' || text[at] === ',') {
    const from = behindBlanks(text, at + 1);
    const quote = /^[NnEe]?'/.exec(text.slice(from, from + 2))?.[0].length ?? 0;
    const end = quote > 0 ? endOfText(text, from + quote) : endOfBare(text, from);
    if (end === -1) return { values: [], end: from + VALUE_MAX };
    values.push({ start: from + quote, end });
    at = quote > 0 ? behindBlanks(text, end + 1) : end;
    if (text[at] === ')') return { values, end: at + 1 };
  }
  return { values: [], end: at };
}

/** Rows in brackets behind a place, as long as they have as many values as there are columns. */
function tuplesFrom(text: string, from: number, count: number): Rows {
  const rows: (readonly Span[])[] = [];
  let at = from;
  while (text[at] === '(') {
    const { values, end } = valuesIn(text, at);
    at = end;
    if (values.length !== count) break;
    rows.push(values);
    const comma = behindBlanks(text, end);
    if (text[comma] !== ',') break;
    at = behindBlanks(text, comma + 1);
  }
  return { rows, end: at };
}

/** What begins rows in SQL: the names of their columns, in a statement that a row follows. */
function* statements(
  text: string,
  statement: RegExp,
  isAsked: (heading: string) => boolean,
  rowsFrom: typeof tuplesFrom,
): Generator<Table> {
  const search = new RegExp(statement, 'gi');
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    const headings = namesOf(found[1] ?? '');
    if (!headings.some(isAsked)) continue;
    const { rows, end } = rowsFrom(text, search.lastIndex, headings.length);
    // No part is read twice, so that a text of many open statements costs no more than others.
    search.lastIndex = Math.max(search.lastIndex, end);
    yield { headings, rows };
  }
}

/**
 * Tables of a text of which a column has an asked name, in time that grows with the text.
 * @param mark what each such name contains, letter case ignored
 */
export function* tablesIn(text: string, isAsked: (heading: string) => boolean, mark: RegExp): Generator<Table> {
  yield* linedTables(text, isAsked, mark);
  yield* statements(text, INSERT, isAsked, tuplesFrom);
  yield* statements(text, COPY, isAsked, (whole, from, count) => rowsBehind(whole, from, '\t', count));
}
