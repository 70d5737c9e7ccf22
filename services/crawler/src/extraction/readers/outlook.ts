import { isUtf8 } from 'node:buffer';
import { decompressRTF } from '@kenjiuno/decompressrtf';
import { decodeText } from '@leakwatch/matching';
import { decoderOf, pageOfLocale } from '../bytes.ts';
import { type Budget, type Part, textPart } from '../reader.ts';
import type { CompoundFile } from './compound/compound-file.ts';
import { pageBeyond, pageText } from './page-text.ts';

/** Properties (MS-OXPROPS) by the first four digits of their streams. */
const PROPERTY = {
  subject: '0037',
  senderName: '0C1A',
  senderAddress: '0C1F',
  senderSmtp: '5D01',
  headers: '007D',
  text: '1000',
  page: '1013',
  formatted: '1009',
  name: '3001',
  address: '3003',
  smtp: '39FE',
  content: '3701',
  shortFileName: '3704',
  fileName: '3707',
} as const;
/** Each is read in a way of its own. */
const READ_ELSEWHERE: ReadonlySet<string> = new Set([PROPERTY.text, PROPERTY.page, PROPERTY.formatted, PROPERTY.content]);
/** Streams of properties (MS-OXMSG) with their kind at the end: texts, also each entry of a list, such as categories; and bytes. */
const TEXT_PROPERTY = /__substg1\.0_([0-9A-F]{4})(?:00(1E|1F)|10(1E|1F)-[0-9A-F]{8})$/i;
const BINARY_PROPERTY = /__substg1\.0_([0-9A-F]{4})(?:0102|1102-[0-9A-F]{8})$/i;
const FIXED_PROPERTIES = '__properties_version1.0';
/** A message, or a document of a program, that is attached as a storage. */
const ATTACHED = /__substg1\.0_3701000D\//i;
const ATTACHED_IN = /^(__attach_version1\.0_[^/]*\/)__substg1\.0_3701000D\//i;
const FOLDERS = { recipient: /^__recip_version1\.0_[^/]*\//i, attachment: /^__attach_version1\.0_[^/]*\//i };
/** Tags of numbers among the fixed properties: the code page of the texts, that of the page, and the locale of the sender. */
const [MESSAGE_PAGE, INTERNET_PAGE, LOCALE] = [0x3ffd_0003, 0x3fde_0003, 0x3ff1_0003];
const UTF16 = 1200;
/** ASCII and the Western page often stand where another one was used; and a text of one byte a letter is not UTF-16. */
const UNRELIABLE_PAGES: ReadonlySet<number> = new Set([20127, 1252, UTF16]);

interface Message {
  readonly file: CompoundFile;
  /** Of the storage that holds the message; '' for the file itself. */
  readonly folder: string;
  /** Without the folder. */
  readonly names: readonly string[];
  /** The same by their names in capitals. */
  readonly streams: ReadonlyMap<string, string>;
  /** By folder of a file, the storage that is attached in place of it. */
  readonly storages: ReadonlyMap<string, string>;
  readonly textPage: number | undefined;
  readonly htmlPage: number | undefined;
}

type ReadDocuments = (folder: string, names: readonly string[]) => Iterable<Part>;

/** A message of Outlook: its headers, properties, text and files, and messages that are attached to it. */
export function readOutlook(file: CompoundFile, budget: Budget, readDocuments: ReadDocuments): Iterable<Part> {
  return messageParts(messageIn(file, ''), budget, readDocuments);
}

export const isOutlook = (names: readonly string[], folder = ''): boolean => names.includes(folder + FIXED_PROPERTIES);

function messageIn(file: CompoundFile, folder: string): Message {
  const names = file.names.flatMap((name) => (name.startsWith(folder) ? [name.slice(folder.length)] : []));
  const fixed = file.read(folder + FIXED_PROPERTIES) ?? Buffer.alloc(0);
  const numbers = new Map<number, number>();
  // Entries of sixteen bytes behind a head whose length depends on the folder.
  for (let at = 0; at + 12 <= fixed.length; at += 8) numbers.set(fixed.readUInt32LE(at), fixed.readUInt32LE(at + 8));
  const reliable = (page: number | undefined) => (page === undefined || UNRELIABLE_PAGES.has(page) ? undefined : page);
  const htmlPage = reliable(numbers.get(INTERNET_PAGE));
  return {
    file,
    folder,
    names,
    streams: new Map(names.map((name) => [name.toUpperCase(), name])),
    storages: new Map(names.map((name) => ATTACHED_IN.exec(name)).flatMap((found) => (found ? [[found[1] ?? '', found[0]]] : []))),
    textPage: reliable(numbers.get(MESSAGE_PAGE)) ?? pageOfLocale(numbers.get(LOCALE) ?? 0) ?? htmlPage,
    htmlPage,
  };
}

function* messageParts(message: Message, budget: Budget, readDocuments: ReadDocuments): Iterable<Part> {
  const text = textOf(message, '', PROPERTY.text);
  const page = pageOf(message);
  for (const part of [...describing(message), ...bodies(message, text, page)]) {
    budget.takeBytes(part.bytes.length);
    if (part.bytes.length > 0) yield part;
  }
  // Of a message without a page its links are there only.
  const formatted = read(message, '', `${PROPERTY.formatted}0102`);
  if (formatted !== undefined && page.length === 0) {
    const unpacked = Uint8Array.from(decompressRTF([...formatted]));
    budget.takeBytes(unpacked.length);
    yield { path: isBlank(text) ? 'text' : 'formatted text', bytes: unpacked };
  }
  for (const [at, folder] of foldersOf(message, FOLDERS.attachment).entries()) {
    const name = (...ids: readonly string[]) => stringOf(message, folder, ...ids) || `attachment ${at + 1}`;
    const content = read(message, folder, `${PROPERTY.content}0102`);
    if (content !== undefined) yield { path: name(PROPERTY.fileName, PROPERTY.shortFileName, PROPERTY.name), bytes: content };
    yield* attachedStorage(message, { folder, name: `${name(PROPERTY.name)}.msg` }, budget, readDocuments);
  }
  const binary = binaryOf(message, budget);
  if (binary.length > 0) yield { path: 'binary properties', bytes: binary };
}

/** What a message says of itself and of whom it is for, and the texts of every property. */
function describing(message: Message): readonly Part[] {
  const of = (folder: string, ...ids: readonly string[]) => ids.map((id) => stringOf(message, folder, id)).join(' ');
  const people = foldersOf(message, FOLDERS.recipient).map((folder) => `to: ${of(folder, PROPERTY.name, PROPERTY.address, PROPERTY.smtp)}`);
  const from = `from: ${of('', PROPERTY.senderName, PROPERTY.senderAddress, PROPERTY.senderSmtp)}`;
  const headers = [`subject: ${of('', PROPERTY.subject)}`, from, ...people, of('', PROPERTY.headers)].join('\n');
  return [textPart('headers', headers), { path: 'properties', bytes: propertiesOf(message), isText: true }];
}

function bodies(message: Message, text: Buffer, page: Buffer): readonly Part[] {
  const isRead = isUtf8(page) || message.htmlPage !== undefined;
  const html = isRead ? decoded(page, message.htmlPage) : '';
  const shown: readonly Part[] = isBlank(text)
    ? [textPart('text', page.length === 0 ? '' : pageText(html).trim())]
    : [{ path: 'text', bytes: text, isText: true }, textPart('page', page.length === 0 ? '' : pageBeyond(html, text.toString()))];
  // The encoding is unknown; the matcher finds words in each.
  return isRead ? shown : [...shown, { path: isBlank(text) ? 'text' : 'page', bytes: page, isText: true }];
}

/** A message or a document of a program in place of a file. */
function* attachedStorage(
  { file, folder: outer, storages }: Message,
  { folder, name }: { readonly folder: string; readonly name: string },
  budget: Budget,
  readDocuments: ReadDocuments,
): Iterable<Part> {
  const storage = storages.get(folder);
  if (storage === undefined) return;
  const within = outer + storage;
  const parts = isOutlook(file.names, within)
    ? messageParts(messageIn(file, within), budget, readDocuments)
    : readDocuments(
        within,
        file.names.filter((one) => one.startsWith(within)),
      );
  for (const part of parts) yield { ...part, path: `${name}!/${part.path}` };
}

function read({ file, folder: outer, streams }: Message, folder: string, property: string): Buffer | undefined {
  const name = streams.get(`${folder}__substg1.0_${property}`.toUpperCase());
  return name === undefined ? undefined : file.read(outer + name);
}

/** A text property in UTF-8, or as its bytes where its encoding is unknown. */
function textOf(message: Message, folder: string, id: string): Buffer {
  const wide = read(message, folder, `${id}001F`);
  return wide === undefined ? utf8Of(read(message, folder, `${id}001E`) ?? Buffer.alloc(0), message.textPage) : utf8Of(wide, UTF16);
}

/** The first of the properties that is there. */
function stringOf(message: Message, folder: string, ...ids: readonly string[]): string {
  for (const id of ids) {
    const text = textOf(message, folder, id);
    if (text.length > 0) return decodeText(text);
  }
  return '';
}

function utf8Of(content: Buffer, page: number | undefined): Buffer {
  const width = page === UTF16 ? 2 : 1;
  let end = content.length;
  while (end >= width && content[end - 1] === 0 && content[end - width] === 0) end -= width;
  const text = content.subarray(0, end);
  return page === undefined || (page !== UTF16 && isUtf8(text)) ? text : Buffer.from(decoderOf(page).decode(text));
}

const decoded = (bytes: Buffer, page: number | undefined): string =>
  page === undefined || isUtf8(bytes) ? bytes.toString() : decoderOf(page).decode(bytes);

/** As its own bytes, or in UTF-8 where it is a text property. */
function pageOf(message: Message): Buffer {
  return read(message, '', `${PROPERTY.page}0102`) ?? textOf(message, '', PROPERTY.page);
}

const isBlank = (text: Buffer): boolean => /^\s*$/.test(text.toString('latin1'));

/** Folders of recipients or of files, each once and in their order. */
function foldersOf({ names }: Message, kind: RegExp): readonly string[] {
  return [...new Set(names.flatMap((name) => kind.exec(name)?.[0] ?? []))].toSorted();
}

/** Texts of every property, each once: categories, places, telephones, what programs add. */
function propertiesOf({ file, folder, names, textPage }: Message): Buffer {
  const texts = new Map<string, Buffer>();
  for (const name of names) {
    const [, id = '', single, ofList] = TEXT_PROPERTY.exec(name) ?? [];
    const kind = single ?? ofList;
    if (kind === undefined || READ_ELSEWHERE.has(id.toUpperCase()) || ATTACHED.test(name)) continue;
    const text = utf8Of(file.read(folder + name) ?? Buffer.alloc(0), kind.toUpperCase() === '1F' ? UTF16 : textPage);
    if (!isBlank(text)) texts.set(text.toString('latin1'), text);
  }
  return Buffer.concat([...texts.values()].flatMap((text) => [text, Buffer.from('\n')]));
}

/** What programs keep in properties that are no text, one after the other; each begins at an even place, as text of two bytes a letter does. */
function binaryOf({ file, folder, names }: Message, budget: Budget): Uint8Array {
  const found: Uint8Array[] = [];
  for (const name of names) {
    const [, id = ''] = BINARY_PROPERTY.exec(name) ?? [];
    if (id === '' || READ_ELSEWHERE.has(id.toUpperCase()) || ATTACHED.test(name)) continue;
    const content = file.read(folder + name) ?? Buffer.alloc(0);
    budget.takeBytes(content.length);
    found.push(content, Buffer.alloc(2 + (content.length % 2)));
  }
  return Buffer.concat(found);
}
