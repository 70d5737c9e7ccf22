import type { ReportEvent } from '@leakwatch/contracts';
import type { stream } from 'exceljs';
import { cellText } from '@leakwatch/platform';
import { COLUMN_WIDTHS, type ColumnKey } from './column-keys.ts';
import { type Cell, cellsOf } from './columns.ts';
import { WORKBOOK_TEXTS } from './workbook-texts.ts';

/**
 * Links of a sheet that can be clicked; further ones are text. With more than 65,530 spreadsheet programs call a file
 * damaged, and the library keeps every one in memory until the end.
 */
export const MAX_LINKS = 10_000;
const DATE_FORMAT = 'dd.mm.yyyy hh:mm:ss';
const DATES: readonly string[] = ['created', 'updated', 'last_seen', 'commit_date'] satisfies readonly ColumnKey[];
const KEYS = Object.keys(COLUMN_WIDTHS);

export interface Sheet {
  readonly stream: unknown;
  add(event: ReportEvent): void;
  /** Below the header. */
  rows(): number;
  close(): void;
}

/** The nth sheet: a header that stays in view, a filter over every column, a row for each event. */
export function openSheet(writer: stream.xlsx.WorkbookWriter, locale: 'ru' | 'en', number: number): Sheet {
  const texts = WORKBOOK_TEXTS[locale];
  const name = number === 1 ? texts.sheet : `${texts.sheet} ${number}`;
  const sheet = writer.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = Object.entries(COLUMN_WIDTHS).map(([key, width]) => ({
    key,
    width,
    style: { alignment: { vertical: 'top' }, ...(DATES.includes(key) && { numFmt: DATE_FORMAT }) },
  }));
  const header = sheet.addRow(texts.columns);
  header.font = { bold: true };
  header.commit();
  let rows = 0;
  let links = 0;
  const valueOf = (cell: Cell) => {
    if (typeof cell === 'string') return cell === '' ? null : cellText(cell, texts.cut);
    if (cell === null || typeof cell === 'number' || cell instanceof Date) return cell;
    const text = cellText(cell.text, texts.cut);
    if (links === MAX_LINKS) return text;
    links += 1;
    return { text, hyperlink: cell.link };
  };
  return {
    stream: Reflect.get(sheet, 'stream'),
    add(event) {
      const cells = Object.entries(cellsOf(event, locale)).map(([key, cell]) => [key, valueOf(cell)]);
      sheet.addRow(Object.fromEntries(cells)).commit();
      rows += 1;
    },
    rows: () => rows,
    close() {
      sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows + 1, column: KEYS.length } };
      sheet.commit();
    },
  };
}
