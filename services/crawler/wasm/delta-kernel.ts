// AssemblyScript, compiled by `npm run kernel`: docs/decisions/0166-deltas-in-webassembly.md. As `applyDelta` of src/repositories/packs/delta.ts.

const COPY: u32 = 0x80;
/** The length of a copy whose length is written as 0. */
const FULL_COPY: u32 = 0x10000;
/** MAX_RANGES of libs/matching. */
const MAX_RANGES: i32 = 65536;
/** Longer moves are left to the engine. */
const LONG: u32 = 512;

/** Writes nothing behind the target: the last bytes are moved together with some that were moved already. */
function move(from: usize, to: usize, length: u32): void {
  if (length >= 16) {
    if (length > LONG) {
      memory.copy(to, from, length);
      return;
    }
    const last = length - 16;
    for (let at: u32 = 0; at < last; at += 16) v128.store(to + at, v128.load(from + at));
    v128.store(to + last, v128.load(from + last));
  } else if (length >= 8) {
    store<u64>(to, load<u64>(from));
    store<u64>(to + length - 8, load<u64>(from + length - 8));
  } else for (let at: u32 = 0; at < length; at++) store<u8>(to + at, load<u8>(from + at));
}

/** Copies that continue the last one in both texts make it longer. */
export function apply(delta: usize, deltaEnd: usize, base: usize, baseSize: u32, target: usize, targetSize: u32, ranges: usize): i32 {
  let at = delta;
  let written: u32 = 0;
  let count: i32 = 0;
  let isCut = false;
  let nextAt: u32 = 0;
  let nextFrom: u32 = 0;
  let lastLength: u32 = 0;
  while (at < deltaEnd) {
    const instruction: u32 = load<u8>(at++);
    if (instruction < COPY) {
      if (instruction == 0) return -1;
      if (at + instruction > deltaEnd || written + instruction > targetSize) return -2;
      move(at, target + written, instruction);
      at += instruction;
      written += instruction;
      continue;
    }
    let from: u32 = 0;
    let size: u32 = 0;
    if (instruction & 0x01) from = load<u8>(at++);
    if (instruction & 0x02) from |= (<u32>load<u8>(at++)) << 8;
    if (instruction & 0x04) from |= (<u32>load<u8>(at++)) << 16;
    if (instruction & 0x08) from |= (<u32>load<u8>(at++)) << 24;
    if (instruction & 0x10) size = load<u8>(at++);
    if (instruction & 0x20) size |= (<u32>load<u8>(at++)) << 8;
    if (instruction & 0x40) size |= (<u32>load<u8>(at++)) << 16;
    if (size == 0) size = FULL_COPY;
    if (at > deltaEnd || <u64>from + size > baseSize || written + size > targetSize) return -3;
    move(base + from, target + written, size);
    const place = ranges + 4 * count;
    if (count > 0 && nextAt == written && nextFrom == from) {
      lastLength += size;
      store<u32>(place + 8 * MAX_RANGES - 4, lastLength);
      nextAt += size;
      nextFrom += size;
    } else if (count == MAX_RANGES) {
      isCut = true;
    } else {
      store<u32>(place, written);
      store<u32>(place + 4 * MAX_RANGES, from);
      store<u32>(place + 8 * MAX_RANGES, size);
      count++;
      lastLength = size;
      nextAt = written + size;
      nextFrom = from + size;
    }
    written += size;
  }
  if (written != targetSize) return -4;
  return isCut ? count + 1 : count;
}
