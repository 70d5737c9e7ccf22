import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { EventRow } from '@leakwatch/contracts';
import { cellText, linkOf, splitCells } from '@leakwatch/platform';
import { SOURCE_NAMES, STATUS_NAMES } from '@leakwatch/vocabulary';
import type { CellValue } from 'exceljs';
import type { Evidence } from '../evidence.entities.ts';
import { BACKUP_TEXTS, type Field, FIELDS } from './backup-texts.ts';

export interface BackedUpEvent {
  readonly event: EventRow;
  /** The text around the matches. */
  readonly excerpt: string;
  readonly content: Evidence;
  readonly original: Evidence | undefined;
  /** What is kept. */
  readonly text: string;
}

const DATE_FORMAT = 'dd.mm.yyyy hh:mm:ss';
const WIDTHS = { name: 34, value: 100, part: 8, text: 160 };

/** A spreadsheet: the facts of an event on one sheet, the kept text on another, in as many cells as it needs. */
export async function backupWorkbook(backup: BackedUpEvent, locale: 'ru' | 'en'): Promise<Buffer> {
  const { default: excel } = await import('exceljs');
  const texts = BACKUP_TEXTS[locale];
  const file = new PassThrough();
  const whole = buffer(file);
  const writer = new excel.stream.xlsx.WorkbookWriter({ stream: file, useStyles: true, useSharedStrings: false });

  const facts = writer.addWorksheet(texts.event);
  const top = { alignment: { vertical: 'top' as const, wrapText: true } };
  facts.columns = [
    { width: WIDTHS.name, style: { ...top, font: { bold: true } } },
    { width: WIDTHS.value, style: { alignment: { ...top.alignment, horizontal: 'left' } } },
  ];
  const values = valuesOf(backup, locale);
  for (const field of FIELDS) {
    const value = values[field];
    const row = facts.addRow([texts.fields[field], typeof value === 'string' ? cellText(value, texts.cut) : value]);
    if (value instanceof Date) row.getCell(2).numFmt = DATE_FORMAT;
    row.commit();
  }
  facts.commit();

  const sheet = writer.addWorksheet(texts.text, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = [
    { width: WIDTHS.part, style: top },
    { width: WIDTHS.text, style: top },
  ];
  const header = sheet.addRow([texts.part, texts.text]);
  header.font = { bold: true };
  header.commit();
  for (const [at, cell] of splitCells(backup.text).entries()) sheet.addRow([at + 1, cell]).commit();
  sheet.commit();
  await writer.commit();
  return whole;
}

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at));

/** Text is from outside, and made harmless where it is written. */
function valuesOf({ event, excerpt, content, original }: BackedUpEvent, locale: 'ru' | 'en'): Readonly<Record<Field, CellValue>> {
  const texts = BACKUP_TEXTS[locale];
  const linkCell = (address: string): CellValue => {
    const hyperlink = linkOf(address);
    return hyperlink === null ? address : { text: cellText(address, texts.cut), hyperlink };
  };
  const isWhole = content.part_start === null;
  return {
    id: event.id,
    status: STATUS_NAMES[locale][event.status],
    source: SOURCE_NAMES[locale][event.source_type],
    task: event.task_name,
    pattern: event.pattern,
    owner: event.username,
    repository: event.repo_name,
    path: event.file_path,
    link: linkCell(event.file_url),
    line: event.line,
    language: event.file_lang,
    created: dateOf(event.created),
    last_seen: dateOf(event.last_seen),
    commit: event.commit,
    commit_author: event.commit_author,
    commit_date: dateOf(event.commit_date),
    excerpt,
    captured: content.captured_at,
    address: linkCell(content.address),
    bytes: content.bytes,
    sha256: content.hash,
    kept: isWhole ? texts.whole : texts.partly(content.kept_bytes, content.first_line),
    original_sha256: original?.hash ?? null,
  };
}
