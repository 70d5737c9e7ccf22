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
export interface Rows extends Pick<Table, 'rows'> {
  readonly end: number;
}

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
