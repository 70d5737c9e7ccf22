import { asBuffer, decoderOf, wideText } from '../../bytes.ts';
import { type Budget, type Part, textPart, Unreadable } from '../../reader.ts';
import { compactNumber } from '../compact-number.ts';
import { SheetText } from '../sheet-text.ts';
import { biffRecords, type BiffRecord, RECORD } from './biff-records.ts';
import { RecordReader } from './biff-string.ts';
import { decryptedWorkbook } from './encryption/workbook.ts';

const BIFF8 = 0x06_00;
/** Records whose bytes can hold no text. Longer ones without a meaning here, such as names, links and connections, are matched as they are. */
const OTHER_BYTES_MIN = 8;
const SEPARATOR = Buffer.from('\n\0');
const WITHOUT_TEXT = new Set([0x00be, 0x00e0, 0x0208, 0x00d7, 0x00ff, 0x020b, 0x0031, 0x0201, 0x0055, 0x0092, RECORD.beginOfPart]);

/** The sheets of a workbook of Excel 5 to 2003, hidden ones too: a line for each row, as of newer workbooks; then its comments and the rest of its records. */
export function* excelParts(stream: Uint8Array, budget: Budget): Iterable<Part> {
  const workbook = new Workbook(budget);
  let reason: Unreadable['reason'] | undefined;
  try {
    for (const record of decrypted(asBuffer(stream), budget)) {
      try {
        workbook.take(record);
      } catch (error) {
        if (error instanceof Unreadable && error.reason !== 'damaged') throw error;
        // One damaged record leaves the others readable.
        reason ??= 'damaged';
      }
    }
    if (!workbook.isWhole) reason ??= 'damaged';
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    reason = error.reason;
  }
  yield* workbook.parts();
  if (reason !== undefined) throw new Unreadable(reason);
}

/** The records of a workbook, also of one that is encrypted with a default password. @throws Unreadable encrypted at any other */
function* decrypted(stream: Buffer, budget: Budget): Iterable<BiffRecord> {
  for (const record of biffRecords(stream)) {
    if (record.type !== RECORD.filePassword) yield record;
    else {
      const content = Buffer.concat(record.segments);
      const end = record.offset + 4 + content.length;
      const plain = decryptedWorkbook(stream, content, end, budget);
      if (plain === undefined) throw new Unreadable('encrypted');
      return yield* biffRecords(plain, end);
    }
  }
}

interface Sheet {
  readonly name: string;
  readonly rows: Map<number, string[]>;
}

class Workbook {
  private readonly budget: Budget;
  private readonly names = new Map<number, string>();
  private readonly sheets: Sheet[] = [];
  private readonly comments: string[] = [];
  private readonly others: Uint8Array[] = [];
  private strings: readonly string[] = [];
  private sheet: Sheet | undefined;
  private depth = 0;
  /** That of the first part: Excel 97 writes its own version into the sheets of workbooks for Excel 95. */
  private version: number | undefined;
  private decoder = decoderOf();
  /** The formula whose text follows. */
  private pending: { readonly row: number; readonly at: number } | undefined;

  constructor(budget: Budget) {
    this.budget = budget;
  }

  private get isWide(): boolean {
    return (this.version ?? BIFF8) >= BIFF8;
  }

  /** Every part that began has ended. */
  get isWhole(): boolean {
    return this.depth === 0 && (this.sheets.length > 0 || this.names.size === 0);
  }

  *parts(): Iterable<Part> {
    for (const { name, rows } of this.sheets) {
      const text = new SheetText();
      for (const [row, cells] of [...rows].toSorted(([one], [other]) => one - other)) text.add(row + 1, cells);
      if (text.text !== '') yield textPart(name, text.text);
    }
    // A sheet without cells has no text of its own.
    if (this.names.size > 0) yield textPart('names', [...this.names.values()].join('\n'));
    if (this.comments.length > 0) yield textPart('comments', this.comments.join('\n'));
    if (this.others.length > 0) yield { path: 'other records', bytes: Buffer.concat(this.others), isText: true };
  }

