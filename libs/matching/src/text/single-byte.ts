import { isAscii } from 'node:buffer';

/** Encodings in which every byte is a character. The runtime decodes all of them; latin-1 is the first page of Unicode. */
export const SINGLE_BYTE_LABELS = { 'windows-1251': 'windows-1251', 'koi8-r': 'koi8-r', cp866: 'ibm866', 'latin-1': null } as const;
export type SingleByteEncoding = keyof typeof SINGLE_BYTE_LABELS;

/** The single-byte encodings of Russian. In a text with few Russian letters they cannot be distinguished. */
export const CYRILLIC_ENCODINGS = ['windows-1251', 'koi8-r', 'cp866'] as const satisfies readonly SingleByteEncoding[];

/** UTF-8 of the characters of an encoding, by byte. */
export interface SingleByteTable {
  readonly lengths: Uint8Array;
  /** Three bytes for each. */
  readonly utf8: Uint8Array;
}

function makeTable(encoding: SingleByteEncoding): SingleByteTable {
  const label = SINGLE_BYTE_LABELS[encoding];
  const decoder = label === null ? null : new TextDecoder(label);
  const lengths = new Uint8Array(256);
  const utf8 = new Uint8Array(3 * 256);
  for (let byte = 0; byte < 256; byte++) {
    const character = decoder?.decode(Uint8Array.of(byte)) ?? String.fromCharCode(byte);
    const encoded = Buffer.from(character);
    lengths[byte] = encoded.length;
    utf8.set(encoded, 3 * byte);
  }
  return { lengths, utf8 };
}

const made = new Map<SingleByteEncoding, SingleByteTable>();

export function singleByteTable(encoding: SingleByteEncoding): SingleByteTable {
  const known = made.get(encoding) ?? makeTable(encoding);
  made.set(encoding, known);
  return known;
}

/** Of a text with a few other bytes, whole pieces are ASCII, which the runtime sees and copies at once. */
const PIECE_BYTES = 1024;

/** How many bytes of UTF-8 a part of a document takes. */
export function utf8Length({ lengths }: SingleByteTable, bytes: Uint8Array, start: number, end: number): number {
  let length = 0;
  for (let from = start; from < end; from += PIECE_BYTES) {
    const to = Math.min(end, from + PIECE_BYTES);
    if (isAscii(bytes.subarray(from, to))) length += to - from;
    else for (let at = from; at < to; at++) length += lengths[bytes[at] ?? 0] ?? 0;
  }
  return length;
}

/** Writes a part of a document as UTF-8 and returns where the text ends. */
export function writeSingleByte(
  table: SingleByteTable,
  bytes: Uint8Array,
  start: number,
  end: number,
  to: Uint8Array,
  place: number,
): number {
  const { lengths, utf8 } = table;
  let at = place;
  let checked = start;
  for (let from = start; from < end; from++) {
    while (from >= checked && from < end) {
      checked = Math.min(end, from + PIECE_BYTES);
      const piece = bytes.subarray(from, checked);
      if (!isAscii(piece)) break;
      to.set(piece, at);
      at += piece.length;
      from = checked;
    }
    if (from >= end) break;
    const byte = bytes[from] ?? 0;
    if (byte < 0x80) {
      to[at++] = byte;
      continue;
    }
    const length = lengths[byte] ?? 0;
    to[at] = utf8[3 * byte] ?? 0;
    to[at + 1] = utf8[3 * byte + 1] ?? 0;
    if (length === 3) to[at + 2] = utf8[3 * byte + 2] ?? 0;
    at += length;
  }
  return at;
}
