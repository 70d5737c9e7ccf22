// AssemblyScript, compiled by `npm run kernel`: docs/decisions/0159-kernel-of-scanning.md. The places are those of src/encoded/base64-runs.ts.

/** A piece of text, and how long it may be. */
const PIECE: usize = 0x400;
const PIECE_BYTES: usize = 0x10000;
/** Zeros behind the piece: sixty-four bytes are read at once, also at its end. */
const MARGIN: usize = 0x80;
/** Where runs are written: beginning, end, and whether text may be in it. */
const RUNS: usize = PIECE + PIECE_BYTES + MARGIN;
const RUN_BYTES: usize = 12;
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

/** The six bits that each of sixteen characters stands for; anything for other bytes. */
function valuesOf(at: usize): v128 {
  const bytes = v128.load(at);
  const offsets = i8x16.swizzle(i8x16(0, 0, 16, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0), i8x16.shr_u(bytes, 4));
  const plus = v128.and(i8x16.eq(bytes, i8x16.splat(0x2b)), i8x16.splat(3));
  const minus = v128.and(i8x16.eq(bytes, i8x16.splat(0x2d)), i8x16.splat(1));
  const underscore = v128.and(i8x16.eq(bytes, i8x16.splat(0x5f)), i8x16.splat(33));
  return i8x16.add(i8x16.add(bytes, offsets), v128.or(plus, v128.or(minus, underscore)));
}

function isBetween(bytes: v128, first: i8, count: i8): v128 {
  return i8x16.le_u(i8x16.sub(bytes, i8x16.splat(first)), i8x16.splat(count));
}

function bitsOf(lanes: v128): u32 {
  return u32(i8x16.bitmask(lanes));
}

function continuations(bytes: v128): v128 {
  return isBetween(bytes, i8(0x80), 0x3f);
}

function leads(bytes: v128): v128 {
  return isBetween(bytes, i8(0xc2), 0x32);
}

/** 0 and 4, which UTF-16 has in each letter. */
function wides(bytes: v128): v128 {
  return i8x16.eq(v128.and(bytes, i8x16.splat(i8(0xfb))), i8x16.splat(0));
}

/** Bytes that texts are made of. */
function plausible(bytes: v128): u32 {
  const ascii = v128.or(isBetween(bytes, 0x20, 0x5e), v128.or(isBetween(bytes, 0x09, 1), i8x16.eq(bytes, i8x16.splat(0x0d))));
  return bitsOf(v128.or(v128.or(ascii, wides(bytes)), v128.or(continuations(bytes), leads(bytes))));
}

/** Of sixteen places the bits of those one or two places before, the last of which are of the sixteen before these. */
function behind(bits: u32, before: u32, distance: u32): u32 {
  return (bits << distance) | (before >> (16 - distance));
}

/**
 * Where a byte may follow another in text: both are of texts, and where none of them is `wide` the second one continues a letter behind a high byte, or begins one behind
 * anything but the first byte of a letter.
 */
function mayFollow(first: u32, second: u32, wide: u32, high: u32, lead: u32, continues: u32): u32 {
  return first & second & (wide | (continues & high) | ~(continues | lead));
}

function hasPlaces(places: u64): bool {
  let begins = places & (places >> 1);
  begins &= begins >> 2;
  begins &= begins >> 4;
  return (begins & (begins >> 4)) != 0;
}

/** Every fourth of sixteen places, from one on. */
function everyFourth(from: u32): u32 {
  return 0x1111 << (from & 3);
}

/** For one way of grouping, the places at which a byte may end that follows its neighbour: `first` where nothing ends, `second` to `fourth` for the bytes of a group. */
function placesOf(way: u32, first: u32, second: u32, third: u32, fourth: u32): u64 {
  const places =
    (first & everyFourth(way)) | (second & everyFourth(way + 1)) | (third & everyFourth(way + 2)) | (fourth & everyFourth(way + 3));
  return u64(places) << 48;
}

/**
 * Whether twelve neighbouring characters of a run, and the three before them, may be of a text in one of four ways of grouping: eleven bytes have fifteen characters. Each
 * byte that ends at one of the twelve is of a text and may follow the byte before. It is necessary for `mayHoldText` of src/encoded/base64-alphabet.ts, not enough.
 */
