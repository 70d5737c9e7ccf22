import type { CopiedRanges } from '@leakwatch/matching';
import { PackError } from './pack-error.ts';

const COPY = 0x80;
/** The length of a copy whose length is written as 0. */
const FULL_COPY = 0x10000;
/** Shorter copies are faster byte by byte than through a view of the base. */
const SHORT = 24;

export interface DeltaHead {
  readonly baseSize: number;
  readonly resultSize: number;
  /** Where the instructions begin. */
  readonly length: number;
}

/** @throws PackError damaged */
export function readDeltaHead(delta: Uint8Array): DeltaHead {
  let at = 0;
  const readSize = (): number => {
    let size = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = delta[at++];
      if (byte === undefined) throw new PackError('damaged', 'a delta ends in its head');
      size += (byte & 0x7f) * unit;
      if (byte < 0x80) break;
    }
    if (!Number.isSafeInteger(size)) throw new PackError('damaged', 'a delta has an impossible size');
    return size;
  };
  const baseSize = readSize();
  const resultSize = readSize();
  return { baseSize, resultSize, length: at };
}

/**
 * Writes the result of a delta into `target`, which has its size, and records what was copied.
 * @throws PackError damaged when the delta does not fit its base or its result
 */
export function applyDelta(delta: Uint8Array, { length }: DeltaHead, base: Uint8Array, target: Uint8Array, copies: CopiedRanges): void {
  copies.clear();
  let at = length;
  let written = 0;
  while (at < delta.length) {
    const instruction = delta[at++] ?? 0;
    if (instruction === 0) throw new PackError('damaged', 'a delta has an unknown instruction');
    if (instruction < COPY) {
      if (at + instruction > delta.length || written + instruction > target.length)
        throw new PackError('damaged', 'a delta inserts more than it has');
      if (instruction < SHORT) for (let byte = 0; byte < instruction; byte++) target[written + byte] = delta[at + byte] ?? 0;
      else target.set(delta.subarray(at, at + instruction), written);
      at += instruction;
      written += instruction;
      continue;
    }
    let from = 0;
    let size = 0;
    if (instruction & 0x01) from = delta[at++] ?? 0;
    if (instruction & 0x02) from |= (delta[at++] ?? 0) << 8;
    if (instruction & 0x04) from |= (delta[at++] ?? 0) << 16;
    if (instruction & 0x08) from += (delta[at++] ?? 0) * 0x1000000;
    if (instruction & 0x10) size = delta[at++] ?? 0;
    if (instruction & 0x20) size |= (delta[at++] ?? 0) << 8;
    if (instruction & 0x40) size |= (delta[at++] ?? 0) << 16;
    if (size === 0) size = FULL_COPY;
    if (at > delta.length || from + size > base.length || written + size > target.length)
      throw new PackError('damaged', 'a delta copies what its base does not have');
    if (size < SHORT) for (let byte = 0; byte < size; byte++) target[written + byte] = base[from + byte] ?? 0;
    else target.set(base.subarray(from, from + size), written);
    copies.add(written, from, size);
    written += size;
  }
  if (written !== target.length) throw new PackError('damaged', 'a delta ends before its result does');
}
