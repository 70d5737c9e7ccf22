import type { stream } from 'exceljs';
import { cellText } from '@leakwatch/platform';
import { WORKBOOK_TEXTS } from './workbook-texts.ts';

/** The organisation that a report is about, when it has a logo. */
export interface ReportOrigin {
  readonly organisation: string;
  /** A PNG, as the admin service stores it. */
  readonly logo: Uint8Array;
  readonly made: Date;
}

/** Empty rows above the texts, as high as a logo is drawn (`place-logo.ts`). */
const LOGO_ROWS = 6;
const WIDTHS = { name: 24, value: 50 };
const DATE_FORMAT = 'dd.mm.yyyy hh:mm:ss';

/** The last sheet: whose report this is, when it was made, and how many events it has, below room for the logo. */
export function addAboutSheet(writer: stream.xlsx.WorkbookWriter, locale: 'ru' | 'en', origin: ReportOrigin, events: number): void {
  const { about, cut } = WORKBOOK_TEXTS[locale];
  const sheet = writer.addWorksheet(about.sheet, { views: [{ showGridLines: false }] });
  sheet.columns = Object.entries(WIDTHS).map(([key, width]) => ({
    key,
    width,
    style: { alignment: { vertical: 'top', horizontal: 'left' } },
  }));
  for (let row = 0; row < LOGO_ROWS; row += 1) sheet.addRow([]).commit();
  const lines = [
    [about.organisation, cellText(origin.organisation, cut)],
    [about.made, origin.made],
    [about.events, events],
  ] as const;
  for (const [name, value] of lines) {
    const row = sheet.addRow({ name, value });
    row.getCell('name').font = { bold: true };
    if (value instanceof Date) row.getCell('value').numFmt = DATE_FORMAT;
    row.commit();
  }
  sheet.commit();
}
