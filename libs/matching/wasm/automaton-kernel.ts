// AssemblyScript, compiled by `npm run kernel`: docs/decisions/0160-automaton-in-webassembly.md. The places are those of src/automaton/lane-kernel.ts.

/** Columns of bytes, and of bytes behind others: `SymbolClasses`. */
const OF_BYTE: usize = 0x400;
const PAGE_AFTER: usize = 0x800;
const ON_PAGE: usize = 0x1000;
const TABLE: usize = 0x10000;
/** In the part of a thread: how many numbers there are of the heads of each lane, a piece of text with one byte before it, and the heads. */
const PIECE: usize = 0x40;
const HEADS: usize = 0x5000;
const HEADS_OF_LANE: usize = 0x8000;

function enter(state: i32, column: u32): i32 {
  return load<i32>(TABLE + ((usize(state) + usize(column)) << 2));
}

function columnOf(at: usize): u32 {
  return load<u16>(OF_BYTE + (usize(load<u8>(at)) << 1));
}

function columnAfter(before: u32, byte: u32): u32 {
  return load<u16>(ON_PAGE + ((usize(load<i32>(PAGE_AFTER + (usize(before) << 2))) + usize(byte)) << 1));
}

/** Place and state of a head; returns where the next one is written. */
function note(heads: usize, place: i32, state: i32): usize {
  store<i32>(heads, place);
  store<i32>(heads + 4, state);
  return heads + 8;
}

function keepCounts(thread: usize, heads0: usize, heads1: usize, heads2: usize, heads3: usize): void {
  store<i32>(thread, i32(heads0 - (thread + HEADS)) >> 2);
  store<i32>(thread + 4, i32(heads1 - (thread + HEADS + HEADS_OF_LANE)) >> 2);
  store<i32>(thread + 8, i32(heads2 - (thread + HEADS + 2 * HEADS_OF_LANE)) >> 2);
  store<i32>(thread + 12, i32(heads3 - (thread + HEADS + 3 * HEADS_OF_LANE)) >> 2);
}

/**
 * Steps through four lanes of ASCII, which are one behind the other in the piece of a thread, and notes the places behind heads with their states.
 * @param from of the piece in the text
 * @returns the state of the last lane
 */
export function stepAscii(thread: usize, from: i32, stride: i32, first: i32, second: i32, third: i32, fourth: i32): i32 {
  let state0 = first;
  let state1 = second;
  let state2 = third;
  let state3 = fourth;
  let heads0 = thread + HEADS;
  let heads1 = heads0 + HEADS_OF_LANE;
  let heads2 = heads1 + HEADS_OF_LANE;
  let heads3 = heads2 + HEADS_OF_LANE;
  const lane = usize(stride);
  const piece = thread + PIECE;
  const end = piece + lane;
  for (let at = piece; at < end; at++) {
    state0 = enter(state0, columnOf(at));
    state1 = enter(state1, columnOf(at + lane));
    state2 = enter(state2, columnOf(at + 2 * lane));
    state3 = enter(state3, columnOf(at + 3 * lane));
    if ((state0 | state1 | state2 | state3) >= 0) continue;
    const place = from + i32(at - piece) + 1;
    if (state0 < 0) heads0 = note(heads0, place, (state0 = ~state0));
    if (state1 < 0) heads1 = note(heads1, place + stride, (state1 = ~state1));
    if (state2 < 0) heads2 = note(heads2, place + 2 * stride, (state2 = ~state2));
    if (state3 < 0) heads3 = note(heads3, place + 3 * stride, (state3 = ~state3));
  }
  keepCounts(thread, heads0, heads1, heads2, heads3);
  return state3;
}

/** The same for text with other letters, where the byte before counts too. */
export function stepUtf8(thread: usize, from: i32, stride: i32, first: i32, second: i32, third: i32, fourth: i32): i32 {
  let state0 = first;
  let state1 = second;
  let state2 = third;
  let state3 = fourth;
  let heads0 = thread + HEADS;
  let heads1 = heads0 + HEADS_OF_LANE;
  let heads2 = heads1 + HEADS_OF_LANE;
  let heads3 = heads2 + HEADS_OF_LANE;
  const lane = usize(stride);
  const piece = thread + PIECE;
  const end = piece + lane;
  let before0: u32 = load<u8>(piece - 1);
  let before1: u32 = load<u8>(piece + lane - 1);
  let before2: u32 = load<u8>(piece + 2 * lane - 1);
  let before3: u32 = load<u8>(piece + 3 * lane - 1);
  for (let at = piece; at < end; at++) {
    const byte0: u32 = load<u8>(at);
    const byte1: u32 = load<u8>(at + lane);
    const byte2: u32 = load<u8>(at + 2 * lane);
    const byte3: u32 = load<u8>(at + 3 * lane);
    state0 = enter(state0, columnAfter(before0, byte0));
    state1 = enter(state1, columnAfter(before1, byte1));
    state2 = enter(state2, columnAfter(before2, byte2));
    state3 = enter(state3, columnAfter(before3, byte3));
    before0 = byte0;
    before1 = byte1;
    before2 = byte2;
    before3 = byte3;
    if ((state0 | state1 | state2 | state3) >= 0) continue;
    const place = from + i32(at - piece) + 1;
    if (state0 < 0) heads0 = note(heads0, place, (state0 = ~state0));
    if (state1 < 0) heads1 = note(heads1, place + stride, (state1 = ~state1));
    if (state2 < 0) heads2 = note(heads2, place + 2 * stride, (state2 = ~state2));
    if (state3 < 0) heads3 = note(heads3, place + 3 * stride, (state3 = ~state3));
  }
  keepCounts(thread, heads0, heads1, heads2, heads3);
  return state3;
}
