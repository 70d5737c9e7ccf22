import { asBuffer } from '../bytes.ts';
import { type Budget, type OfficeFiles, type Part, textPart, Unreadable } from '../reader.ts';
import {
  beginOf,
  type BinaryRecord,
  binaryRecords,
  CELLS,
  constantOf,
  ENDS,
  MISSING,
  RECORD,
  RecordFields,
  MEASURES,
} from './binary-records.ts';
import { SheetText } from './sheet-text.ts';
import { relationTargets } from './sheets.ts';

/** Files of records that are read. Those of connections, tables and styles have their texts in UTF-16 and are matched as they are. */
const READ =
  /^xl\/(?:(?:workbook|sharedStrings|comments\d*)|(?:comments|worksheets|macrosheets|dialogsheets|chartsheets|externalLinks)\/[^/]+)\.bin$/i;
const STRINGS = 'xl/sharedStrings.bin';
/** Records whose bytes can hold no text; see the same of old workbooks. */
const OTHER_BYTES_MIN = 8;
const SEPARATOR = Buffer.from('\n\0');
/** With more damaged records a file is read no further. */
const DAMAGED_MAX = 10_000;

/** What a file of records says. */
interface Reading {
  /** Its cells, a line for each row. */
  readonly text: string;
  /** What is not understood. */
  readonly rest: Buffer;
  /** Why it is not read to its end. */
  readonly failure: Unreadable | undefined;
}

/** Whether a file of a binary workbook is read with its sheets. */
export const isOfBinaryWorkbook = (name: string): boolean => READ.test(name);

/**
 * The sheets of a binary workbook (MS-XLSB) as those of one of XML: a line for each row; its names and comments. What is not understood is a part under the name of its
 * file, to be matched as it is. Returns why something could not be read.
 */
export function* readBinaryWorkbook(files: OfficeFiles, budget: Budget): Generator<Part, Unreadable | undefined> {
  const workbook = new BinaryWorkbook(relationTargets(files, 'xl/_rels/workbook.bin.rels'));
  let failed: Unreadable | undefined;
  for (const name of files.names.filter(isOfBinaryWorkbook).toSorted((one, other) => rankOf(one) - rankOf(other))) {
    try {
      const bytes = files.read(name);
      if (bytes === undefined) continue;
      const { text, rest, failure } = workbook.read(asBuffer(bytes));
      failed ??= failure;
      if (text !== '') yield textPart(workbook.titleOf(name), text);
      if (rest.length > 0) yield { path: name, bytes: rest, isText: true };
      // Few bytes can name a long string many times, or a row far below the one before.
      budget.takeBytes(Math.max(0, Buffer.byteLength(text) - bytes.length));
    } catch (error) {
      failed ??= unreadable(error);
      if (unreadable(error).reason === 'over_bound') break;
    }
  }
  yield* workbook.parts();
  return failed;
}

const unreadable = (error: unknown): Unreadable => (error instanceof Unreadable ? error : new Unreadable('damaged'));

/** Sheets name their strings by number, and the workbook names the sheets. */
const rankOf = (name: string): number => [/workbook\.bin$/i, /sharedStrings\.bin$/i, /./].findIndex((kind) => kind.test(name));

class BinaryWorkbook {
  private readonly targets: ReadonlyMap<string, string>;
  private readonly titles = new Map<string, string>();
  private readonly names: string[] = [];
  private readonly authors: string[] = [];
  private readonly comments: string[] = [];
  private readonly strings: string[] = [];
  /** Strings that a cell shows, by number. */
  private readonly shown = new Set<number>();

  /** @param targets names of files by what the workbook calls them */
  constructor(targets: ReadonlyMap<string, string>) {
    this.targets = targets;
  }

