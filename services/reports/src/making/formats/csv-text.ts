import { BOM, csvLine } from '@leakwatch/platform';
import { type Cell, cellsOf } from '../workbook/columns.ts';
import { COLUMN_WIDTHS } from '../workbook/column-keys.ts';
import { WORKBOOK_TEXTS } from '../workbook/workbook-texts.ts';
import type { ReportText } from './text-file.ts';

/** The keys of columns are those of the cells. */
const isColumn = (key: string): key is keyof typeof COLUMN_WIDTHS => Object.hasOwn(COLUMN_WIDTHS, key);
const COLUMNS = Object.keys(COLUMN_WIDTHS).filter(isColumn);

function textOf(cell: Cell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  return typeof cell === 'object' ? cell.text : String(cell);
}

/** The columns of the spreadsheet. Times are ISO 8601, in UTC. */
export function csvText(locale: 'ru' | 'en'): ReportText {
  const { columns, cut } = WORKBOOK_TEXTS[locale];
  const line = (cells: readonly string[]) => csvLine(cells, cut);
  return {
    head: BOM + line(COLUMNS.map((key) => columns[key])),
    event(event) {
      const cells = cellsOf(event, locale);
      return line(COLUMNS.map((key) => textOf(cells[key])));
    },
    tail: () => '',
  };
}
