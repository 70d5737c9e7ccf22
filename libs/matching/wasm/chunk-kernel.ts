// AssemblyScript, compiled by `npm run kernel`: docs/decisions/0161-text-that-was-scanned.md. The places are those of src/revisions/chunks.ts.

/** A piece of text, and how long it may be. */
const PIECE: usize = 0x400;
const PIECE_BYTES: usize = 0x10000;
/** Zeros behind the piece: sixteen bytes are read at once, also at its end. */
const MARGIN: usize = 0x80;
/** The random key: as long as the longest chunk, and 64 bytes. */
const KEY: usize = PIECE + PIECE_BYTES + MARGIN;
const LONGEST: i32 = 0x2000;
/** Where chunks are written: the end, and the hash of eight numbers; zeros for a chunk that is too long. */
const CHUNKS: usize = KEY + LONGEST + 0x40;
const CHUNK_BYTES: usize = 36;
/** For the last bytes of a chunk. */
const REST: usize = 0x100;
const BLOCK: i32 = 32;

/** Bytes of a chunk, except of the last one of a text. */
const SHORTEST: i32 = 0x100;
/** A chunk that is so long ends with the next closed line. */
const LONG: i32 = 0x1000;
/** One of eight closed line ends, chosen by the eight bytes up to it, ends a chunk. */
const CHOSEN: u64 = 0x1e3779b97f4a7d;
const CHOSEN_BITS: u64 = 3;

const LINE_FEED: u8 = 0x0a;
const CARRIAGE_RETURN: u8 = 0x0d;

/** The products of one pass over a block, each of two sums of text and key. */
function products(first: v128, second: v128, key: v128, nextKey: v128): v128 {
  const left = i32x4.add(first, key);
  const right = i32x4.add(second, nextKey);
  return i64x2.add(i64x2.extmul_low_i32x4_u(left, right), i64x2.extmul_high_i32x4_u(left, right));
}

/** Lengths differ between texts that are padded to the same blocks. */
function sumOf(sum: v128, size: i32): i64 {
  return i64x2.extract_lane(sum, 0) + i64x2.extract_lane(sum, 1) + i64(size);
}

/** NH in four passes, of which each has a key that is 16 bytes further. */
function hash(start: i32, size: i32, target: usize): void {
  if (size > LONGEST) {
    memory.fill(target, 0, 32);
    return;
  }
  let sum0 = i64x2.splat(0);
  let sum1 = i64x2.splat(0);
  let sum2 = i64x2.splat(0);
  let sum3 = i64x2.splat(0);
  for (let at = 0; at < size; at += BLOCK) {
    let block = PIECE + start + at;
    if (size - at < BLOCK) {
      memory.fill(REST, 0, BLOCK);
      memory.copy(REST, block, size - at);
      block = REST;
    }
    const first = v128.load(block);
    const second = v128.load(block, 16);
    const key0 = v128.load(KEY + at);
    const key1 = v128.load(KEY + at, 16);
    const key2 = v128.load(KEY + at, 32);
    const key3 = v128.load(KEY + at, 48);
    const key4 = v128.load(KEY + at, 64);
    sum0 = i64x2.add(sum0, products(first, second, key0, key1));
    sum1 = i64x2.add(sum1, products(first, second, key1, key2));
    sum2 = i64x2.add(sum2, products(first, second, key2, key3));
    sum3 = i64x2.add(sum3, products(first, second, key3, key4));
  }
  store<i64>(target, sumOf(sum0, size));
  store<i64>(target, sumOf(sum1, size), 8);
  store<i64>(target, sumOf(sum2, size), 16);
  store<i64>(target, sumOf(sum3, size), 24);
}

function isBetween(byte: u8, first: u8, last: u8): bool {
  return byte >= first && byte <= last;
}

/** Whether what is encoded in lines one under the other ends before this line end: nothing of it, and no blank or break, is there. */
function isClosed(end: i32): bool {
  let last = load<u8>(PIECE + end - 2);
  if (last == CARRIAGE_RETURN) last = load<u8>(PIECE + end - 3);
  const isCharacter =
    isBetween(last, 0x30, 0x39) ||
    isBetween(last, 0x41, 0x5a) ||
    isBetween(last, 0x61, 0x7a) ||
    last == 0x2b ||
    last == 0x2d ||
    last == 0x2f ||
    last == 0x5f;
  return !isCharacter && last != 0x20 && last != 0x09 && last != LINE_FEED && last != CARRIAGE_RETURN && last != 0x5c;
}

function isChosen(end: i32): bool {
  return (load<u64>(PIECE + end - 8) * CHOSEN) >> (64 - CHOSEN_BITS) == 0;
}

/** Cuts the piece into chunks that end with a closed line, and what is behind them into one more where the text ends with the piece. Returns how many there are. */
export function cut(length: i32, isLast: i32): i32 {
  memory.fill(PIECE + length, 0, MARGIN);
  let count = 0;
  let start = 0;
  for (let at = 0; at < length; at += 16) {
    let ends = u32(i8x16.bitmask(i8x16.eq(v128.load(PIECE + at), i8x16.splat(0x0a))));
    for (; ends != 0; ends &= ends - 1) {
      const end = at + i32(ctz(ends)) + 1;
      const size = end - start;
      if (size < SHORTEST || (size < LONG && !isChosen(end)) || !isClosed(end)) continue;
      const chunk = CHUNKS + CHUNK_BYTES * count;
      store<i32>(chunk, end);
      hash(start, size, chunk + 4);
      count++;
      start = end;
    }
  }
  if (isLast != 0 && start < length) {
    const chunk = CHUNKS + CHUNK_BYTES * count;
    store<i32>(chunk, length);
    hash(start, length - start, chunk + 4);
    count++;
  }
  return count;
}
