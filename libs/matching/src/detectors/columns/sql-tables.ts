import type { Span } from '../../text/spans.ts';
import { rowsBehind } from './lined-tables.ts';
import type { Rows, Table } from './tables.ts';

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

/** Tables of one kind of statement, of which a column has an asked name. */
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

/** Tables in statements of SQL of which a column has an asked name. */
export function* sqlTables(text: string, isAsked: (heading: string) => boolean): Generator<Table> {
  yield* statements(text, INSERT, isAsked, tuplesFrom);
  yield* statements(text, COPY, isAsked, (whole, from, count) => rowsBehind(whole, from, '\t', count));
}
