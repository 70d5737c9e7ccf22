import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { addAboutSheet, type ReportOrigin } from './about-sheet.ts';
import { placeLogo } from './place-logo.ts';
import type { ReportFile } from './report-file.ts';
import { pendingBytes } from './pending-bytes.ts';
import { openSheet, type Sheet } from './sheet.ts';

/** Rows that a sheet of .xlsx holds below its header. */
export const MAX_SHEET_ROWS = 1_048_575;
/** Written and not yet compressed: beyond it the next page waits. */
const MAX_PENDING_BYTES = 1024 * 1024;
const PAUSE_MS = 5;

/** A spreadsheet that is written to a file as it grows; the library is loaded only when it is used. */
export async function openWorkbook(
  path: string,
  locale: 'ru' | 'en',
  origin: ReportOrigin | undefined,
  sheetRows = MAX_SHEET_ROWS,
): Promise<ReportFile> {
  const { default: excel } = await import('exceljs');
  const file = createWriteStream(path, { mode: 0o600 });
  let fault: Error | undefined;
  file.on('error', (error) => (fault = error));
  const writer = new excel.stream.xlsx.WorkbookWriter({ stream: file, useStyles: true, useSharedStrings: false });
  let count = 1;
  let events = 0;
  let sheet: Sheet = openSheet(writer, locale, count);
  const check = () => {
    if (fault !== undefined) throw fault;
  };
  return {
    add(event) {
      if (sheet.rows() === sheetRows) {
        sheet.close();
        sheet = openSheet(writer, locale, (count += 1));
      }
      sheet.add(event);
      events += 1;
    },
    async drained() {
      check();
      while (pendingBytes(sheet.stream) > MAX_PENDING_BYTES) {
        await pause(PAUSE_MS);
        check();
      }
    },
    async close() {
      check();
      sheet.close();
      if (origin !== undefined) addAboutSheet(writer, locale, origin, events);
      await Promise.all([writer.commit(), finished(file)]);
      if (origin !== undefined) await placeLogo(path, count + 1, origin.logo);
    },
    abort() {
      file.destroy();
    },
  };
}
