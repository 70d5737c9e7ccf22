import type { ReportFormat } from '@leakwatch/vocabulary';
import { openWorkbook } from '../workbook/workbook.ts';
import { csvText } from './csv-text.ts';
import { jsonText } from './json-text.ts';
import type { ReportFile } from '../workbook/report-file.ts';
import { sarifText } from './sarif-text.ts';
import { openTextFile } from './text-file.ts';

const OPENERS: Readonly<Record<ReportFormat, (path: string, locale: 'ru' | 'en') => ReportFile | Promise<ReportFile>>> = {
  xls: openWorkbook,
  csv: (path, locale) => openTextFile(path, csvText(locale)),
  json: (path) => openTextFile(path, jsonText()),
  sarif: (path) => openTextFile(path, sarifText()),
};

/** Begins the file of a report in its format. Texts of spreadsheets and CSV are in the language of the person who asked for it. */
export const openReportFile = async (format: ReportFormat, path: string, locale: 'ru' | 'en'): Promise<ReportFile> =>
  OPENERS[format](path, locale);
