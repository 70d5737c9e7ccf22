import { parse } from 'node-html-parser';
import PostalMime from 'postal-mime';
import { type Budget, type Part, textPart } from '../reader.ts';

/** The headers, the text and the files of a mail, decoded. */
export async function* readMail(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 20 });
  yield textPart('headers', mail.headers.map(({ key, value }) => `${key}: ${value}`).join('\n'));
  const { text = '', html = '' } = mail;
  if (text.trim() !== '') yield textPart('text', text);
  // A mail has its text twice, as plain text and as a page; the page counts when it is alone.
  else if (html !== '') yield textPart('text', parse(html).structuredText);
  for (const [at, { filename, content }] of mail.attachments.entries()) {
    const body = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    budget.takeBytes(body.byteLength);
    yield { path: filename ?? `attachment ${at + 1}`, bytes: body };
  }
}
