import { asBuffer } from '../bytes.ts';
import { type Budget, type OfficeFiles, type Part, textPart, Unreadable } from '../reader.ts';
import { isOfBinaryWorkbook, readBinaryWorkbook } from './binary-workbook.ts';
import { hasValues, openText, ruleFor } from './office-rules.ts';
import { besideText } from './office-values.ts';
import { readSheets } from './sheets.ts';

/** Pictures, sounds and fonts, which are not read, and what says which files there are. */
const NOT_READ =
  /\/$|\.(?:xml|rels|png|jpe?g|jfif|gif|bmp|tiff?|ico|webp|wdp|mp[34]|m4[av]|wav|wm[av]|avi|mov|ttf|otf|odttf|fntdata|glb)$|^mimetype$/i;
/** Files within an office file that are documents, or are matched as they are: embedded objects, pages taken in, drawings with text, settings of printers. */
const isWithin = (name: string): boolean => !NOT_READ.test(name);
/** They are no documents: controls, settings, and tables of binary workbooks. */
const BINARY = /^(?!.*\/embeddings\/).*\.bin$/;
const MACROS = /^(?:word|xl|ppt|visio)\/vbaProject\.bin$/i;
const ENCRYPTED = ':encryption-data';
const ODF = /^application\/vnd\.oasis\.opendocument\.(\w+)/;

/** Names in packages of Microsoft ignore letter case, and some programs write another one than Office: 1C has `xl/SharedStrings.xml`. */
function inAnyCase(files: OfficeFiles): OfficeFiles {
  const names = new Map(files.names.map((name) => [name.toLowerCase(), name]));
  const nameOf = (name: string): string => names.get(name.toLowerCase()) ?? name;
  return { names: files.names, has: (name) => files.has(nameOf(name)), read: (name) => files.read(files.has(name) ? name : nameOf(name)) };
}

/** Reads an office file of either family; undefined when the archive is none. */
export async function readOffice(files: OfficeFiles, budget: Budget): Promise<AsyncIterable<Part> | undefined> {
  const packaged = inAnyCase(files);
  if (packaged.has('[Content_Types].xml') && files.names.some((name) => /^(?:word|xl|ppt|visio)\//i.test(name)))
    return readParts(packaged, null, budget);
  // Its files have their names and bytes that look like text of nothing; newer programs encrypt all as one file.
  const manifest = files.has('mimetype') ? files.read('META-INF/manifest.xml') : undefined;
  if (manifest !== undefined && asBuffer(manifest).includes(ENCRYPTED)) throw new Unreadable('encrypted');
  if (!files.has('content.xml') || !files.has('mimetype')) return undefined;
  const [, kind] = ODF.exec(new TextDecoder().decode(files.read('mimetype'))) ?? [];
  return kind === undefined ? undefined : readParts(files, kind, budget);
}

async function* readParts(files: OfficeFiles, openDocument: string | null, budget: Budget): AsyncIterable<Part> {
  let failed: Unreadable | undefined;
  const isWorkbook = openDocument === 'spreadsheet' || files.has('xl/workbook.xml');
  if (isWorkbook) failed = yield* readSheets(files);
  const isBinary = !isWorkbook && files.has('xl/workbook.bin');
  if (isBinary) failed = yield* readBinaryWorkbook(files, budget);
  if (openDocument !== null && !isWorkbook) {
    const content = files.read('content.xml') ?? new Uint8Array();
    yield textPart('text', openText(content));
    const values = besideText(content);
    if (values.text !== '') yield textPart('values', values.text);
    if (values.isCut) failed = new Unreadable('over_bound');
  }
  const isOpenDocument = openDocument !== null;
  for (const name of files.names) {
    if (isBinary && isOfBinaryWorkbook(name)) continue;
    const [rule, match] = ruleFor(name, isOpenDocument);
    const isBeside = hasValues(name, isOpenDocument);
    if (rule === undefined && !isBeside && !isWithin(name)) continue;
    try {
      const bytes = files.read(name);
      if (bytes === undefined || bytes.byteLength === 0) continue;
      if (isBeside) {
        const values = besideText(bytes);
        if (values.text !== '') yield textPart('values', values.text);
        if (values.isCut) failed ??= new Unreadable('over_bound');
      }
      if (rule === undefined) {
        if (!isBeside) yield fileWithin(name, bytes);
        continue;
      }
      const text = rule.text(bytes);
      if (text.trim() !== '' && match !== null) yield textPart(rule.part(match), text);
    } catch (error) {
      const reason = error instanceof Unreadable ? error.reason : 'damaged';
      failed ??= new Unreadable(reason);
      if (reason === 'over_bound') break;
    }
  }
  // What could be read is kept; the rest is counted.
  if (failed !== undefined) throw failed;
}

function fileWithin(path: string, bytes: Uint8Array): Part {
  if (MACROS.test(path)) return { path, bytes, isMacros: true };
  return BINARY.test(path) ? { path, bytes, isText: true } : { path, bytes };
}
