import { plainText } from './cell-text.ts';

/** So that spreadsheet programs read the file as UTF-8. */
export const BOM = '\ufeff';

/**
 * What becomes the beginning of a cell in a program that separates cells by semicolons or tabs: there the quotes of our cells do not
 * hold, and a cell or a row ends at these signs. Programs set to Russian separate by semicolons.
 */
const BEGINS_ELSEWHERE = /([;\t\n]["\s]*)([=+\-@＝＋－＠]?)/g;
const quoted = (text: string): string =>
  text.replaceAll(BEGINS_ELSEWHERE, (_, before: string, sign: string) => (sign === '' ? before : `${before}'${sign}`));

/** Cells as a line (RFC 4180). No cell begins a formula, whichever separator the program expects. `mark` says of how many characters was cut. */
export const csvLine = (cells: readonly string[], mark: (cut: number) => string): string =>
  `${cells.map((text) => `"${quoted(plainText(text, mark)).replaceAll('"', '""')}"`).join(',')}\r\n`;
