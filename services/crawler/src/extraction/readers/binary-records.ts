import { wideText } from '../bytes.ts';
import { Unreadable } from '../reader.ts';
import { compactNumber } from './compact-number.ts';

const [TYPE_BYTES_MAX, LENGTH_BYTES_MAX] = [2, 4];
const [RICH, PHONETIC] = [1, 2];
/** A letter and the font from it on. */
const RUN_BYTES = 4;
/** In place of a length. */
export const MISSING = 0xffff_ffff;

/** A record of a file of a binary workbook. */
export interface BinaryRecord {
  readonly type: number;
  /** In the file. */
  readonly offset: number;
  readonly body: Buffer;
}

/** Records that begin and end the files that are read (MS-XLSB); what lies between is not nested in a way that matters here. */
export const ENDS: ReadonlyMap<number, number> = new Map([
  // A sheet, the workbook, the shared strings, what is known of another workbook, comments.
  [129, 130],
  [131, 132],
  [159, 160],
  [360, 588],
  [628, 629],
]);

export const RECORD = {
  row: 0,
  sharedString: 19,
  beginNewer: 35,
  endNewer: 36,
  definedName: 39,
  sheet: 156,
  rowOfOther: 366,
  commentAuthor: 632,
  commentText: 637,
} as const;

/** The value of a cell as a workbook of XML would have it; a number names a shared string. */
type CellValue = (fields: RecordFields) => string | number;

const ERRORS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};
const error: CellValue = (fields) => {
  const code = fields.uint8();
  return ERRORS[code] ?? String(code);
};
const blank: CellValue = () => '';
const compact: CellValue = (fields) => fields.compactNumber();
const truth: CellValue = (fields) => String(fields.uint8());
const number: CellValue = (fields) => String(fields.double());
const text: CellValue = (fields) => fields.text();
const rich: CellValue = (fields) => fields.richText();
const shared: CellValue = (fields) => fields.uint32();

const [COLUMN, COLUMN_AND_STYLE, STYLE] = [4, 8, 4];

/** Cells by the types of their records, with the bytes before the value. What follows the value is the formula of a cell that has one. */
export const CELLS: ReadonlyMap<number, readonly [before: number, value: CellValue]> = new Map([
  ...[blank, compact, error, truth, number, text, shared].flatMap((value, at) => [
    [at + 1, [COLUMN_AND_STYLE, value]] as const,
    // Next to the cell before.
    [at + 12, [STYLE, value]] as const,
  ]),
  ...[text, number, truth, error].map((value, at) => [at + 8, [COLUMN_AND_STYLE, value]] as const),
  [61, [STYLE, rich]],
  [62, [COLUMN_AND_STYLE, rich]],
  // What a workbook remembers of another one.
  ...[blank, number, truth, error, text].map((value, at) => [at + 367, [COLUMN, value]] as const),
]);

/** How long common records are that hold nothing but measures and places. What is longer is not understood. */
export const MEASURES: ReadonlyMap<number, number> = new Map([
  // Rows with sixteen stretches of cells, columns, views, sizes, selections, merged cells, margins, places of comments.
  [0, 145],
  [60, 18],
  [137, 30],
  [148, 16],
  [152, 36],
  [159, 8],
  [176, 16],
  [476, 48],
  [485, 12],
  [635, 36],
]);

/** In place of a type: what is left where a record is cut. */
export const CUT = -1;

/** The records of a file, up to its end or the first that is cut. */
export function* binaryRecords(file: Buffer): Iterable<BinaryRecord> {
  let at = 0;
  /** A number in groups of seven bits, the lowest first. */
  const packed = (bytesMax: number) => {
    let value = 0;
    for (let group = 0; group < bytesMax; group += 1) {
      const byte = file[at] ?? 0;
      at += 1;
      value |= (byte & 0x7f) << (group * 7);
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < file.length) {
    const offset = at;
    const [type, length] = [packed(TYPE_BYTES_MAX), packed(LENGTH_BYTES_MAX)];
    const from = at;
    at += length;
    if (at > file.length) return yield { type: CUT, offset, body: file.subarray(offset) };
    yield { type, offset, body: file.subarray(from, at) };
  }
}

/** The type of the first record. */
export function beginOf(file: Buffer): number {
  for (const { type } of binaryRecords(file)) return type;
  return CUT;
}

/** Reads the fields of a record one after another. Throws `damaged` where they end. */
export class RecordFields {
  private readonly body: Buffer;
  private at: number;

  constructor(body: Buffer, at = 0) {
    this.body = body;
    this.at = at;
  }

  /** What is behind the fields that were read. */
  get rest(): Buffer {
    return this.body.subarray(this.at);
  }

  uint8(): number {
    return this.take(1).readUInt8();
  }

  uint32(): number {
    return this.take(4).readUInt32LE();
  }

  double(): number {
    return this.take(8).readDoubleLE();
  }

  compactNumber(): string {
    return compactNumber(this.uint32());
  }

  bytes(): Buffer {
    return this.take(this.uint32());
  }

  text(): string {
    return wideText(this.take(this.uint32() * 2));
  }

  /** A text that may be missing, which is not an empty one. */
  optionalText(): string {
    const count = this.uint32();
    return count === MISSING ? '' : wideText(this.take(count * 2));
  }

  /** With how it is read aloud, which a workbook of XML has in the same place. */
  richText(): string {
    const flags = this.uint8();
    const text = this.text();
    // Fonts are nothing that a text depends on.
    const runs = (flags & RICH) === 0 || this.rest.length < 4 ? 0 : this.uint32();
    this.at = Math.min(this.body.length, this.at + runs * RUN_BYTES);
    return (flags & PHONETIC) === 0 ? text : text + this.text();
  }

  private take(count: number): Buffer {
    const from = this.at;
    if (from + count > this.body.length) throw new Unreadable('damaged');
    this.at = from + count;
    return this.body.subarray(from, this.at);
  }
}

const [TEXT, WHOLE, FRACTION] = [0x17, 0x1e, 0x1f];

/** The value of a formula that is nothing but one (MS-XLSB, Ptg). */
export function constantOf(formula: Buffer): string | undefined {
  const [kind, length] = [formula[0], formula.length];
  if (kind === TEXT && length >= 3 && length === 3 + formula.readUInt16LE(1) * 2) return `"${wideText(formula, 3)}"`;
  if (kind === WHOLE && length === 3) return String(formula.readUInt16LE(1));
  return kind === FRACTION && length === 9 ? String(formula.readDoubleLE(1)) : undefined;
}
