import { isUtf8 } from 'node:buffer';
import { asBuffer } from '../bytes.ts';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';
import { readSnappy, snappySize } from './snappy.ts';

/** Pages, Numbers and Keynote since 2013 divide their messages into chunks of so many bytes at most. */
const CHUNK_BYTES = 64 * 1024;
const CHUNK_HEADER_BYTES = 4;
/** Messages within messages; deeper ones are made to exhaust a reader. */
const DEPTH_MAX = 32;
const [VARINT, FIXED_64, BYTES, FIXED_32] = [0, 1, 2, 5];
/** Of a description of messages, and of one message in it. */
const [MESSAGES, LENGTH] = [2, 3];
/** What no text contains but tabs and line ends. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** Whether a file is a row of packed chunks, each behind a zero and its length, up to its end. */
export function isIwork(bytes: Uint8Array): boolean {
  let at = 0;
  while (at + CHUNK_HEADER_BYTES < bytes.length && bytes[at] === 0) {
    const size = snappySize(bytes, at + CHUNK_HEADER_BYTES);
    const length = lengthAt(bytes, at);
    if (length === 0 || size === 0 || size > CHUNK_BYTES) return false;
    at += CHUNK_HEADER_BYTES + length;
  }
  return at > 0 && at === bytes.length;
}

const lengthAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at + 1] ?? 0) | ((bytes[at + 2] ?? 0) << 8) | ((bytes[at + 3] ?? 0) << 16);

/** The texts of a component of Pages, Numbers or Keynote, one a line, in the order in which they are stored. */
export async function* readIwork(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const chunks: Uint8Array[] = [];
  let isDamaged = false;
  for (let at = 0; at < bytes.length && !isDamaged; at += CHUNK_HEADER_BYTES + lengthAt(bytes, at)) {
    const start = at + CHUNK_HEADER_BYTES;
    const { content, isWhole } = readSnappy(bytes.subarray(start, start + lengthAt(bytes, at)), CHUNK_BYTES);
    budget.takeBytes(content.length);
    chunks.push(content);
    isDamaged = !isWhole;
  }
  const lines: string[] = [];
  textsOfArchive(asBuffer(Buffer.concat(chunks)), lines);
  if (lines.length > 0) {
    const text = lines.join('\n');
    budget.takeBytes(Buffer.byteLength(text));
    yield textPart('text', `${text}\n`);
  }
  if (isDamaged) throw new Unreadable('damaged');
}

interface Field {
  readonly number: number;
  readonly value: number;
  readonly bytes: Buffer | undefined;
}

/** Descriptions, each with its length before it, and behind each the messages that it describes. */
function textsOfArchive(archive: Buffer, lines: string[]): void {
  for (let at = 0; at < archive.length; ) {
    const [length, start] = varint(archive, at);
    const messages = (fieldsOf(archive.subarray(start, start + length)) ?? []).filter(({ number }) => number === MESSAGES);
    at = start + length;
    for (const { bytes } of messages) {
      const size = fieldsOf(bytes ?? Buffer.alloc(0))?.find(({ number }) => number === LENGTH)?.value ?? 0;
      texts(archive.subarray(at, at + size), lines, 0);
      at += size;
    }
  }
}

/** The texts of a message and of those within it. Which bytes are a text is not said, so that some are taken for both. */
function texts(message: Buffer, lines: string[], depth: number): void {
  if (depth > DEPTH_MAX) return;
  for (const { bytes } of fieldsOf(message) ?? []) {
    if (bytes === undefined || bytes.length === 0) continue;
    const text = isUtf8(bytes) ? bytes.toString() : '';
    if (text.length > 1 && !CONTROL.test(text)) lines.push(text);
    texts(bytes, lines, depth + 1);
  }
}

/** The fields of a message (protobuf); undefined when the bytes are none. */
function fieldsOf(message: Buffer): readonly Field[] | undefined {
  const fields: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const [key, start] = varint(message, at);
    const [number, kind] = [Math.floor(key / 8), key % 8];
    if (number === 0) return undefined;
    if (kind === FIXED_64 || kind === FIXED_32) at = start + (kind === FIXED_64 ? 8 : 4);
    else {
      if (kind !== VARINT && kind !== BYTES) return undefined;
      const [value, end] = varint(message, start);
      at = kind === BYTES ? end + value : end;
      fields.push({ number, value, bytes: kind === BYTES ? message.subarray(end, at) : undefined });
    }
    if (at > message.length) return undefined;
  }
  return fields;
}

/** A number of seven bits a byte, and where it ends. */
function varint(bytes: Buffer, from: number): readonly [value: number, end: number] {
  let [value, factor, at] = [0, 1, from];
  for (; at < bytes.length; at += 1, factor *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return [value, at + 1];
    if (at - from >= 9) break;
  }
  return [value, at + 1];
}
