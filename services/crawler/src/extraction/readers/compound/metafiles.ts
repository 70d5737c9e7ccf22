import { inflateSync } from 'node:zlib';
import { type Budget, type Part, Unreadable } from '../../reader.ts';

/**
 * The first bytes of drawn pictures in streams of old Office files (MS-ODRAW 2.2.24 to 2.2.26): a kind of metafile (EMF, WMF, PICT), and how
 * many identifiers of 16 bytes stand before it.
 */
const KINDS: readonly (readonly [mark: Buffer, ids: 1 | 2])[] = [
  [Buffer.from('403d1af0', 'hex'), 1],
  [Buffer.from('503d1af0', 'hex'), 2],
  [Buffer.from('60211bf0', 'hex'), 1],
  [Buffer.from('70211bf0', 'hex'), 2],
  [Buffer.from('20541cf0', 'hex'), 1],
  [Buffer.from('30541cf0', 'hex'), 2],
];
const MARK_BYTES = 8;
const ID_BYTES = 16;
/** Sizes and places; the last byte but one says whether the picture is packed. */
const HEADER_BYTES = 34;
const PACKED = 0;
/** A stream with more of them is made to exhaust a reader. */
const PICTURES_MAX = 2_000;

/** The packed pictures of a stream, whose texts are in their bytes as they are; others are matched with the stream itself. */
export function* metafilesIn(stream: Buffer, path: string, budget: Budget): Iterable<Part> {
  let count = 0;
  for (const [mark, ids] of KINDS)
    for (let at = stream.indexOf(mark); at >= 0 && count < PICTURES_MAX; at = stream.indexOf(mark, at + MARK_BYTES)) {
      const start = at + MARK_BYTES + ids * ID_BYTES + HEADER_BYTES;
      if (start > stream.length || stream[start - 2] !== PACKED) continue;
      const bytes = inflated(stream.subarray(start, at + MARK_BYTES + stream.readUInt32LE(at + 4)), budget);
      if (bytes === undefined) continue;
      count += 1;
      yield { path: `${path}/picture ${count}`, bytes, isText: true };
    }
}

function inflated(packed: Buffer, budget: Budget): Uint8Array | undefined {
  let bytes: Uint8Array;
  try {
    bytes = inflateSync(packed, { maxOutputLength: Math.max(1, budget.bytes) });
  } catch (error) {
    if (error instanceof RangeError) throw new Unreadable('over_bound');
    return undefined;
  }
  budget.takeBytes(bytes.length);
  return bytes;
}
