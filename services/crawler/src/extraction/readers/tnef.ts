import { decompressRTF } from '@kenjiuno/decompressrtf';
import { asBuffer } from '../bytes.ts';
import { type Budget, type Part, textPart, Unreadable } from '../reader.ts';
import { nameFrom } from './names.ts';

const [ATTACHED_NAME, ATTACHED_DATA, PROPERTIES, ATTACHED_PROPERTIES] = [0x8010, 0x800f, 0x9003, 0x9005];
const SIGNATURE = Buffer.from('789f3e22', 'hex');
/** How a compressed text begins, behind its two sizes. */
const COMPRESSED_TEXT = Buffer.from('LZFu');
const HEAD = 9;

/** What Outlook packs into `winmail.dat` (MS-OXTNEF): files, the formatted text, and properties, which are matched as they are. */
export async function* readTnef(bytes: Uint8Array, budget: Budget): AsyncIterable<Part> {
  const file = asBuffer(bytes);
  let data: Buffer | undefined;
  let count = 0;
  for (let at = 6; at + HEAD <= file.length; ) {
    const id = file.readUInt16LE(at + 1);
    const from = at + HEAD;
    const end = from + file.readUInt32LE(at + 5);
    const content = file.subarray(from, end);
    budget.takeBytes(content.length);
    if (id === ATTACHED_DATA) data = content;
    else if (id === ATTACHED_NAME) {
      count += 1;
      const end = content.indexOf(0);
      const name = nameFrom(end < 0 ? content : content.subarray(0, end));
      yield textPart('names', name);
      if (data !== undefined) yield { path: name === '' ? `attachment ${count}` : name, bytes: data };
      data = undefined;
    } else {
      yield { path: 'properties', bytes: content, isText: true };
      if (id === PROPERTIES) yield* compressedText(content, budget);
      const inner = id === ATTACHED_PROPERTIES ? content.indexOf(SIGNATURE) : -1;
      if (inner >= 0) yield { path: 'message', bytes: content.subarray(inner) };
    }
    if (end > file.length) throw new Unreadable('damaged');
    // A checksum of two bytes follows.
    at = end + 2;
  }
  if (data !== undefined) yield { path: 'attachment', bytes: data };
}

function* compressedText(properties: Buffer, budget: Budget): Iterable<Part> {
  const from = properties.indexOf(COMPRESSED_TEXT) - 8;
  if (from < 0) return;
  const unpackedBytes = properties.readUInt32LE(from + 4);
  if (unpackedBytes > budget.bytes) throw new Unreadable('over_bound');
  const text = Uint8Array.from(decompressRTF([...properties.subarray(from, from + 4 + properties.readUInt32LE(from))]));
  budget.takeBytes(text.length);
  yield { path: 'text', bytes: text };
}
