import { type OfficeFiles, type Part, textPart, Unreadable } from '../reader.ts';
import { SheetText } from './sheet-text.ts';
import { type Values, valueLines } from './office-values.ts';
import { readXml } from './xml.ts';

const SHARED_STRINGS = 'xl/sharedStrings.xml';
const SHEETS = /^xl\/(?:work|macro|dialog)sheets\/[^/]+\.xml$/i;

/** The sheets of a workbook, hidden ones and those of macros too, each as a text of its own. Returns why not all of them could be read. */
export async function* readSheets(files: OfficeFiles): AsyncGenerator<Part, Unreadable | undefined, undefined> {
  if (!files.has('xl/workbook.xml')) {
    yield* openSheets(files.read('content.xml') ?? new Uint8Array());
    return undefined;
  }
  let failed: Unreadable | undefined;
  /** What is damaged leaves the rest readable; a bound holds for the whole document. */
  const read = (name: string): Uint8Array | undefined => {
    try {
      return files.read(name);
    } catch (error) {
      failed ??= error instanceof Unreadable ? error : new Unreadable('damaged');
      if (failed.reason === 'over_bound') throw failed;
      return undefined;
    }
  };
  const strings = new SharedStrings(read(SHARED_STRINGS) ?? new Uint8Array());
  const names = sheetNames(files);
  for (const name of files.names.filter((one) => SHEETS.test(one))) {
    const bytes = read(name);
    if (bytes === undefined) continue;
    const { text, values } = sheetText(bytes, strings);
    if (text !== '') yield textPart(names.get(name.toLowerCase()) ?? name.replace(/^.*\//, ''), text);
    yield* valuesPart(values);
  }
  // Of cells that were emptied, or whose sheet is missing.
  if (strings.others.length > 0) yield textPart(SHARED_STRINGS, `${strings.others.join('\n')}\n`);
  return failed;
}

/** What is beside the cells. */
function* valuesPart({ text, isCut }: Values): Iterable<Part> {
  if (text !== '') yield textPart('values', text);
  if (isCut) throw new Unreadable('over_bound');
}

/** Names of files by the ids under which a workbook refers to them. */
export function relationTargets(files: OfficeFiles, name: string): ReadonlyMap<string, string> {
  const targets = new Map<string, string>();
  readXml(files.read(name) ?? new Uint8Array(), {
    open: (element, attributes) => {
      const [Id, Target] = [attributes.get('Id'), attributes.get('Target')];
      if (element === 'Relationship' && Id !== undefined && Target !== undefined)
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return targets;
}

/** The titles of sheets by the names of their files, in lower case. */
function sheetNames(files: OfficeFiles): ReadonlyMap<string, string> {
  const targets = relationTargets(files, 'xl/_rels/workbook.xml.rels');
  const names = new Map<string, string>();
  readXml(files.read('xl/workbook.xml') ?? new Uint8Array(), {
    open: (name, attributes) => {
      const target = targets.get(attributes.get('r:id') ?? '');
      if (name === 'sheet' && target !== undefined) names.set(target.toLowerCase(), attributes.get('name') ?? target);
    },
  });
  return names;
}

/** Texts that cells name by their numbers. */
class SharedStrings {
  private readonly strings: string[] = [];
  private readonly shown = new Set<number>();

  constructor(bytes: Uint8Array) {
    let current = '';
    let inText = false;
    readXml(bytes, {
      open: (name) => {
        if (name === 'si') current = '';
        if (name === 't') inText = true;
      },
      text: (text) => {
        if (inText) current += text;
      },
      close: (name) => {
        if (name === 't') inText = false;
        if (name === 'si') this.strings.push(current);
      },
    });
  }

  at(number: number): string {
    this.shown.add(number);
    return this.strings[number] ?? '';
  }

  /** Those that no cell has shown. */
  get others(): readonly string[] {
    return this.strings.filter((text, at) => text.trim() !== '' && !this.shown.has(at));
  }
}

function sheetText(bytes: Uint8Array, strings: SharedStrings): { readonly text: string; readonly values: Values } {
  const sheet = new SheetText();
  const values = valueLines();
  let [row, type, value, inValue] = [0, '', '', false];
  let cells: string[] = [];
  readXml(bytes, {
    open: (name, attributes) => {
      if (name === 'row') {
        const r = attributes.get('r');
        row = r === undefined ? row + 1 : Number(r) || row + 1;
        cells = [];
      }
      if (name === 'v' || name === 't') inValue = true;
      if (name === 'c') [type, value] = [attributes.get('t') ?? 'n', ''];
      // A cell has its place and its kind.
      else if (name !== 'row') values.open(name, attributes);
    },
    text: (text) => {
      if (inValue) value += text;
      else values.text(text);
    },
    close: (name) => {
      if (name === 'v' || name === 't') inValue = false;
      values.close(name);
      if (name === 'c') cells.push(type === 's' ? strings.at(Number(value)) : value);
      if (name === 'row') sheet.add(row, cells);
    },
  });
  return { text: sheet.text, values: values.found() };
}

/** Digits that the text of a cell may show in another way, with spaces or cut. */
const LONG_NUMBER = /\d{5}/;
/** What a cell has beside its text, as it is written: most have their kind only. */
const CELL_VALUES = /formula=|string-value=|validation-name=/;

/**
 * The tables of an OpenDocument spreadsheet, what is in no cell, such as drawings, and what is written beside both. Repeated rows are written once, since they say
 * the same.
 */
function* openSheets(bytes: Uint8Array): Iterable<Part> {
  const parts: Part[] = [];
  const values = valueLines();
  const outside: string[] = [];
  let sheet = new SheetText();
  let [title, row, repeated, number, isInside] = ['', 1, 1, '', false];
  let [cell, cells]: [string[], string[]] = [[], []];
  readXml(bytes, {
    open: (name, attributes) => {
      const isCell = name === 'table-cell' || name === 'covered-table-cell';
      if (name === 'table') [title, row, sheet] = [attributes.get('table:name') ?? 'table', 1, new SheetText()];
      if (name === 'table-row') {
        repeated = Math.max(1, Number(attributes.get('table:number-rows-repeated') ?? 1) || 1);
        cells = [];
      }
      if (isCell) [cell, number, isInside] = [[], attributes.get('office:value') ?? '', true];
      const address = attributes.get('xlink:href');
      if (address !== undefined) (isInside ? cell : outside).push(` ${address} `);
      if (!isCell || CELL_VALUES.test(attributes.source)) values.open(name, attributes);
    },
    text: (text) => (isInside ? cell : outside).push(text),
    close: (name) => {
      if (name === 'p') (isInside ? cell : outside).push(isInside ? ' ' : '\n');
      if (name === 'table-cell' || name === 'covered-table-cell') {
        const shown = cell.join('').trim();
        cells.push(LONG_NUMBER.test(number) && !shown.includes(number) ? `${shown} ${number}` : shown);
        isInside = false;
      }
      if (name === 'table-row') {
        sheet.add(row, cells);
        row += repeated;
      }
      if (name === 'table' && sheet.text !== '') parts.push(textPart(title, sheet.text));
    },
  });
  yield* parts;
  if (outside.some((text) => text.trim() !== '')) yield textPart('drawings', outside.join(''));
  yield* valuesPart(values.found());
}
