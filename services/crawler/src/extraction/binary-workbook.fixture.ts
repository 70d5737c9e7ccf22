import { type Files, zip } from './documents.fixture.ts';

const bytes = (count: number, write: (into: Buffer) => unknown): Buffer => {
  const into = Buffer.alloc(count);
  write(into);
  return into;
};
export const uint32 = (value: number): Buffer => bytes(4, (into) => into.writeUInt32LE(value >>> 0));
const uint16 = (value: number): Buffer => bytes(2, (into) => into.writeUInt16LE(value));
const double = (value: number): Buffer => bytes(8, (into) => into.writeDoubleLE(value));
/** A text with its length. */
export const wide = (text: string): Buffer => Buffer.concat([uint32(text.length), Buffer.from(text, 'utf16le')]);

/** A number of up to `most` groups of seven bits. */
function packed(value: number, most: number): Buffer {
  const groups: number[] = [];
  for (let left = value; groups.length === 0 || (left > 0 && groups.length < most); left >>= 7) groups.push(left & 0x7f);
  return Buffer.from(groups.map((group, at) => (at < groups.length - 1 ? group | 0x80 : group)));
}

/** A record of a binary workbook. */
export function brt(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([packed(type, 2), packed(body.length, 4), body]);
}

/** A cell by its kind; the kinds of formulas have a formula that is a text. */
export type Cell =
  | { readonly kind: 'shared' | 'inline' | 'rich' | 'formula text'; readonly value: string }
  | { readonly kind: 'number' | 'integer' | 'hundredths' | 'formula number'; readonly value: number }
  | { readonly kind: 'truth' | 'formula truth'; readonly value: boolean }
  | { readonly kind: 'error' | 'formula error'; readonly value: keyof typeof ERRORS }
  | { readonly kind: 'blank' };
export const ERRORS = { '#DIV/0!': 7, '#VALUE!': 15, '#REF!': 23, '#NAME?': 29, '#N/A': 42 };

const rich = (text: string): Buffer => Buffer.concat([Buffer.of(1), wide(text), uint32(1), uint32(0)]);
/** A formula that is a text, with the flags before it. */
export const formulaOf = (text: string): Buffer =>
  Buffer.concat([uint16(0), uint32(3 + text.length * 2), Buffer.of(0x17), uint16(text.length), Buffer.from(text, 'utf16le'), uint32(0)]);
const compact = (value: number, flags: number): Buffer => uint32((value << 2) | flags);

function cellRecord(cell: Cell, column: number, strings: string[], formula: string): Buffer {
  const record = (type: number, ...value: readonly Uint8Array[]) => brt(type, uint32(column), uint32(0), ...value);
  switch (cell.kind) {
    case 'blank':
      return record(1);
    case 'integer':
      return record(2, compact(cell.value, 2));
    case 'hundredths':
      return record(2, compact(cell.value, 3));
    case 'error':
      return record(3, Buffer.of(ERRORS[cell.value]));
    case 'truth':
      return record(4, Buffer.of(Number(cell.value)));
    case 'number':
      return record(5, double(cell.value));
    case 'inline':
      return record(6, wide(cell.value));
    case 'shared':
      if (!strings.includes(cell.value)) strings.push(cell.value);
      return record(7, uint32(strings.indexOf(cell.value)));
    case 'rich':
      return record(62, rich(cell.value));
    case 'formula text':
      return record(8, wide(cell.value), formulaOf(formula));
    case 'formula number':
      return record(9, double(cell.value), formulaOf(formula));
    case 'formula truth':
      return record(10, Buffer.of(Number(cell.value)), formulaOf(formula));
    case 'formula error':
      return record(11, Buffer.of(ERRORS[cell.value]), formulaOf(formula));
  }
}

export const rowRecord = (row: number): Buffer => brt(0, uint32(row), Buffer.alloc(21));
export const sheetOf = (...records: readonly Uint8Array[]): Buffer => Buffer.concat([brt(129), brt(145), ...records, brt(146), brt(130)]);
export const stringsOf = (strings: readonly string[]): Buffer =>
  Buffer.concat([brt(159, uint32(strings.length), uint32(strings.length)), ...strings.map((text) => brt(19, rich(text))), brt(160)]);
export const commentsOf = (author: string, text: string): Buffer =>
  Buffer.concat([brt(628), brt(632, wide(author)), brt(635, Buffer.alloc(36)), brt(637, rich(text)), brt(636), brt(629)]);
/** A name for a value that is a text. */
export const nameOf = (name: string, value: string): Buffer =>
  brt(39, Buffer.alloc(9), wide(name), formulaOf(value).subarray(2), uint32(0xffff_ffff));

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** A binary workbook of sheets with rows of cells; a row that is undefined is left out. */
export function xlsb(
  sheets: Readonly<Record<string, readonly (readonly (Cell | string)[] | undefined)[]>>,
  more: Files = {},
  formula = '',
  ...records: readonly Uint8Array[]
): Uint8Array {
  const strings: string[] = [];
  const named = Object.entries(sheets);
  const files = named.map(([, table], at): [string, Uint8Array] => [
    `xl/worksheets/sheet${at + 1}.bin`,
    sheetOf(
      ...table.flatMap((cells, row) =>
        cells === undefined
          ? []
          : [
              rowRecord(row),
              ...cells.map((cell, column) =>
                cellRecord(typeof cell === 'string' ? { kind: 'shared', value: cell } : cell, column, strings, formula),
              ),
            ],
      ),
    ),
  ]);
  return zip({
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.bin': Buffer.concat([
      brt(131),
      brt(143),
      ...named.map(([name], at) => brt(156, uint32(at === 1 ? 1 : 0), uint32(at + 1), wide(`rId${at + 1}`), wide(name))),
      brt(144),
      ...records,
      brt(132),
    ]),
    'xl/_rels/workbook.bin.rels': `${XML}<Relationships>${named.map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.bin"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(files),
    'xl/sharedStrings.bin': stringsOf(strings),
    ...more,
  });
}
