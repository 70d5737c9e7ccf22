import { asBuffer } from '../bytes.ts';
import { type Budget, type Part, Unreadable } from '../reader.ts';

/** ASN.1 in BER: what a signature is made of, with its content inside (CMS, RFC 5652), as mail programs (`smime.p7m`) and Russian signing programs (`.sig`) write it. */
const [OCTETS, SEQUENCE, OCTETS_IN_PIECES] = [0x04, 0x30, 0x24];
const CONSTRUCTED = 0x20;
const TAG_NUMBER = 0x1f;
const UNKNOWN_LENGTH = 0x80;
const LENGTH_BYTES_MAX = 4;
/** A signature has eight levels; more are made to exhaust a reader. */
const DEPTH_MAX = 16;
/** Where the kind of the content stands. */
const HEAD_BYTES = 24;
/** id-signedData, and those of encrypted contents: id-envelopedData, id-encryptedData. */
const SIGNED = Buffer.from('06092a864886f70d010702', 'hex');
const ENCRYPTED = ['06092a864886f70d010703', '06092a864886f70d010706'].map((hex) => Buffer.from(hex, 'hex'));
/** A signature as text begins so: with or without its first line, and the length of what follows in the second letters. */
const AS_TEXT = /^(?:-----BEGIN (?:PKCS7|CMS)-----\s{1,4})?MI[AIMQ][A-Za-z0-9+/]/;
const FIRST_LINE = /^-----BEGIN[^\n]*\n/;

interface Element {
  readonly tag: number;
  /** Of what it holds. */
  readonly from: number;
  readonly to: number;
  readonly next: number;
  /** It ends behind what holds it. */
  readonly isCut: boolean;
}

/** Whether a document is a signature or an encrypted content, in bytes or in base64. Costs two comparisons for other documents. */
export function isSigned(bytes: Uint8Array): boolean {
  if (bytes[0] !== SEQUENCE && bytes[0] !== 0x2d && bytes[0] !== 0x4d) return false;
  const head = fileOf(bytes.subarray(0, 200)).subarray(0, HEAD_BYTES);
  return head[0] === SEQUENCE && [SIGNED, ...ENCRYPTED].some((kind) => head.includes(kind));
}

/** The content of a signature, and what stands behind it: certificates, which name people. A mail in it needs the header that its parts lack. */
export async function* readSigned(bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
  const file = fileOf(bytes);
  if (file.buffer !== bytes.buffer) budget.takeBytes(file.length);
  if (!file.subarray(0, HEAD_BYTES).includes(SIGNED)) throw new Unreadable('encrypted');
  const [info] = childrenOf(file, { from: 0, to: file.length });
  const holder = info && contentHolder(file, info);
  if (info === undefined || (holder === undefined && info.isCut)) throw new Unreadable('damaged');
  // It stands beside the file that it signs, and is matched as it is.
  if (holder === undefined) return;
  const content = Buffer.concat(octetsOf(file, holder, 0));
  budget.takeBytes(content.length);
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:p7m|p7s|sig|sgn|cms)$/i, '');
  if (content.length > 0)
    yield { path: name || 'content', bytes: /^content-/i.test(content.toString('latin1', 0, 8)) ? asMail(content) : content };
  const rest = file.subarray(holder.next);
  if (rest.length > 0) yield { path: 'signature', bytes: rest };
  if (info.isCut) throw new Unreadable('damaged');
}

const asMail = (content: Buffer): Buffer => Buffer.concat([Buffer.from('MIME-Version: 1.0\r\n'), content]);

/** A signature in base64 as bytes. */
function fileOf(bytes: Uint8Array): Buffer {
  const file = asBuffer(bytes);
  if (!AS_TEXT.test(file.toString('latin1', 0, 64))) return file;
  return Buffer.from(
    file
      .toString('latin1')
      .replace(FIRST_LINE, '')
      .replace(/-----END[^]*$/, ''),
    'base64',
  );
}

/** ContentInfo, [0], SignedData, EncapsulatedContentInfo, [0]: the element with the content; undefined where a signature has none, because it is a file beside what it signs. */
function contentHolder(file: Buffer, info: Element): Element | undefined {
  const [, tagged] = childrenOf(file, info);
  const [data] = tagged === undefined ? [] : childrenOf(file, tagged);
  const [, , encapsulated] = data === undefined ? [] : childrenOf(file, data);
  const [, held] = encapsulated === undefined ? [] : childrenOf(file, encapsulated);
  return held;
}

function octetsOf(file: Buffer, element: Element, depth: number): readonly Buffer[] {
  if (element.tag === OCTETS) return [file.subarray(element.from, element.to)];
  if (depth > DEPTH_MAX || (element.tag & CONSTRUCTED) === 0) return [];
  return childrenOf(file, element).flatMap((child) =>
    child.tag === OCTETS || child.tag === OCTETS_IN_PIECES ? octetsOf(file, child, depth + 1) : [],
  );
}

function childrenOf(file: Buffer, { from, to }: Pick<Element, 'from' | 'to'>): readonly Element[] {
  const children: Element[] = [];
  for (let at = from; at < to; ) {
    const child = elementAt(file, at, to, 0);
    if (child === undefined) break;
    children.push(child);
    at = child.next;
  }
  return children;
}

/** The element at a place; of a file that is cut, as far as it goes. */
function elementAt(file: Buffer, at: number, end: number, depth: number): Element | undefined {
  const [tag, first] = [file[at], file[at + 1]];
  if (depth > DEPTH_MAX || at + 2 > end || tag === undefined || first === undefined || (tag & TAG_NUMBER) === TAG_NUMBER) return undefined;
  const from = at + 2;
  if (first < UNKNOWN_LENGTH) return until(tag, from, from + first, end);
  if (first > UNKNOWN_LENGTH) {
    const count = first - UNKNOWN_LENGTH;
    if (count > LENGTH_BYTES_MAX || from + count > end) return undefined;
    return until(tag, from + count, from + count + file.readUIntBE(from, count), end);
  }
  // Two zeros end what has no length.
  for (let inner = from; inner < end; ) {
    if (file[inner] === 0 && file[inner + 1] === 0) return { tag, from, to: inner, next: inner + 2, isCut: false };
    const child = elementAt(file, inner, end, depth + 1);
    if (child === undefined) break;
    inner = child.next;
  }
  return { tag, from, to: end, next: end, isCut: true };
}

function until(tag: number, from: number, to: number, end: number): Element {
  const last = Math.min(to, end);
  return { tag, from, to: last, next: last, isCut: to > end };
}
