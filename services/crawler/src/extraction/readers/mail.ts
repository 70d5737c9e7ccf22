import PostalMime, { decodeWords } from 'postal-mime';
import { type Budget, type Part, Unreadable } from '../reader.ts';
import { boundedMail } from './mail-bounds.ts';
import { originalHeaders, bytesOf, keepingBytes } from './mail-charsets.ts';
import { mailStructure } from './mail-structure.ts';
import { nameFrom } from './names.ts';
import { pageBeyond, pageText } from './page-text.ts';

/** Parts within parts; deeper ones are made to exhaust a reader. */
const DEPTH_MAX = 20;
/** The library decodes these files, which it leaves as they are otherwise. */
const CALENDARS: ReadonlySet<string> = new Set(['text/calendar', 'application/ics']);

/** The headers, the text and the files of a mail, decoded. What is over the bounds follows as it is. */
export async function* readMail(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const { mail: within, rest } = boundedMail(bytes);
  const kept = keepingBytes(within);
  const mail = await PostalMime.parse(kept, { attachmentEncoding: 'arraybuffer', maxNestingDepth: DEPTH_MAX }).catch(() => {
    // The library reads whatever it can, and throws for parts that are deeper or headers that are longer than it reads.
    throw new Unreadable('over_bound');
  });
  const part = (path: string, text: string): Part => ({ path, bytes: bytesOf(text), isText: true });
  yield part('headers', originalHeaders(mail.headers.map(({ key, value }) => `${key}: ${decodeWords(value)}`).join('\n')));
  const structure = originalHeaders(mailStructure(kept));
  if (structure !== '') yield part('parts', structure);
  const { text = '', html = '' } = mail;
  if (text.trim() !== '') yield part('text', text);
  // A mail has its text twice, as plain text and as a page.
  const page = text.trim() === '' ? pageText(html) : pageBeyond(html, text);
  if (page.trim() !== '') yield part(text.trim() === '' ? 'text' : 'page', page);
  if (rest.byteLength > 0) yield { path: 'rest', bytes: rest, isText: true };
  for (const [at, { filename, mimeType, content }] of mail.attachments.entries()) {
    const file = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
    const body = CALENDARS.has(mimeType) ? bytesOf(Buffer.from(file).toString()) : file;
    budget.takeBytes(body.byteLength);
    yield { path: filename === null ? `attachment ${at + 1}` : nameFrom(bytesOf(filename)), bytes: body };
  }
  if (rest.byteLength > 0) throw new Unreadable('over_bound');
}
