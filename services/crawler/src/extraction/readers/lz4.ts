import { asBuffer } from '../bytes.ts';
import { type Budget, type Part, partOf, Unreadable } from '../reader.ts';
import { innerName } from './archives.ts';

const FRAME = 0x184d_2204;
const LEGACY = 0x184c_2102;
/** Sixteen marks of frames that hold something else. */
const SKIPPABLE = 0x184d_2a50;
/** What a block of each size class and of the legacy format unpacks to at most. */
const BLOCK_BYTES: Readonly<Record<number, number>> = { 4: 64 * 1024, 5: 256 * 1024, 6: 1024 * 1024, 7: 4 * 1024 * 1024 };
const LEGACY_BLOCK_BYTES = 8 * 1024 * 1024;
const NOT_COMPRESSED = 0x8000_0000;

/** Frames of LZ4, also those whose blocks refer to the ones before, and the legacy format of its first program and of kernels. */
export async function* readLz4(bytes: Uint8Array, budget: Budget, path: string): AsyncIterable<Part> {
  const unpacked = new Output(budget);
  let isDamaged = false;
  try {
    readFrames(asBuffer(bytes), unpacked);
  } catch (error) {
    if (error instanceof Unreadable && error.reason !== 'damaged') throw error;
    isDamaged = true;
  }
  yield* partOf(innerName(path), { bytes: unpacked.bytes, isDamaged });
}

function readFrames(bytes: Buffer, output: Output): void {
  for (let at = 0; at < bytes.length; ) {
    const magic = bytes.readUInt32LE(at);
    if (magic === FRAME) at = readFrame(bytes, at + 4, output);
    else if (magic === LEGACY) at = readLegacyFrame(bytes, at + 4, output);
    else if ((magic & 0xffff_fff0) === SKIPPABLE) at += 8 + bytes.readUInt32LE(at + 4);
    else throw new Unreadable('damaged');
  }
}

/** Checksums are not verified: what was damaged is matched all the same. */
function readFrame(bytes: Buffer, from: number, output: Output): number {
  const [flags, sizes] = [bytes.readUInt8(from), bytes.readUInt8(from + 1)];
  const blockBytes = BLOCK_BYTES[(sizes >>> 4) & 7];
  if (flags >>> 6 !== 1 || blockBytes === undefined) throw new Unreadable('damaged');
  // What it refers to is not in the file.
  if ((flags & 1) !== 0) throw new Unreadable('not_supported');
  const [isIndependent, hasBlockSums, hasSize, hasSum] = [(flags & 32) !== 0, (flags & 16) !== 0, (flags & 8) !== 0, (flags & 4) !== 0];
  const start = output.length;
  let at = from + 3 + (hasSize ? 8 : 0);
  for (;;) {
    const mark = bytes.readUInt32LE(at);
    at += 4;
    if (mark === 0) return at + (hasSum ? 4 : 0);
    const size = (mark & ~NOT_COMPRESSED) >>> 0;
    const block = bytes.subarray(at, at + size);
    if (mark >= NOT_COMPRESSED) output.append(block);
    else readBlock(block, output, isIndependent ? output.length : start, blockBytes);
    if (block.length < size) throw new Unreadable('damaged');
    at += size + (hasBlockSums ? 4 : 0);
  }
}

/** Blocks up to the end, or to the mark of another frame. */
function readLegacyFrame(bytes: Buffer, from: number, output: Output): number {
  let at = from;
  while (at < bytes.length) {
    const size = bytes.readUInt32LE(at);
    if (size === FRAME || size === LEGACY || (size & 0xffff_fff0) === SKIPPABLE) return at;
    readBlock(bytes.subarray(at + 4, at + 4 + size), output, output.length, LEGACY_BLOCK_BYTES);
    at += 4 + size;
    if (at > bytes.length) throw new Unreadable('damaged');
  }
  return at;
}

/** Sequences of literals and of copies of what was unpacked since `start`. */
function readBlock(block: Buffer, output: Output, start: number, bytesMax: number): void {
  const end = output.length + bytesMax;
  let at = 0;
  const lengthOf = (nibble: number) => {
    let length = nibble;
    if (nibble === 15)
      for (let more = 255; more === 255; at += 1) {
        more = block.readUInt8(at);
        length += more;
      }
    return length;
  };
  while (at < block.length) {
    const token = block.readUInt8(at);
    at += 1;
    const literals = lengthOf(token >>> 4);
    if (output.length + literals > end) throw new Unreadable('damaged');
    output.append(block.subarray(at, at + literals));
    at += literals;
    if (at > block.length) throw new Unreadable('damaged');
    if (at === block.length) return;
    const distance = block.readUInt16LE(at);
    at += 2;
    const length = lengthOf(token & 15) + 4;
    if (distance === 0 || distance > output.length - start || output.length + length > end) throw new Unreadable('damaged');
    output.repeat(distance, length);
  }
}

/** Unpacked bytes, which grow within the budget. */
class Output {
  length = 0;
  private readonly budget: Budget;
  private memory = Buffer.alloc(64 * 1024);

  constructor(budget: Budget) {
    this.budget = budget;
  }

  get bytes(): Uint8Array {
    return this.memory.subarray(0, this.length);
  }

  append(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.memory.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Copies what stands `distance` before the end; where that is shorter, it repeats. */
  repeat(distance: number, length: number): void {
    this.reserve(length);
    const source = this.length - distance;
    // What was copied doubles what there is to copy from.
    for (let copied = 0; copied < length; ) {
      const count = Math.min(length - copied, distance + copied);
      this.memory.copyWithin(this.length + copied, source, source + count);
      copied += count;
    }
    this.length += length;
  }

  private reserve(count: number): void {
    this.budget.takeBytes(count);
    if (this.length + count <= this.memory.length) return;
    const grown = Buffer.alloc(Math.max(this.memory.length * 2, this.length + count));
    this.memory.copy(grown, 0, 0, this.length);
    this.memory = grown;
  }
}
