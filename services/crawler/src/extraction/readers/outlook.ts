import { decompressRTF } from '@kenjiuno/decompressrtf';
import outlook from '@kenjiuno/msgreader';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';
import { pageBeyond, pageText } from './page-text.ts';

/** A message of Outlook: its headers, its text and its files. */
export async function* readOutlook(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  // A copy: the library must not see the memory around a document.
  const reader = new outlook.default(Uint8Array.from(bytes).buffer);
  const message = reader.getFileData();
  if ('error' in message && message.error !== undefined) throw new Unreadable('damaged');
  const people = (message.recipients ?? []).map(({ name = '', email = '', smtpAddress = '' }) => `to: ${name} ${email} ${smtpAddress}`);
  const from = `from: ${message.senderName ?? ''} ${message.senderEmail ?? ''} ${message.senderSmtpAddress ?? ''}`;
  const headers = [`subject: ${message.subject ?? ''}`, from, ...people, message.headers ?? ''].join('\n');
  budget.takeBytes(Buffer.byteLength(headers));
  yield textPart('headers', headers);
  const body = message.body ?? '';
  const page = message.bodyHtml ?? (message.html === undefined ? '' : Buffer.from(message.html).toString());
  const text = body.trim() === '' && page !== '' ? pageText(page) : body;
  budget.takeBytes(Buffer.byteLength(text));
  if (text.trim() !== '') yield textPart('text', text);
  const beyond = body.trim() === '' ? '' : pageBeyond(page, body);
  budget.takeBytes(Buffer.byteLength(beyond));
  if (beyond !== '') yield textPart('page', beyond);
  if (text.trim() === '' && message.compressedRtf !== undefined) {
    const unpacked = Uint8Array.from(decompressRTF([...message.compressedRtf]));
    budget.takeBytes(unpacked.length);
    yield { path: 'text', bytes: unpacked };
  }
  for (const [at, attached] of (message.attachments ?? []).entries()) {
    const { fileName, content } = reader.getAttachment(attached);
    budget.takeBytes(content.length);
    yield { path: fileName || `attachment ${at + 1}`, bytes: content };
  }
}
