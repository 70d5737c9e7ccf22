/** Groups that hold no text of the document. */
export const SKIPPED: ReadonlySet<string> = new Set([
  'fonttbl',
  'colortbl',
  'stylesheet',
  'pict',
  'themedata',
  'colorschememapping',
  'datastore',
  'latentstyles',
  'listtable',
  'generator',
]);

/** Parts of a document beside its text. */
export type RtfPart = 'text' | 'headers' | 'notes' | 'text boxes' | 'links' | 'properties';

const all = (part: RtfPart, names: readonly string[]): readonly [string, RtfPart][] => names.map((name) => [name, part]);
/** Groups whose text is a part of its own, also within groups that other readers may leave out. */
export const DESTINATIONS: ReadonlyMap<string, RtfPart> = new Map([
  ...all('headers', ['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf']),
  ...all('notes', ['footnote', 'annotation', 'atnauthor', 'atnid']),
  ...all('text boxes', ['shptxt', 'dptxbxtext']),
  ...all('links', ['fldinst']),
  ...all('properties', ['title', 'subject', 'author', 'manager', 'company', 'operator', 'category', 'keywords', 'comment', 'doccomm']),
  ...all('properties', ['hlinkbase', 'propname', 'staticval', 'docvar']),
]);

/** What words stand for. */
export const SIGNS: Readonly<Record<string, string>> = {
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
};
