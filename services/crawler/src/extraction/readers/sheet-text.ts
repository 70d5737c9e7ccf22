import { Unreadable } from '../reader.ts';

/** Rows that are written as lines, so that a row's number is its line's; a sheet with rows beyond has gaps. */
const EMPTY_ROWS_MAX = 1_048_576;
/** Characters of one sheet; repeated cells and rows would make far more of a few bytes. */
const CHARACTERS_MAX = 32 * 1024 * 1024;

/** A line for each row, with tabs between the cells; lines of a cell end with carriage returns. */
export class SheetText {
  private readonly lines: string[] = [];
  private characters = 0;

  add(row: number, cells: readonly string[]): void {
    // Counted before they are joined: many cells may name one long string.
    this.characters += cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    if (this.characters > CHARACTERS_MAX) throw new Unreadable('over_bound');
    const text = cells.join('\t').replace(/\r?\n/g, '\r');
    if (text.trim() === '') return;
    const line = Math.min(row, EMPTY_ROWS_MAX);
    while (this.lines.length < line - 1) this.lines.push('');
    this.lines.push(text);
  }

  get text(): string {
    return this.lines.length === 0 ? '' : `${this.lines.join('\n')}\n`;
  }
}
