import { readXml, type XmlAttributes } from './xml.ts';

/** Elements of Microsoft's formats whose attributes people write: who changed a text, what fields and controls say, descriptions of pictures, tips of links. */
const VALUED = new Set(
  `ins del moveFrom moveTo comment alias tag listItem listEntry fldSimple bookmarkStart name default helpText statusText shape textpath docPr cNvPr
   hyperlink hlinkClick sheetPr dataValidation customFilter filter inputCells scenario protectedRange cfRule numFmt cellStyle definedName`.split(
    /\s+/,
  ),
);
/** Texts of a sheet that are in no cell: what may be entered, what is emphasised, what is printed around it. */
const BESIDE_CELLS = new Set('formula formula1 formula2 oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter'.split(' '));
/** Numbers that files of one package give one another. */
const IDENTITY = /^(?:xmlns|r:|w:id$|id$|w:rsid|w:date$|sqref$|ref$|style$|type$)/;
const hasLetter = /\p{L}/u;

function valuesOf(attributes: XmlAttributes): readonly string[] {
  return [...attributes.all()].flatMap(([name, value]) => (IDENTITY.test(name) || !hasLetter.test(value) ? [] : [`${name}: ${value}`]));
}

export interface ValueLines {
  readonly open: (name: string, attributes: XmlAttributes) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
  readonly lines: readonly string[];
}

/** Collects what is written beside the text of an office file while that is read. A formula counts where it holds a text of its own. */
export function valueLines(): ValueLines {
  const lines: string[] = [];
  let value: string | undefined;
  return {
    lines,
    open: (name, attributes) => {
      if (VALUED.has(name)) lines.push(...valuesOf(attributes));
      if (name === 'f' || BESIDE_CELLS.has(name)) value = '';
    },
    text: (text) => {
      if (value !== undefined) value += text;
    },
    close: (name) => {
      if (value === undefined || (name !== 'f' && !BESIDE_CELLS.has(name))) return;
      if (hasLetter.test(value) && (name !== 'f' || value.includes('"'))) lines.push(value);
      value = undefined;
    },
  };
}

/** What is written beside the text of a file that is read for its text too. */
export function besideText(bytes: Uint8Array): string {
  const values = valueLines();
  readXml(bytes, values);
  return values.lines.join('\n');
}
