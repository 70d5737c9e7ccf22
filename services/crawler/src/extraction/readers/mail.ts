import PostalMime, { decodeWords } from 'postal-mime';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';
import { boundedMail } from './mail-bounds.ts';
import { mailStructure } from './mail-structure.ts';
import { pageBeyond, pageText } from './page-text.ts';

/** The headers, the text and the files of a mail, decoded. What is over the bounds follows as it is. */
export async function* readMail(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const { mail: within, rest } = boundedMail(bytes);
  const mail = await PostalMime.parse(within, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 20 });
  yield textPart('headers', mail.headers.map(({ key, value }) => `${key}: ${decodeWords(value)}`).join('\n'));
  const structure = mailStructure(within);
  if (structure !== '') yield textPart('parts', structure);
  const { text = '', html = '' } = mail;
  if (text.trim() !== '') yield textPart('text', text);
  // A mail has its text twice, as plain text and as a page.
  const page = text.trim() === '' ? pageText(html) : pageBeyond(html, text);
  if (page.trim() !== '') yield textPart(text.trim() === '' ? 'text' : 'page', page);
  if (rest.byteLength > 0) yield { path: 'rest', bytes: rest, isText: true };
  for (const [at, { filename, content }] of mail.attachments.entries()) {
    const body = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    budget.takeBytes(body.byteLength);
    yield { path: filename ?? `attachment ${at + 1}`, bytes: body };
  }
  if (rest.byteLength > 0) throw new Unreadable('over_bound');
}
