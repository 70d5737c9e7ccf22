import { documentText } from './document-text.ts';
import { linksText, namesText, propertiesText, valuesText } from './office-texts.ts';

/** How a file of an office file is read. */
export interface Rule {
  readonly name: RegExp;
  readonly part: (match: RegExpExecArray) => string;
  readonly text: (bytes: Uint8Array) => string;
}

/** Elements that hold text; the rest is measures and names. */
const HOLDERS = new Set(['t', 'delText', 'instrText', 'delInstrText']);
const microsoftText = (bytes: Uint8Array) => documentText(bytes, HOLDERS);
const CHART_HOLDERS = new Set(['t', 'v', 'f']);
const chartText = (bytes: Uint8Array) => documentText(bytes, CHART_HOLDERS);
const VISIO_HOLDERS = new Set(['Text']);
const visioText = (bytes: Uint8Array) => documentText(bytes, VISIO_HOLDERS);
const COMMENT_HOLDERS = new Set(['p', 'h', 'text', 't', 'author']);
const commentText = (bytes: Uint8Array) => documentText(bytes, COMMENT_HOLDERS);
/** In OpenDocument measures are attributes. */
export const openText = (bytes: Uint8Array): string => documentText(bytes, null);

/** Which files of a package of Microsoft hold text, besides the sheets of a workbook. Letter case is ignored in their names. */
const MICROSOFT: readonly Rule[] = [
  // Programs on the web number it.
  { name: /^word\/document\d*\.xml$/i, part: () => 'text', text: microsoftText },
  { name: /^word\/(header|footer|comments|footnotes|endnotes)\d*\.xml$/i, part: ([, kind = '']) => kind, text: microsoftText },
  { name: /^ppt\/slides\/slide(\d+)\.xml$/i, part: ([, number = '']) => `slide ${number}`, text: microsoftText },
  { name: /^ppt\/notesSlides\/notesSlide(\d+)\.xml$/i, part: ([, number = '']) => `notes ${number}`, text: microsoftText },
  { name: /^ppt\/comments\/.*\.xml$/i, part: () => 'comments', text: commentText },
  { name: /^xl\/(?:comments[^/]*|comments\/[^/]+|threadedComments\/.*)\.xml$/i, part: () => 'comments', text: commentText },
  { name: /^(?:word|xl|ppt)\/drawings\/[^/]+\.xml$/i, part: () => 'drawings', text: microsoftText },
  { name: /^word\/glossary\/document\.xml$/i, part: () => 'glossary', text: microsoftText },
  {
    name: /^ppt\/(slideMasters|slideLayouts|notesMasters|handoutMasters)\/[^/]+\.xml$/i,
    part: ([, kind = '']) => kind,
    text: microsoftText,
  },
  { name: /^(?:word|xl|ppt)\/(charts|diagrams)\/[^/]+\.xml$/i, part: ([, kind = '']) => kind, text: chartText },
  { name: /^visio\/(?:pages\/page|masters\/master)(\d+)\.xml$/i, part: ([, number = '']) => `page ${number}`, text: visioText },
  { name: /^xl\/workbook\.xml$/i, part: () => 'names', text: namesText },
  { name: /(?:^|\/)_rels\/[^/]+\.rels$/i, part: () => 'links', text: linksText },
  { name: /^docProps\/(?:core|app|custom)\.xml$|\.psmdcp$/i, part: () => 'properties', text: propertiesText },
  {
    name: /^(xl\/connections|word\/settings|customXml\/item\d+|xl\/externalLinks\/[^/]+)\.xml$/i,
    part: ([, name = '']) => name,
    text: valuesText,
  },
  // Every other file, which has what people write in attributes too: tables, pivots and what they were made of, controls, tags, names of people.
  {
    name: /^(?!\[Content_Types\])(?!(?:word|xl|ppt)\/(?:theme\/|worksheets\/|sharedStrings|fontTable|webSettings|presProps|viewProps|tableStyles|calcChain|styles|stylesWithEffects))(?:(?:word|xl|ppt)\/)?(.+)\.xml$/i,
    part: ([, name = '']) => name,
    text: valuesText,
  },
];
/** The same in OpenDocument, of the document and of those that are embedded in it. */
const OPEN_DOCUMENT: readonly Rule[] = [
  { name: /^(.+\/)content\.xml$/, part: ([, folder = '']) => `${folder}text`, text: openText },
  // Headers and footers are styles of pages.
  { name: /^(.+\/)?styles\.xml$/, part: ([, folder = '']) => `${folder}headers`, text: openText },
  { name: /^(.+\/)?meta\.xml$/, part: ([, folder = '']) => `${folder}properties`, text: propertiesText },
  { name: /^(?!META-INF\/manifest\.xml|content\.xml)(.+)\.(?:xml|rdf|xlb|xdl|xba)$/, part: ([, name = '']) => name, text: valuesText },
];

/** Texts with values beside them, which are a part of their own. */
const WITH_VALUES =
  /^word\/(?!settings|fontTable|webSettings)[^/]+\.xml$|^xl\/(?:styles|workbook|drawings\/[^/]+)\.xml$|^ppt\/(?:slides|slideMasters|slideLayouts|notesSlides|notesMasters|handoutMasters|comments)\/[^/]+\.xml$|^(?:word|xl|ppt)\/(?:charts|diagrams|drawings|glossary)\/[^/]+\.xml$/i;
/** The content of the document itself is read before the others. */
const OPEN_WITH_VALUES = /^(?:.+\/content|(?:.+\/)?styles)\.xml$/;

export const hasValues = (name: string, isOpenDocument: boolean): boolean => (isOpenDocument ? OPEN_WITH_VALUES : WITH_VALUES).test(name);

export function ruleFor(name: string, isOpenDocument: boolean): [Rule, RegExpExecArray] | [undefined, null] {
  for (const rule of isOpenDocument ? OPEN_DOCUMENT : MICROSOFT) {
    const match = rule.name.exec(name);
    if (match !== null) return [rule, match];
  }
  return [undefined, null];
}
