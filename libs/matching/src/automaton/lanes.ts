import { isAscii } from 'node:buffer';
import type { Automaton } from './automaton.ts';
import { kernelOf, LANE_BYTES, LANES, type LaneHeads, type LaneSteps } from './lane-kernel.ts';

/** With shorter lanes, getting each of them into its state costs more than it brings. */
const MIN_LANE_BYTES = 256;

const noHeads = (): LaneHeads => ({ entries: new Int32Array(2 * LANE_BYTES), count: 0 });
// Used again for every block: a scan is synchronous, and each thread has its own.
const [FIRST, SECOND, THIRD, FOURTH] = [noHeads(), noHeads(), noHeads(), noHeads()];
/** States of the lanes behind the last block. */
const states = new Int32Array(LANES);

function stateBefore(automaton: Automaton, text: Uint8Array, place: number): number {
  const { table, longestHeadBytes } = automaton;
  const { pageAfter, onPage } = automaton.classes;
  let state = 0;
  for (let at = place - longestHeadBytes; at < place; at++) {
    const before = at === 0 ? 0 : (text[at - 1] ?? 0);
    state = table[state + (onPage[(pageAfter[before] ?? 0) + (text[at] ?? 0)] ?? 0)] ?? 0;
    if (state < 0) state = ~state;
  }
  return state;
}

function stepAscii(automaton: Automaton, text: Uint8Array, from: number, stride: number): number {
  const { table } = automaton;
  const { ofByte } = automaton.classes;
  const [entries0, entries1, entries2, entries3] = [FIRST.entries, SECOND.entries, THIRD.entries, FOURTH.entries];
  let [count0, count1, count2, count3] = [0, 0, 0, 0];
  let [state0 = 0, state1 = 0, state2 = 0, state3 = 0] = states;
  const end = from + stride;
  for (let at = from; at < end; at++) {
    state0 = table[state0 + (ofByte[text[at] ?? 0] ?? 0)] ?? 0;
    state1 = table[state1 + (ofByte[text[at + stride] ?? 0] ?? 0)] ?? 0;
    state2 = table[state2 + (ofByte[text[at + 2 * stride] ?? 0] ?? 0)] ?? 0;
    state3 = table[state3 + (ofByte[text[at + 3 * stride] ?? 0] ?? 0)] ?? 0;
    if ((state0 | state1 | state2 | state3) >= 0) continue;
    if (state0 < 0) {
      entries0[count0++] = at + 1;
      entries0[count0++] = state0 = ~state0;
    }
    if (state1 < 0) {
      entries1[count1++] = at + stride + 1;
      entries1[count1++] = state1 = ~state1;
    }
    if (state2 < 0) {
      entries2[count2++] = at + 2 * stride + 1;
      entries2[count2++] = state2 = ~state2;
    }
    if (state3 < 0) {
      entries3[count3++] = at + 3 * stride + 1;
      entries3[count3++] = state3 = ~state3;
    }
  }
  [FIRST.count, SECOND.count, THIRD.count, FOURTH.count] = [count0, count1, count2, count3];
  return state3;
}

/** The same for text with other letters, where the byte before counts too; apart, since it costs a quarter more. */
function stepUtf8(automaton: Automaton, text: Uint8Array, from: number, stride: number): number {
  const { table } = automaton;
  const { pageAfter, onPage } = automaton.classes;
  const [entries0, entries1, entries2, entries3] = [FIRST.entries, SECOND.entries, THIRD.entries, FOURTH.entries];
  let [count0, count1, count2, count3] = [0, 0, 0, 0];
  let [state0 = 0, state1 = 0, state2 = 0, state3 = 0] = states;
  let before0 = from === 0 ? 0 : (text[from - 1] ?? 0);
  let before1 = text[from + stride - 1] ?? 0;
  let before2 = text[from + 2 * stride - 1] ?? 0;
  let before3 = text[from + 3 * stride - 1] ?? 0;
  const end = from + stride;
  for (let at = from; at < end; at++) {
    const byte0 = text[at] ?? 0;
    const byte1 = text[at + stride] ?? 0;
    const byte2 = text[at + 2 * stride] ?? 0;
    const byte3 = text[at + 3 * stride] ?? 0;
    state0 = table[state0 + (onPage[(pageAfter[before0] ?? 0) + byte0] ?? 0)] ?? 0;
    state1 = table[state1 + (onPage[(pageAfter[before1] ?? 0) + byte1] ?? 0)] ?? 0;
    state2 = table[state2 + (onPage[(pageAfter[before2] ?? 0) + byte2] ?? 0)] ?? 0;
    state3 = table[state3 + (onPage[(pageAfter[before3] ?? 0) + byte3] ?? 0)] ?? 0;
    before0 = byte0;
    before1 = byte1;
    before2 = byte2;
    before3 = byte3;
    if ((state0 | state1 | state2 | state3) >= 0) continue;
    if (state0 < 0) {
      entries0[count0++] = at + 1;
      entries0[count0++] = state0 = ~state0;
    }
    if (state1 < 0) {
      entries1[count1++] = at + stride + 1;
      entries1[count1++] = state1 = ~state1;
    }
    if (state2 < 0) {
      entries2[count2++] = at + 2 * stride + 1;
      entries2[count2++] = state2 = ~state2;
    }
    if (state3 < 0) {
      entries3[count3++] = at + 3 * stride + 1;
      entries3[count3++] = state3 = ~state3;
    }
  }
  [FIRST.count, SECOND.count, THIRD.count, FOURTH.count] = [count0, count1, count2, count3];
  return state3;
}

/** The lanes in JavaScript, for tables that are small. */
const SCRIPTED: LaneSteps = {
  heads: [FIRST, SECOND, THIRD, FOURTH],
  step: (automaton, text, from, stride, isPlain) => (isPlain ? stepAscii : stepUtf8)(automaton, text, from, stride),
};

/**
 * Steps through a text of well-formed UTF-8 in blocks of four lanes, as far as blocks go.
 * @param onHead called for every state in which a literal's head ends, in the order of the text
 * @returns how many bytes were read, and the state after them
 */
export function stepLanes(
  automaton: Automaton,
  text: Uint8Array,
  onHead: (state: number, at: number) => void,
): { readonly read: number; readonly state: number } {
  const least = Math.max(MIN_LANE_BYTES, automaton.longestHeadBytes);
  const lanes = kernelOf(automaton) ?? SCRIPTED;
  let from = 0;
  let state = 0;
  for (;;) {
    const stride = Math.min(LANE_BYTES, Math.floor((text.length - from) / LANES));
    if (stride < least) return { read: from, state };
    states[0] = state;
    for (let lane = 1; lane < LANES; lane++) states[lane] = stateBefore(automaton, text, from + lane * stride);
    const isPlain = isAscii(text.subarray(from, from + LANES * stride));
    const last = lanes.step(automaton, text, from, stride, isPlain, states);
    for (const { entries, count } of lanes.heads) {
      for (let hit = 0; hit < count; hit += 2) onHead(entries[hit + 1] ?? 0, entries[hit] ?? 0);
    }
    state = last;
    from += LANES * stride;
  }
}