  titleOf(name: string): string {
    return this.titles.get(name.toLowerCase()) ?? name.replace(/^.*\//, '');
  }

  *parts(): Iterable<Part> {
    if (this.names.length > 0) yield textPart('names', this.names.join('\n'));
    const comments = [...this.authors, ...this.comments];
    if (comments.length > 0) yield textPart('comments', comments.join('\n'));
    const others = this.strings.filter((text, at) => text !== '' && !this.shown.has(at));
    if (others.length > 0) yield textPart(STRINGS, others.join('\n'));
  }

  read(file: Buffer): Reading {
    const end = ENDS.get(beginOf(file));
    // What such a file is called says little of what it is.
    if (end === undefined) return { text: '', rest: file, failure: undefined };
    const cells = new Cells(this.strings, this.shown);
    const rest = new Rest(file.length);
    let failure: Unreadable | undefined;
    let [isWhole, isNewer, damaged] = [false, false, 0];
    let row = { offset: 0, rest: 0 };
    try {
      for (const record of binaryRecords(file)) {
        const { type, offset, body } = record;
        isWhole ||= type === end;
        if (type === RECORD.beginNewer || type === RECORD.endNewer) isNewer = type === RECORD.beginNewer;
        try {
          // Newer programs may number records anew.
          rest.add(isNewer ? body : this.take(record, cells));
        } catch (error) {
          // One damaged record leaves the others readable.
          if (unreadable(error).reason === 'over_bound' || ++damaged > DAMAGED_MAX) throw error;
          failure ??= unreadable(error);
          rest.add(body);
        }
        if (type === RECORD.row && !isNewer) row = { offset, rest: rest.length };
      }
      cells.endRow();
      if (!isWhole) failure ??= new Unreadable('damaged');
    } catch (error) {
      failure ??= unreadable(error);
      // The row that could not be added, and what follows it.
      rest.replace(row.rest, file.subarray(row.offset));
    }
    return { text: cells.text, rest: rest.bytes, failure };
  }

  /** Reads a record and gives what of it is not understood. */
  private take({ type, body }: BinaryRecord, cells: Cells): Buffer {
    const cell = CELLS.get(type);
    const fields = new RecordFields(body, cell?.[0]);
    if (cell !== undefined) cells.add(cell[1](fields));
    else if (type === RECORD.row || type === RECORD.rowOfOther) cells.beginRow(fields.uint32() + 1);
    else if (type === RECORD.sharedString) {
      // A damaged one leaves the others their numbers.
      const at = this.strings.push('') - 1;
      this.strings[at] = fields.richText();
    } else if (type === RECORD.commentAuthor) this.authors.push(fields.text());
    else if (type === RECORD.commentText) this.comments.push(fields.richText());
    else if (type === RECORD.sheet) return this.takeSheet(body);
    else if (type === RECORD.definedName) return this.takeName(body);
    const measures = MEASURES.get(type);
    return measures === undefined ? fields.rest : body.subarray(measures);
  }

  private takeSheet(body: Buffer): Buffer {
    const fields = new RecordFields(body, beforeSheet(body));
    const target = this.targets.get(fields.optionalText());
    const title = fields.text();
    this.names.push(title);
    if (target !== undefined) this.titles.set(target.toLowerCase(), title);
    return fields.rest;
  }

  private takeName(body: Buffer): Buffer {
    // What it belongs to, and its key.
    const fields = new RecordFields(body, 9);
    const name = fields.text();
    const { rest } = fields;
    const formula = fields.bytes();
    const value = constantOf(formula);
    this.names.push(value === undefined ? name : `${name}: ${value}`);
    // A remark follows, and the texts of a formula are in it.
    return value === undefined ? rest : fields.rest;
  }
}

/** Whether a sheet is hidden, and its number; the first Excel 2007 wrote a number more. The name of its file and its title fill the record. */
function beforeSheet(body: Buffer): number {
  const isFilledFrom = (before: number): boolean => {
    const id = body.readUInt32LE(before);
    const title = before + 4 + (id === MISSING ? 0 : id * 2);
    return title + 4 <= body.length && title + 4 + body.readUInt32LE(title) * 2 === body.length;
  };
  return [8, 12].find(isFilledFrom) ?? 8;
}

/** What is not understood of a file, never longer than it: a separator is as long as the shortest head of a record. */
class Rest {
  private readonly whole: Buffer;
  length = 0;

  constructor(length: number) {
    this.whole = Buffer.alloc(length);
  }

  get bytes(): Buffer {
    return this.whole.subarray(0, this.length);
  }

  add(bytes: Buffer): void {
    if (bytes.length < OTHER_BYTES_MIN) return;
    for (const part of [bytes, SEPARATOR]) this.length += part.copy(this.whole, this.length);
  }

  /** @param from what is left out from here on */
  replace(from: number, bytes: Buffer): void {
    this.length = from + bytes.copy(this.whole, from);
  }
}

/** The cells of a file, row by row. */
class Cells {
  private readonly sheet = new SheetText();
  private readonly strings: readonly string[];
  private readonly shown: Set<number>;
  private row = 1;
  private cells: string[] = [];
  private shownInRow: number[] = [];

  /** @param shown takes the numbers of strings that a row shows */
  constructor(strings: readonly string[], shown: Set<number>) {
    this.strings = strings;
    this.shown = shown;
  }

  get text(): string {
    return this.sheet.text;
  }

  beginRow(row: number): void {
    this.endRow();
    this.row = row;
  }

  /** @throws Unreadable over_bound */
  endRow(): void {
    const [cells, shown] = [this.cells, this.shownInRow];
    [this.cells, this.shownInRow] = [[], []];
    this.sheet.add(this.row, cells);
    for (const at of shown) if (at < this.strings.length) this.shown.add(at);
  }

  /** @param value a text, or the number of a shared string */
  add(value: string | number): void {
    if (typeof value === 'number') this.shownInRow.push(value);
    this.cells.push(typeof value === 'string' ? value : (this.strings[value] ?? ''));
  }
}
