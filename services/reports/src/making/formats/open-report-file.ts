import type { ReportFormat } from '@leakwatch/vocabulary';
import type { ReportOrigin } from '../workbook/about-sheet.ts';
import { openWorkbook } from '../workbook/workbook.ts';
import { csvText } from './csv-text.ts';
import { jsonText } from './json-text.ts';
import type { ReportFile } from '../workbook/report-file.ts';
import { sarifText } from './sarif-text.ts';
import { openTextFile } from './text-file.ts';

const OPENERS: Readonly<
  Record<ReportFormat, (path: string, locale: 'ru' | 'en', origin: ReportOrigin | undefined) => ReportFile | Promise<ReportFile>>
> = {
  xls: openWorkbook,
  csv: (path, locale) => openTextFile(path, csvText(locale)),
  json: (path) => openTextFile(path, jsonText()),
  sarif: (path) => openTextFile(path, sarifText()),
};

/** Begins the file of a report in its format. Texts of spreadsheets and CSV are in the language of the person who asked for it; a spreadsheet has the logo of its organisation. */
export const openReportFile = async (format: ReportFormat, path: string, locale: 'ru' | 'en', origin?: ReportOrigin): Promise<ReportFile> =>
  OPENERS[format](path, locale, origin);