  take(record: BiffRecord): void {
    const { type, offset, segments } = record;
    const [body = Buffer.alloc(0)] = segments;
    const reader = new RecordReader(segments);
    switch (type) {
      case RECORD.beginOfPart:
        return this.begin(offset, body);
      case RECORD.endOfPart:
        this.depth = Math.max(0, this.depth - 1);
        return;
      case RECORD.codePage:
        this.decoder = decoderOf(body.readUInt16LE(0));
        return;
      case RECORD.sheet:
        return void this.names.set(
          body.readUInt32LE(0),
          this.isWide ? shortString(body) : this.narrow(body.subarray(7, 7 + body.readUInt8(6))),
        );
      case RECORD.sharedStrings:
        return this.share(reader);
      case RECORD.sharedLabel:
        return this.cell(body, this.strings[body.readUInt32LE(6)] ?? '');
      case RECORD.label:
      case RECORD.richLabel:
        return this.cell(body, this.stringAt(reader, body, 6));
      case RECORD.number:
        return this.cell(body, String(body.readDoubleLE(6)));
      case RECORD.compactNumber:
        return this.cell(body, compactNumber(body.readUInt32LE(6)));
      case RECORD.numbers:
        for (let at = 4; at + 8 <= body.length; at += 6) this.cell(body, compactNumber(body.readUInt32LE(at + 2)));
        return;
      case RECORD.truthOrError:
        return this.cell(body, String(body.readUInt8(6)));
      case RECORD.formula:
        return this.formula(body);
      case RECORD.formulaText:
        return this.formulaText(this.stringAt(reader, body, 0));
      case RECORD.textObject:
        return this.comment(new RecordReader(segments.slice(1)), body);
      default:
        if (!WITHOUT_TEXT.has(type)) this.keep(segments);
    }
  }

  private begin(offset: number, body: Buffer): void {
    this.depth += 1;
    // Charts within a sheet are parts of it.
    if (this.depth > 1) return;
    this.version ??= body.readUInt16LE(0);
    const name = this.names.get(offset);
    this.sheet =
      name === undefined && this.names.size > 0 ? undefined : { name: name ?? `sheet ${this.sheets.length + 1}`, rows: new Map() };
    if (this.sheet !== undefined) this.sheets.push(this.sheet);
  }

  private share(reader: RecordReader): void {
    const strings: string[] = [];
    this.strings = strings;
    reader.skip(4);
    for (let left = reader.uint32(); left > 0; left -= 1) strings.push(reader.string(reader.uint16()));
  }

  private stringAt(reader: RecordReader, body: Buffer, at: number): string {
    const length = body.readUInt16LE(at);
    if (!this.isWide) return this.narrow(body.subarray(at + 2, at + 2 + length));
    reader.skip(at + 2);
    return reader.string(length);
  }

  /** Text of Excel 95. Gnumeric says that all of it is UTF-16 and writes what is ASCII as such. */
  private narrow(bytes: Buffer): string {
    return bytes.every((byte) => byte >= 0x20 && byte < 0x80) ? bytes.toString('latin1') : this.decoder.decode(bytes);
  }

  private cell(body: Buffer, text: string): void {
    const row = body.readUInt16LE(0);
    if (this.sheet === undefined) this.sheets.push((this.sheet = { name: `sheet ${this.sheets.length + 1}`, rows: new Map() }));
    // A shared string that many cells name would make far more of a few bytes.
    this.budget.takeBytes(Buffer.byteLength(text) + 1);
    const cells = this.sheet.rows.get(row);
    if (cells === undefined) this.sheet.rows.set(row, [text]);
    else cells.push(text);
  }

  private formula(body: Buffer): void {
    const [row, kind, isNumber] = [body.readUInt16LE(0), body.readUInt8(6), body.readUInt16LE(12) !== 0xffff];
    // A text, whose place is kept; a truth value or an error; nothing.
    this.cell(body, isNumber ? String(body.readDoubleLE(6)) : kind === 1 || kind === 2 ? String(body.readUInt8(8)) : '');
    this.pending = isNumber || kind !== 0 ? undefined : { row, at: (this.sheet?.rows.get(row)?.length ?? 1) - 1 };
    this.keep([body.subarray(20)]);
  }

  private formulaText(text: string): void {
    const cells = this.pending === undefined ? undefined : this.sheet?.rows.get(this.pending.row);
    if (cells === undefined || this.pending === undefined) return;
    this.budget.takeBytes(Buffer.byteLength(text));
    cells[this.pending.at] = text;
    this.pending = undefined;
  }

  private comment(reader: RecordReader, body: Buffer): void {
    const length = body.readUInt16LE(10);
    if (length === 0) return;
    const text = reader.characters(length, reader.uint8());
    this.budget.takeBytes(Buffer.byteLength(text));
    this.comments.push(text);
  }

  private keep(segments: readonly Buffer[]): void {
    for (const segment of segments) {
      if (segment.length < OTHER_BYTES_MIN) continue;
      this.budget.takeBytes(segment.length + 2);
      this.others.push(segment, SEPARATOR);
    }
  }
}

const shortString = (body: Buffer): string => {
  const isWide = (body.readUInt8(7) & 1) !== 0;
  const end = 8 + body.readUInt8(6) * (isWide ? 2 : 1);
  return isWide ? wideText(body, 8, end) : body.toString('latin1', 8, end);
};
