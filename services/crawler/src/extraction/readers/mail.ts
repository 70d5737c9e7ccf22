import PostalMime, { decodeWords } from 'postal-mime';
import { type Budget, type Part, textPart } from '../reader.ts';
import { mailStructure } from './mail-structure.ts';
import { pageBeyond, pageText } from './page-text.ts';

/** The headers, the text and the files of a mail, decoded. */
export async function* readMail(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 20 });
  yield textPart('headers', mail.headers.map(({ key, value }) => `${key}: ${decodeWords(value)}`).join('\n'));
  const structure = mailStructure(bytes);
  if (structure !== '') yield textPart('parts', structure);
  const { text = '', html = '' } = mail;
  if (text.trim() !== '') yield textPart('text', text);
  // A mail has its text twice, as plain text and as a page.
  const page = text.trim() === '' ? pageText(html) : pageBeyond(html, text);
  if (page.trim() !== '') yield textPart(text.trim() === '' ? 'text' : 'page', page);
  for (const [at, { filename, content }] of mail.attachments.entries()) {
    const body = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    budget.takeBytes(body.byteLength);
    yield { path: filename ?? `attachment ${at + 1}`, bytes: body };
  }
}
