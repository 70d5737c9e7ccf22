import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../bytes.ts';
import { boundariesIn } from './mail-structure.ts';

/** A charset that decodes each byte outside ASCII to a letter of its own, so that the bytes can be recovered. */
const AS_BYTES = 'x-user-defined';
const FIRST_LETTER = 0xf700;
/** Charsets that mails often state wrongly. Their texts are kept as bytes, as those without a charset are, and the matcher reads them in every encoding. */
const UNRELIABLE =
  /^(?:utf-?8|(?:us-)?ascii|ansi_x3\.4-1968|iso[-_]?8859-?1|latin-?1|(?:windows-|cp)1252|(?:x-)?unknown.*|default.*|8bit|binary|none)$/i;
const CONTENT_TYPE = /^content-type:[^\n]*(?:\n[ \t][^\n]*)*/im;
const TEXT_TYPE = /^content-type:\s*(?:text\/(?:plain|html|calendar)|application\/ics)\b/i;
const MESSAGE_TYPE = /^content-type:\s*message\/(?:rfc822|global|news)\b/i;
const DIGEST_TYPE = /^content-type:\s*multipart\/digest\b/i;
const CHARSET = /(\bcharset\s*=\s*)("[^"\r\n]*"|[^\s;"]+)/i;
/** A changed header keeps the original charset as a comment. */
const CHANGED = new RegExp(`${AS_BYTES} \\((.*?)\\)`, 'g');
const ADDED = `; charset=${AS_BYTES} ()`;
const ADDED_HEADER = `Content-Type: text/plain; charset=${AS_BYTES} (added)`;
/** The library reads no longer headers of a part. */
const HEAD_MAX = 2 * 1024 * 1024;
/** More are made to exhaust a reader. */
const BOUNDARIES_MAX = 1_000;

interface Structure {
  readonly boundaries: Set<string>;
  inDigest: boolean;
}

const LINE_FEED = 0x0a;
const DASH = 0x2d;

/**
 * The same mail with charsets by which the library decodes texts and headers without loss, where the stated charset is missing or unreliable. `bytesOf` recovers the bytes from what the
 * library returns.
 */
export function keepingBytes(mail: Uint8Array): Uint8Array {
  const source = asBuffer(mail);
  const pieces: Uint8Array[] = [];
  const state: Structure = { boundaries: new Set(), inDigest: false };
  let copied = 0;
  /** Where the current headers begin; undefined in a body. */
  let head: number | undefined = 0;
  for (let at = 0; at < source.length; ) {
    const feed = source.indexOf(LINE_FEED, at);
    const next = feed < 0 ? source.length : feed + 1;
    if (head !== undefined && next - at <= 2 && source.toString('latin1', at, next).trim() === '') {
      const { changed, isMessage } = changedHead(source.subarray(head, at), state);
      pieces.push(source.subarray(copied, head), changed);
      copied = at;
      head = isMessage ? next : undefined;
    } else if (source[at] === DASH && source[at + 1] === DASH && state.boundaries.has(source.toString('latin1', at, next).trimEnd()))
      head = next;
    at = next;
  }
  return Buffer.concat([...pieces, source.subarray(copied)]);
}

function changedHead(head: Buffer, state: Structure): { readonly changed: Buffer; readonly isMessage: boolean } {
  if (head.length > HEAD_MAX) return { changed: head, isMessage: false };
  const lines = head
    .toString('latin1')
    .split('\n')
    .map((line) => (isUtf8(Buffer.from(line, 'latin1')) ? line : lettersOf(line)));
  const text = lines.join('\n');
  const found = CONTENT_TYPE.exec(text);
  const type = found?.[0];
  const [boundary] = boundariesIn(type ?? '');
  if (boundary !== undefined && state.boundaries.size < BOUNDARIES_MAX) state.boundaries.add(`--${boundary}`);
  if (DIGEST_TYPE.test(type ?? '')) state.inDigest = true;
  const isMessage = type === undefined ? state.inDigest : MESSAGE_TYPE.test(type);
  return { changed: Buffer.from(changedText(text, found, state.inDigest), 'latin1'), isMessage };
}

function changedText(text: string, type: RegExpExecArray | null, inDigest: boolean): string {
  // Parts of a digest that name no type are mails.
  if (type === null) return inDigest ? text : `${ADDED_HEADER}\r\n${text}`;
  if (!TEXT_TYPE.test(type[0])) return text;
  return text.slice(0, type.index) + changedType(type[0]) + text.slice(type.index + type[0].length);
}

function changedType(type: string): string {
  const [, name = '', value = ''] = CHARSET.exec(type) ?? [];
  if (name === '') return type.replace(TEXT_TYPE, (begin) => begin + ADDED);
  return UNRELIABLE.test(value.replaceAll('"', '').trim()) ? type.replace(CHARSET, () => `${name}${AS_BYTES} (${value})`) : type;
}

/** The letters of the bytes of a line, in UTF-8 as a string of bytes. */
const lettersOf = (line: string): string =>
  line.replaceAll(/[\u0080-\u00ff]/g, (byte) => Buffer.from(String.fromCharCode(FIRST_LETTER + byte.charCodeAt(0))).toString('latin1'));

/** Headers as they are in the mail, without what was changed. */
export const originalHeaders = (headers: string): string =>
  headers
    .split('\n')
    .filter((line) => line.toLowerCase() !== ADDED_HEADER.toLowerCase())
    .join('\n')
    .replaceAll(ADDED, '')
    .replaceAll(CHANGED, '$1');

/** A text that the library returned: the bytes of the mail where they were kept, else UTF-8. */
export function bytesOf(text: string): Buffer {
  if (!/[\uf780-\uf7ff]/.test(text)) return Buffer.from(text);
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(text));
  let length = 0;
  let others = 0;
  // By runs: each word of a Russian text is a run of kept bytes.
  const write = (end: number) => {
    if (end > others) length += bytes.write(text.slice(others, end), length);
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < FIRST_LETTER + 0x80 || code > FIRST_LETTER + 0xff) continue;
    write(at);
    others = at + 1;
    bytes[length] = code & 0xff;
    length += 1;
  }
  write(text.length);
  return bytes.subarray(0, length);
}
