import { PackError } from './pack-error.ts';

/** The types of a pack's entries. */
export const ENTRY = { commit: 1, tree: 2, blob: 3, tag: 4, byOffset: 6, byName: 7 } as const;

/** Most bytes of an entry before its compressed data: a size of 64 bits, and an offset or a name. */
export const HEAD_BYTES = 10 + 32;

export interface EntryHead {
  readonly type: number;
  /** Of the inflated data: the object, or the delta. */
  readonly size: number;
  /** Bytes of the head. */
  readonly length: number;
  /** How far before the entry its base begins; for `byOffset`. */
  readonly distance: number;
}

/** Reads the head of an entry. For `byName` the base's name are the last bytes of the head. @throws PackError damaged */
export function readHead(bytes: Uint8Array, hashBytes: number): EntryHead {
  let at = 0;
  const next = (): number => {
    const byte = bytes[at++];
    if (byte === undefined) throw new PackError('damaged', 'a pack ends in the head of an entry');
    return byte;
  };
  let byte = next();
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let unit = 16; byte >= 0x80; unit *= 128) {
    byte = next();
    size += (byte & 0x7f) * unit;
  }
  if (!Number.isSafeInteger(size)) throw new PackError('damaged', 'an entry has an impossible size');
  let distance = 0;
  if (type === ENTRY.byOffset) {
    byte = next();
    distance = byte & 0x7f;
    while (byte >= 0x80) {
      byte = next();
      distance = (distance + 1) * 128 + (byte & 0x7f);
    }
  }
  if (type === ENTRY.byName) at += hashBytes;
  if (at > bytes.length) throw new PackError('damaged', 'a pack ends in the head of an entry');
  return { type, size, length: at, distance };
}
