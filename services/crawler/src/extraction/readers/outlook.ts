import { decompressRTF } from '@kenjiuno/decompressrtf';
import outlook from '@kenjiuno/msgreader';
import { decoderOf } from '../bytes.ts';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';
import type { CompoundFile } from './compound/compound-file.ts';
import { pageBeyond, pageText } from './page-text.ts';

/** Streams of texts (MS-OXMSG): properties, recipients and attached files, each with its kind in its name. */
const TEXT_PROPERTY = /__substg1\.0_([0-9A-F]{4})00(1E|1F)(?:-[0-9A-F]{8})?$/i;
/** The text and the page of the message. */
const BODIES = new Set(['1000', '1013']);

/** Texts of every property, each once: categories, places, telephones, what programs add. */
function propertiesOf(file: CompoundFile): string {
  const texts = new Set<string>();
  for (const name of file.names) {
    const [, id = '', kind] = TEXT_PROPERTY.exec(name) ?? [];
    if (kind === undefined || BODIES.has(id)) continue;
    const content = file.read(name) ?? Buffer.alloc(0);
    texts.add((kind.toUpperCase() === '1F' ? content.toString('utf16le') : decoderOf().decode(content)).trim());
  }
  texts.delete('');
  return [...texts].join('\n');
}

/** A message of Outlook: its headers, its text and its files. */
export async function* readOutlook(bytes: Uint8Array, file: CompoundFile, budget: Budget): AsyncIterable<Part> {
  // A copy: the library must not see the memory around a document.
  const reader = new outlook.default(Uint8Array.from(bytes).buffer);
  const message = reader.getFileData();
  if ('error' in message && message.error !== undefined) throw new Unreadable('damaged');
  const people = (message.recipients ?? []).map(({ name = '', email = '', smtpAddress = '' }) => `to: ${name} ${email} ${smtpAddress}`);
  const from = `from: ${message.senderName ?? ''} ${message.senderEmail ?? ''} ${message.senderSmtpAddress ?? ''}`;
  const headers = [`subject: ${message.subject ?? ''}`, from, ...people, message.headers ?? ''].join('\n');
  budget.takeBytes(Buffer.byteLength(headers));
  yield textPart('headers', headers);
  const properties = propertiesOf(file);
  budget.takeBytes(Buffer.byteLength(properties));
  if (properties !== '') yield textPart('properties', properties);
  const body = message.body ?? '';
  const page = message.bodyHtml ?? (message.html === undefined ? '' : Buffer.from(message.html).toString());
  const text = body.trim() === '' && page !== '' ? pageText(page) : body;
  budget.takeBytes(Buffer.byteLength(text));
  if (text.trim() !== '') yield textPart('text', text);
  const beyond = body.trim() === '' ? '' : pageBeyond(page, body);
  budget.takeBytes(Buffer.byteLength(beyond));
  if (beyond !== '') yield textPart('page', beyond);
  // Of a message without a page its links are there only.
  if (message.compressedRtf !== undefined && page === '') {
    const unpacked = Uint8Array.from(decompressRTF([...message.compressedRtf]));
    budget.takeBytes(unpacked.length);
    yield { path: text.trim() === '' ? 'text' : 'formatted text', bytes: unpacked };
  }
  for (const [at, attached] of (message.attachments ?? []).entries()) {
    const { fileName, content } = reader.getAttachment(attached);
    budget.takeBytes(content.length);
    yield { path: fileName || `attachment ${at + 1}`, bytes: content };
  }
}
