import { readXml, type XmlAttributes } from './xml.ts';

/** Texts of a sheet that are in no cell: what may be entered, what is emphasised, what is printed around it. */
const BESIDE_CELLS = new Set('formula formula1 formula2 oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter'.split(' '));
/** Names, numbers and measures that files of one package give one another. Everything else may be what people write. */
const IDENTITY =
  /^(?:xmlns|r:|w:id$|id$|uid$|uri$|xr\d?:|w1\d:|mc:|w:rsid|xml:space$|w:date$|sqref$|ref$|style$|type$|path$|d$|svg:d$|fo:|xml:id$|text:id$|text:change-id$)|style-name$|value-type$|-path$|-points$/;
/** Elements that say how a text looks, whose values are chosen from lists or are names of styles and fonts. */
const APPEARANCE = new Set(
  `pStyle rStyle tblStyle jc rFonts lang color sz shd highlight u vertAlign lsdException t tab latin ea cs sym font srgbClr schemeClr sysClr prstGeom
   tblW tcW vAlign spacing ind pgSz pgMar`.split(/\s+/),
);
const hasLetter = /\p{L}/u;
/** Different elements that are remembered, so that those written alike are read once. */
const KNOWN_MAX = 20_000;

/** Characters of the values of one file. Documents of thousands of pages have some hundred thousand; as objects they take ten times the memory. */
const CHARACTERS_MAX = 8 * 1024 * 1024;

/** Values of a file, one a line; the bound was reached before its end. */
export interface Values {
  readonly text: string;
  readonly isCut: boolean;
}

export interface ValueLines {
  readonly open: (name: string, attributes: XmlAttributes) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
  readonly found: () => Values;
}

/**
 * Collects what is written beside the text of an office file while that is read, each value once: who changed a text, what fields, formulas and controls say, names,
 * descriptions, conditions. Values are not chosen by their elements, which every version of a format adds to. A formula counts where it holds a text of its own.
 */
export function valueLines(): ValueLines {
  const lines = new Set<string>();
  const known = new Set<string>();
  let value: string | undefined;
  let characters = 0;
  const isCut = () => characters > CHARACTERS_MAX;
  const add = (line: string) => {
    if (isCut() || lines.has(line)) return;
    characters += line.length;
    lines.add(line);
  };
  return {
    found: () => ({ text: [...lines].join('\n'), isCut: isCut() }),
    open: (name, attributes) => {
      if (name === 'f' || BESIDE_CELLS.has(name)) value = '';
      const { source } = attributes;
      if (source === '' || isCut() || APPEARANCE.has(name) || !hasLetter.test(source) || known.has(source)) return;
      if (known.size < KNOWN_MAX) known.add(source);
      for (const [key, found] of attributes.all()) if (!IDENTITY.test(key) && hasLetter.test(found)) add(`${key}: ${found}`);
    },
    text: (text) => {
      if (value !== undefined) value += text;
    },
    close: (name) => {
      if (value === undefined || (name !== 'f' && !BESIDE_CELLS.has(name))) return;
      if (hasLetter.test(value) && (name !== 'f' || value.includes('"'))) add(value);
      value = undefined;
    },
  };
}

/** What is written beside the text of a file that is read for its text too. */
export function besideText(bytes: Uint8Array): Values {
  const values = valueLines();
  readXml(bytes, values);
  return values.found();
}
