import { isUtf8 } from 'node:buffer';
import { asOneClass } from '../text/one-class.ts';
import { FOLDED, RAW_BYTE_BASE, isTwoByteLead } from '../text/fold.ts';
import type { Automaton } from './automaton.ts';
import { stepLanes } from './lanes.ts';

/** Called for every place of a literal; offsets in bytes of the scanned text. */
export type OnLiteral = (literal: number, start: number, end: number) => void;

/** Called for every place where the head of a literal is; the rest of it may be missing (see `literalStands`). */
export type OnHead = (literal: number, start: number) => void;

function tailStands(symbols: string, from: number, text: Uint8Array, at: number): boolean {
  let position = at;
  for (let index = from; index < symbols.length; index++) {
    const byte = text[position++];
    if (byte === undefined) return false;
    let symbol = byte < 0x80 ? (FOLDED[byte] ?? byte) : RAW_BYTE_BASE + byte;
    const next = text[position];
    if (byte >= 0xc2 && byte <= 0xdf && next !== undefined && (next & 0xc0) === 0x80) {
      symbol = FOLDED[((byte & 0x1f) << 6) | (next & 0x3f)] ?? 0;
      position++;
    }
    if (symbol !== symbols.charCodeAt(index)) return false;
  }
  return true;
}

/** Whether a literal whose head is at `start` is there as a whole. */
export function literalStands(automaton: Automaton, literal: number, text: Uint8Array, start: number): boolean {
  const head = automaton.headSymbols[literal] ?? 0;
  const symbols = automaton.symbols[literal] ?? '';
  return head === symbols.length || tailStands(symbols, head, text, start + (automaton.headBytes[literal] ?? 0));
}

function report(automaton: Automaton, state: number, at: number, onHead: OnHead): void {
  for (let row = state / automaton.classes.width; row !== -1; row = automaton.shorter[row] ?? -1) {
    const literal = automaton.literalAt[row] ?? -1;
    if (literal !== -1) onHead(literal, at - (automaton.headBytes[literal] ?? 0));
  }
}

/**
 * One lane, which reads any bytes: broken text, short text and the rest after the four lanes. The tests of bytes are written
 * out here instead of in helpers, because the library's speed depends on this loop.
 */
function stepAlone(
  automaton: Automaton,
  text: Uint8Array,
  from: number,
  before: number,
  onState: (state: number, at: number) => void,
): void {
  const { table } = automaton;
  const { ofByte, ofPair } = automaton.classes;
  const length = text.length;
  let state = before;
  let at = from;
  while (at < length) {
    const byte = text[at++] ?? 0;
    let column: number;
    if (byte < 0x80) {
      column = ofByte[byte] ?? 0;
    } else {
      const next = at < length ? (text[at] ?? 0) : 0;
      if (byte >= 0xc2 && byte <= 0xdf && (next & 0xc0) === 0x80) {
        column = ofPair[((byte & 0x1f) << 6) | (next & 0x3f)] ?? 0;
        at++;
      } else {
        column = ofByte[byte] ?? 0;
      }
    }
    state = table[state + column] ?? 0;
    if (state < 0) {
      state = ~state;
      onState(state, at);
    }
  }
}

/**
 * One pass over UTF-8 (or binary) text; time linear in it. Places of one literal are reported in the order of the text.
 * Only hits are decoded.
 */
export function scan(automaton: Automaton, text: Uint8Array, onLiteral: OnLiteral): void {
  scanHeads(automaton, text, (literal, start) => {
    if (literalStands(automaton, literal, text, start)) onLiteral(literal, start, start + (automaton.bytes[literal] ?? 0));
  });
}

/** The same for the heads of literals alone, which are at most `longestHeadBytes` long. */
export function scanHeads(automaton: Automaton, bytes: Uint8Array, onHead: OnHead): void {
  const text = asOneClass(bytes);
  const onState = (state: number, at: number) => report(automaton, state, at, onHead);
  const { read, state } = isUtf8(text) ? stepLanes(automaton, text, onState) : { read: 0, state: 0 };
  // The lanes may end inside a letter; its first byte has not changed the state, so the letter is read again.
  const from = read > 0 && isTwoByteLead(text[read - 1] ?? 0) ? read - 1 : read;
  stepAlone(automaton, text, from, state, onState);
}