function mayHoldText(start: i32, end: i32): bool {
  let values = i8x16.splat(0);
  let plausible1: u32 = 0;
  let plausible2: u32 = 0;
  let plausible3: u32 = 0;
  let wide1: u32 = 0;
  let wide2: u32 = 0;
  let wide3: u32 = 0;
  let high1: u32 = 0;
  let high2: u32 = 0;
  let high3: u32 = 0;
  let lead1: u32 = 0;
  let lead2: u32 = 0;
  let lead3: u32 = 0;
  let places0: u64 = 0;
  let places1: u64 = 0;
  let places2: u64 = 0;
  let places3: u64 = 0;
  for (let at = start; at < end; at += 16) {
    const next = valuesOf(PIECE + at);
    const last = i8x16.shuffle(values, next, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
    values = next;
    // What ends at each place, when that is the second, third or fourth character of a group.
    const bytes1 = v128.or(i8x16.shl(last, 2), i8x16.shr_u(next, 4));
    const bytes2 = v128.or(i8x16.shl(last, 4), i8x16.shr_u(next, 2));
    const bytes3 = v128.or(i8x16.shl(last, 6), next);
    const now1 = plausible(bytes1);
    const now2 = plausible(bytes2);
    const now3 = plausible(bytes3);
    const nowWide1 = bitsOf(wides(bytes1));
    const nowWide2 = bitsOf(wides(bytes2));
    const nowWide3 = bitsOf(wides(bytes3));
    const nowHigh1 = bitsOf(bytes1);
    const nowHigh2 = bitsOf(bytes2);
    const nowHigh3 = bitsOf(bytes3);
    const nowLead1 = bitsOf(leads(bytes1));
    const nowLead2 = bitsOf(leads(bytes2));
    const nowLead3 = bitsOf(leads(bytes3));
    const left = end - at;
    const valid: u32 = (left < 16 ? (1 << left) - 1 : 0xffff) & (at == start ? 0xfff8 : 0xffff);
    const none = valid & behind(now3, plausible3, 1);
    const second =
      valid &
      mayFollow(
        behind(now3, plausible3, 2),
        now1,
        behind(nowWide3, wide3, 2) | nowWide1,
        behind(nowHigh3, high3, 2),
        behind(nowLead3, lead3, 2),
        bitsOf(continuations(bytes1)),
      );
    const third =
      valid &
      mayFollow(
        behind(now1, plausible1, 1),
        now2,
        behind(nowWide1, wide1, 1) | nowWide2,
        behind(nowHigh1, high1, 1),
        behind(nowLead1, lead1, 1),
        bitsOf(continuations(bytes2)),
      );
    const fourth =
      valid &
      mayFollow(
        behind(now2, plausible2, 1),
        now3,
        behind(nowWide2, wide2, 1) | nowWide3,
        behind(nowHigh2, high2, 1),
        behind(nowLead2, lead2, 1),
        bitsOf(continuations(bytes3)),
      );
    places0 = (places0 >> 16) | placesOf(0, none, second, third, fourth);
    places1 = (places1 >> 16) | placesOf(1, none, second, third, fourth);
    places2 = (places2 >> 16) | placesOf(2, none, second, third, fourth);
    places3 = (places3 >> 16) | placesOf(3, none, second, third, fourth);
    if (hasPlaces(places0) || hasPlaces(places1) || hasPlaces(places2) || hasPlaces(places3)) return true;
    plausible1 = now1;
    plausible2 = now2;
    plausible3 = now3;
    wide1 = nowWide1;
    wide2 = nowWide2;
    wide3 = nowWide3;
    high1 = nowHigh1;
    high2 = nowHigh2;
    high3 = nowHigh3;
    lead1 = nowLead1;
    lead2 = nowLead2;
    lead3 = nowLead3;
  }
  return false;
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
    const run = RUNS + RUN_BYTES * count;
    store<i32>(run, at + first);
    store<i32>(run + 4, end);
    store<i32>(run + 8, i32(mayHoldText(at + first, end)));
    count++;
    at = end + 1;
  }
  return count;
}
