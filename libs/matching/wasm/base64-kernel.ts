// AssemblyScript, compiled by `npm run kernel`: docs/decisions/0159-kernel-of-scanning.md. The places are those of src/encoded/base64-runs.ts.

/** A piece of text, and how long it may be. */
const PIECE: usize = 0x400;
const PIECE_BYTES: usize = 0x10000;
/** Zeros behind the piece: sixty-four bytes are read at once, also at its end. */
const MARGIN: usize = 0x80;
/** Where runs are written, beginning and end by turns. */
const RUNS: usize = PIECE + PIECE_BYTES + MARGIN;
const RUN_BYTES: usize = 8;
/** Characters of the shortest run. */
const LEAST: i32 = 15;
/** In 64 bytes runs may begin at so many places: 64 - LEAST + 1. */
const PLACES: i32 = 50;

/** A bit for each character of base64 among sixteen bytes. The lower half of a byte says of which groups it may be, the higher half of which it is. */
function charactersOf16(at: usize): u64 {
  const bytes = v128.load(at);
  const lower = i8x16.swizzle(i8x16(26, 30, 30, 30, 30, 30, 30, 30, 30, 30, 28, 5, 4, 5, 4, 13), v128.and(bytes, i8x16.splat(15)));
  const higher = i8x16.swizzle(i8x16(0, 0, 1, 2, 4, 8, 4, 16, 0, 0, 0, 0, 0, 0, 0, 0), i8x16.shr_u(bytes, 4));
  return u64(u32(i8x16.bitmask(i8x16.ne(v128.and(lower, higher), i8x16.splat(0)))));
}

function charactersOf64(at: usize): u64 {
  return charactersOf16(at) | (charactersOf16(at + 16) << 16) | (charactersOf16(at + 32) << 32) | (charactersOf16(at + 48) << 48);
}

/** The end of a run of which every character before `from` is known. */
function endOf(from: i32): i32 {
  let at = from;
  while (true) {
    const others = charactersOf16(PIECE + at) ^ 0xffff;
    if (others != 0) return at + i32(ctz(others));
    at += 16;
  }
}

/** Finds the runs of LEAST characters or more in the piece, and returns how many there are. */
export function findRuns(length: i32): i32 {
  memory.fill(PIECE + length, 0, MARGIN);
  let count = 0;
  for (let at = 0; at + LEAST <= length; ) {
    const characters = charactersOf64(PIECE + at);
    // By doubling: bits at which two, four, eight and fifteen characters begin.
    let begins = characters & (characters >> 1);
    begins &= begins >> 2;
    begins &= begins >> 4;
    begins &= begins >> 7;
    if (begins == 0) {
      at += PLACES;
      continue;
    }
    const first = i32(ctz(begins));
    const behind = first + LEAST;
    const others = behind == 64 ? 0 : ~characters >> behind;
    const end = others == 0 ? endOf(at + 64) : at + behind + i32(ctz(others));
    store<i32>(RUNS + RUN_BYTES * count, at + first);
    store<i32>(RUNS + RUN_BYTES * count + 4, end);
    count++;
    at = end + 1;
  }
  return count;
}
