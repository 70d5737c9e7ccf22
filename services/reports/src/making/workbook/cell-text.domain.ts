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
export function cellText(text: string, mark: (cut: number) => string): string {
  const clean = text.replaceAll(HALVES, '\ufffd').replaceAll(NOT_XML, '\ufffd').replaceAll(/\r\n?/g, '\n');
  const plain = FORMULA.test(text) ? `'${clean}` : clean;
  return shortened(plain, mark).replaceAll(LOOKS_ESCAPED, '_x005F_');
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
