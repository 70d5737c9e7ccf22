import { type Budget, type Part, textPart, Unreadable, type UnreadPart } from '../reader.ts';
import { CompoundFile } from './compound/compound-file.ts';
import { decryptedPackage } from './compound/encryption/package.ts';
import { excelParts } from './compound/excel.ts';
import { macroSource } from './compound/macros.ts';
import { metafilesIn } from './compound/metafiles.ts';
import { powerpointParts } from './compound/powerpoint.ts';
import { PROPERTY_STREAMS, propertiesText } from './compound/properties.ts';
import { wordParts } from './compound/word.ts';
import { nameFrom } from './names.ts';
import { isOutlook, readOutlook } from './outlook.ts';
import { readZip } from './zip.ts';

type Read = (file: CompoundFile, folder: string, budget: Budget) => Iterable<Part>;

const excel =
  (name: string): Read =>
  (file, folder, budget) =>
    excelParts(file.read(folder + name) ?? new Uint8Array(), budget);

/** Documents by the stream that holds their text. A storage within a document may hold another one. */
const DOCUMENTS: ReadonlyMap<string, Read> = new Map(
  Object.entries<Read>({
    WordDocument: (file, folder, budget) =>
      wordParts(file.read(`${folder}WordDocument`) ?? new Uint8Array(), (name) => file.read(folder + name), budget),
    Workbook: excel('Workbook'),
    Book: excel('Book'),
    'PowerPoint Document': (file, folder, budget) =>
      powerpointParts(file.read(`${folder}PowerPoint Document`) ?? new Uint8Array(), file.read(`${folder}Current User`), budget),
  }),
);
/** A newer office file that is encrypted: the file, how it is encrypted, and how that is done, which is the same in all of them. */
const ENCRYPTED_PACKAGE = 'EncryptedPackage';
const ENCRYPTION = /^(?:Encrypt(?:edPackage|ionInfo)$|\u0006DataSpaces\/)/;
const MACRO = /(?:^|\/)VBA\/[^/]+$/;
const EMBEDDED_FILE = '\u0001Ole10Native';
/** Streams that hold a file which was embedded: of any kind, an office file of Microsoft, one of OpenDocument by LibreOffice and by Microsoft, and others; the last one is that of a control. */
const FILE_STREAMS = new Set([EMBEDDED_FILE, 'Package', 'package_stream', 'EmbeddedOdf', 'CONTENTS', '\u0003OCXNAME']);
/** Streams with the pictures of a presentation and of a text. */
const PICTURE_STREAMS = new Set(['Pictures', 'Data']);

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
/** Names of streams may begin with a control character. */
// oxlint-disable-next-line no-control-regex
const shown = (path: string): string => path.replace(/[\u0000-\u001f]/g, '');
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** Word, Excel and PowerPoint before 2007, and messages of Outlook. */
export async function* readOle(bytes: Uint8Array, budget: Budget): AsyncIterable<Part | UnreadPart> {
  const file = new CompoundFile(bytes, budget);
  const isMessage = isOutlook(file.names);
  if (isMessage) yield* readOutlook(file, budget, (folder, names) => officeParts(file, names, budget, folder));
  else if (file.names.includes(ENCRYPTED_PACKAGE)) return yield* encryptedOffice(file, budget);
  else yield* officeParts(file, file.names, budget);
  if (file.isDamaged) throw new Unreadable('damaged');
  // The macros of a newer office file, and what is embedded in one, are compound files of their own. Text of other kinds may be packed in their streams.
  const isKnown = isMessage || file.names.some((name) => isDocument(name) || MACRO.test(name) || FILE_STREAMS.has(nameOf(name)));
  if (!isKnown) throw new Unreadable('not_supported');
}

/** A newer office file with a default password, as if it were not encrypted; and the properties that may stand beside it. */
async function* encryptedOffice(file: CompoundFile, budget: Budget): AsyncIterable<Part | UnreadPart> {
  const content = decryptedPackage(file.read('EncryptionInfo') ?? Buffer.alloc(0), file.read(ENCRYPTED_PACKAGE) ?? Buffer.alloc(0), budget);
  if (content === undefined) throw new Unreadable('encrypted');
  yield* officeParts(
    file,
    file.names.filter((name) => !ENCRYPTION.test(name)),
    budget,
  );
  yield* readZip(content, budget);
}

const isDocument = (name: string): boolean => DOCUMENTS.has(nameOf(name));

/** Documents, and what else is in a file or in a storage of it. @param within whose name the paths leave out */
function* officeParts(file: CompoundFile, names: readonly string[], budget: Budget, within = ''): Iterable<Part> {
  let failed: Unreadable['reason'] | undefined;
  const rest = new Set(names);
  for (const name of names.filter((one) => isDocument(one))) {
    try {
      for (const part of DOCUMENTS.get(nameOf(name))?.(file, folderOf(name), budget) ?? []) {
        // Read, if only in part; a stream of which nothing is read is matched as it is.
        rest.delete(name);
        yield { ...part, path: folderOf(name).slice(within.length) + part.path };
      }
    } catch (error) {
      failed ??= error instanceof Unreadable ? error.reason : 'damaged';
      if (failed === 'over_bound') throw new Unreadable(failed);
    }
  }
  for (const name of rest) {
    const content = file.read(name);
    const part = content === undefined || content.length === 0 ? undefined : otherPart(name.slice(within.length), content, budget);
    if (part !== undefined) yield part;
    if (content !== undefined && PICTURE_STREAMS.has(nameOf(name))) yield* metafilesIn(content, name.slice(within.length), budget);
  }
  if (failed !== undefined) throw new Unreadable(failed);
}

/** A stream that is no document: properties, a macro, a file, or anything else, which is matched as it is. */
function otherPart(name: string, content: Buffer, budget: Budget): Part | undefined {
  const properties = PROPERTY_STREAMS.get(nameOf(name));
  if (properties !== undefined) {
    const text = propertiesText(content, properties);
    budget.takeBytes(Buffer.byteLength(text));
    return text === '' ? undefined : textPart(`${folderOf(name)}properties`, text);
  }
  if (nameOf(name) === EMBEDDED_FILE) return embeddedFile(name, content);
  const source = MACRO.test(name) ? macroSource(content, budget) : undefined;
  return source === undefined ? { path: shown(name), bytes: content } : { path: name, bytes: source, isText: true };
}

/** A file that was put into a document (MS-OLEDS): its name, its path twice, its content. */
function embeddedFile(path: string, content: Buffer): Part {
  const end = (from: number) => content.indexOf(0, from) + 1;
  const nameEnd = end(6);
  const sourceEnd = end(nameEnd);
  const temporaryEnd = end(sourceEnd + 8);
  const isFile = nameEnd > 0 && sourceEnd > 0 && temporaryEnd > 0 && temporaryEnd + 4 <= content.length;
  if (!isFile) return { path: shown(path), bytes: content };
  const size = content.readUInt32LE(temporaryEnd);
  const name = nameFrom(content.subarray(6, nameEnd - 1));
  return { path: folderOf(path) + (name === '' ? 'file' : name), bytes: content.subarray(temporaryEnd + 4, temporaryEnd + 4 + size) };
}
