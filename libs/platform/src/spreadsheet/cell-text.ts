/** What a cell of .xlsx holds at the most, in UTF-16 units. */
export const MAX_CELL = 32_767;

/** What a spreadsheet program may take as the beginning of a formula, also once the sheet was saved as CSV. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** No XML document may hold these, or its reader drops them. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g;
/** Halves of characters beyond the first 65,536, without the other half. */
const HALVES = /\p{Surrogate}/gu;
/** `_x0041_` means a character in .xlsx; the underscore of a text that only looks like that is escaped. */
const LOOKS_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g;

/**
 * Text from outside as a cell may hold it: never a formula (a quote stands before what could begin one), nothing that XML
 * refuses, and not over the limit. `mark` says of how many characters was cut.
 */
export const cellText = (text: string, mark: (cut: number) => string): string => plainText(text, mark).replaceAll(LOOKS_ESCAPED, '_x005F_');

/** The same without the escapes of .xlsx. */
export function plainText(text: string, mark: (cut: number) => string): string {
  const clean = cleanText(text);
  return shortened(FORMULA.test(text) ? `'${clean}` : clean, mark);
}

/** Text without what XML refuses; every end of a line is a line feed. */
export const cleanText = (text: string): string =>
  text.replaceAll(HALVES, '\ufffd').replaceAll(NOT_XML, '\ufffd').replaceAll(/\r\n?/g, '\n');

/**
 * A text that is longer than a cell, as the texts of several cells, each as `cellText` would have it. Joined, without the quotes before
 * what could begin a formula and with escapes undone, they are `cleanText` of the text. A cell ends with a line where one ends in its
 * second half; no character is cut in two.
 */
export function splitCells(text: string): string[] {
  const clean = cleanText(text);
  const cells: string[] = [];
  for (let from = 0; from < clean.length; ) {
    const to = endOfCell(clean, from);
    const piece = clean.slice(from, to);
    cells.push((FORMULA.test(piece) ? `'${piece}` : piece).replaceAll(LOOKS_ESCAPED, '_x005F_'));
    from = to;
  }
  return cells;
}

/** One unit less than a cell holds: a quote may stand before it. */
const PIECE = MAX_CELL - 1;

function endOfCell(text: string, from: number): number {
  const most = from + PIECE;
  if (most >= text.length) return text.length;
  const line = text.lastIndexOf('\n', most - 1) + 1;
  if (line > from + PIECE / 2) return line;
  const isHalf = (text.codePointAt(most - 1) ?? 0) > 0xffff;
  return isHalf ? most - 1 : most;
}

function shortened(text: string, mark: (cut: number) => string): string {
  if (text.length <= MAX_CELL) return text;
  // As long as the mark can become.
  const kept = MAX_CELL - mark(text.length).length;
  return text.slice(0, kept).replace(HALVES, '\ufffd') + mark(text.length - kept);
}

/** What spreadsheet programs take as an address; a longer one makes them call the file damaged. */
const MAX_LINK = 2_079;

/** The address when it is one of http(s), else null. */
export function linkOf(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { protocol, href } = new URL(address);
  return (protocol === 'http:' || protocol === 'https:') && href.length <= MAX_LINK ? href : null;
}
