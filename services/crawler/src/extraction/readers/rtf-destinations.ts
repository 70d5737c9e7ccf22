/** Groups that hold no text of the document. Any other that is not named here is read, so that none of a later version is missed. */
export const SKIPPED: ReadonlySet<string> = new Set([
  ...[
    'fonttbl',
    'colortbl',
    'pict',
    'objdata',
    'sn',
    'themedata',
    'colorschememapping',
    'datastore',
    'latentstyles',
    'rsidtbl',
    'generator',
  ],
  ...[
    'listtable',
    'listoverridetable',
    'pgptbl',
    'filetbl',
    'mmathPr',
    'xmlnstbl',
    'blipuid',
    'bkmkend',
    'panose',
    'falt',
    'password',
    'passwordhash',
  ],
  ...['pnseclvl', 'docxdata', 'svgblip'],
]);

/** Parts of a document beside its text. */
export type RtfPart = 'text' | 'headers' | 'notes' | 'text boxes' | 'links' | 'properties' | 'names' | 'values' | 'deleted';

const all = (part: RtfPart, names: readonly string[]): readonly [string, RtfPart][] => names.map((name) => [name, part]);
/** Groups whose text is a part of its own, also within groups that other readers may leave out. */
export const DESTINATIONS: ReadonlyMap<string, RtfPart> = new Map([
  ...all('headers', ['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf']),
  ...all('notes', ['footnote', 'ftnsep', 'annotation', 'atnauthor', 'atnid']),
  ...all('text boxes', ['shptxt', 'dptxbxtext']),
  // Who changed the text, places in it, styles.
  ...all('names', ['revtbl', 'bkmkstart', 'stylesheet', 'listname', 'xe', 'tc', 'pntxta', 'pntxtb', 'userprops']),
  // Descriptions and addresses of shapes, defaults and help of fields.
  ...all('values', ['sv', 'ffname', 'ffdeftext', 'ffhelptext', 'ffstattext', 'ffl', 'ffentrymcr', 'ffexitmcr', 'ffformat']),
  ...all('links', ['fldinst']),
  ...all('properties', ['title', 'subject', 'author', 'manager', 'company', 'operator', 'category', 'keywords', 'comment', 'doccomm']),
  ...all('properties', ['hlinkbase', 'propname', 'staticval', 'docvar']),
]);

/** Words behind which a group has bytes in hexadecimal digits: drawings that hold texts, and what fields of forms hold. */
export const BYTES: ReadonlySet<string> = new Set(['emfblip', 'wmetafile', 'datafield']);

/** Code pages by the character sets that fonts name; others are in that of the document. */
export const CHARACTER_SETS: Readonly<Record<string, number>> = {
  ...{ 77: 10000, 128: 932, 129: 949, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258 },
  ...{ 177: 1255, 178: 1256, 186: 1257, 204: 1251, 222: 874, 238: 1250 },
};

/** What words stand for. */
export const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    par: '\n',
    line: '\n',
    row: '\n',
    tab: '\t',
    cell: '\t',
    emdash: '—',
    endash: '–',
    lquote: '‘',
    rquote: '’',
    ldblquote: '“',
    rdblquote: '”',
  }),
);
