import type { Span } from '../text/spans.ts';
import type { Position, Positions } from './positions.ts';

const BITS = 32;

/** Places as bits, so that one step moves all of them: most lead to their neighbour or to themselves. */
export interface PositionScan {
  readonly words: number;
  /** By byte, `words` words each: the places that take it. */
  readonly takes: Int32Array;
  readonly first: Int32Array;
  /** By byte: 1 where a match may begin with it. */
  readonly begins: Uint8Array;
  readonly last: Int32Array;
  /** Places that lead to the next one, to themselves, and further. */
  readonly toNext: Int32Array;
  readonly toSelf: Int32Array;
  readonly further: Int32Array;
  /** By place, `words` words each: where it leads besides. */
  readonly leadsTo: Int32Array;
}

function set(bits: Int32Array, at: number, offset = 0): void {
  const word = offset + (at >>> 5);
  bits[word] = (bits[word] ?? 0) | (1 << at);
}

function addPosition(scan: PositionScan, at: number, { bytes, follow }: Position): void {
  for (const byte of bytes) set(scan.takes, at, byte * scan.words);
  for (const next of follow) {
    if (next === at + 1) set(scan.toNext, at);
    else if (next === at) set(scan.toSelf, at);
    else {
      set(scan.further, at);
      set(scan.leadsTo, next, at * scan.words);
    }
  }
}

/** Makes the places of an expression ready; null where a match could take nothing, which every text holds. */
export function preparePositions({ positions, first, last, takesNothing }: Positions): PositionScan | null {
  if (takesNothing || positions.length === 0) return null;
  const words = Math.ceil(positions.length / BITS);
  const bits = (count = 1) => new Int32Array(words * count);
  const scan: PositionScan = {
    words,
    takes: bits(256),
    first: bits(),
    begins: new Uint8Array(256),
    last: bits(),
    toNext: bits(),
    toSelf: bits(),
    further: bits(),
    leadsTo: bits(positions.length),
  };
  for (const [at, position] of positions.entries()) addPosition(scan, at, position);
  for (const at of first) {
    set(scan.first, at);
    for (const byte of positions[at]?.bytes ?? []) scan.begins[byte] = 1;
  }
  for (const at of last) set(scan.last, at);
  return scan;
}

/** Whether any of the places takes a byte: no match holds it otherwise. */
export const takesByte = ({ words, takes }: PositionScan, byte: number): boolean =>
  takes.subarray(byte * words, (byte + 1) * words).some((bits) => bits !== 0);

/** Where one byte more leads, before it is asked which places take that byte. A match may begin anywhere. */
function advance({ words, first, toNext, toSelf, further, leadsTo }: PositionScan, here: Int32Array, next: Int32Array): void {
  let carry = 0;
  for (let word = 0; word < words; word++) {
    const bits = here[word] ?? 0;
    const moving = bits & (toNext[word] ?? 0);
    next[word] = (moving << 1) | carry | (bits & (toSelf[word] ?? 0)) | (first[word] ?? 0);
    carry = moving >>> 31;
  }
  for (let word = 0; word < words; word++) {
    for (let rest = (here[word] ?? 0) & (further[word] ?? 0); rest !== 0; rest &= rest - 1) {
      const row = (word * BITS + 31 - Math.clz32(rest & -rest)) * words;
      for (let to = 0; to < words; to++) next[to] = (next[to] ?? 0) | (leadsTo[row + to] ?? 0);
    }
  }
}

/** The next byte with which a match may begin; most bytes of most texts are passed over here. */
function nextBeginning(begins: Uint8Array, text: Uint8Array, from: number): number {
  let at = from;
  while (at < text.length && begins[text[at] ?? 0] === 0) at++;
  return at;
}

/** One word holds all places, as with most expressions: the same steps as below without their loops. */
function* islandsInWord(scan: PositionScan, text: Uint8Array): Generator<Span> {
  const { takes, leadsTo, begins } = scan;
  const first = scan.first[0] ?? 0;
  const last = scan.last[0] ?? 0;
  const toNext = scan.toNext[0] ?? 0;
  const toSelf = scan.toSelf[0] ?? 0;
  const further = scan.further[0] ?? 0;
  let here = 0;
  let start = nextBeginning(begins, text, 0);
  let ended = 0;
  for (let at = start; at < text.length; at++) {
    let next = ((here & toNext) << 1) | (here & toSelf) | first;
    for (let rest = here & further; rest !== 0; rest &= rest - 1) next |= leadsTo[31 - Math.clz32(rest & -rest)] ?? 0;
    next &= takes[text[at] ?? 0] ?? 0;
    here = next;
    ended |= next & last;
    if (next !== 0) continue;
    if (ended !== 0) yield { start, end: at };
    start = nextBeginning(begins, text, at + 1);
    at = start - 1;
    ended = 0;
  }
  if (ended !== 0) yield { start, end: text.length };
}

/**
 * The parts of the text that hold every match: between two of them no position is reached, so no match runs across. The work for
 * each byte does not depend on the text, except for the few positions that lead further than to their neighbour.
 */
export function* islandsOf(scan: PositionScan, text: Uint8Array): Generator<Span> {
  const { words, takes, last, begins } = scan;
  if (words === 1) return yield* islandsInWord(scan, text);
  let here = new Int32Array(words);
  let next = new Int32Array(words);
  let start = nextBeginning(begins, text, 0);
  let ended = 0;
  for (let at = start; at < text.length; at++) {
    advance(scan, here, next);
    const row = (text[at] ?? 0) * words;
    let live = 0;
    for (let word = 0; word < words; word++) {
      const bits = (next[word] ?? 0) & (takes[row + word] ?? 0);
      next[word] = bits;
      live |= bits;
      ended |= bits & (last[word] ?? 0);
    }
    [here, next] = [next, here];
    if (live !== 0) continue;
    if (ended !== 0) yield { start, end: at };
    start = nextBeginning(begins, text, at + 1);
    at = start - 1;
    ended = 0;
  }
  if (ended !== 0) yield { start, end: text.length };
}

/** What the bytes are to the expression: bytes that the same places take are one kind. */
function byteKinds({ words, takes }: PositionScan): Int32Array[] {
  const rows = Array.from({ length: 256 }, (_, byte) => takes.subarray(byte * words, (byte + 1) * words));
  return [...new Map(rows.map((row) => [row.join(), row])).values()];
}

/** Whether an automaton of the expression has at most `most` states: how many sets of places texts lead to. */
export function hasFewStates(scan: PositionScan, most: number): boolean {
  const kinds = byteKinds(scan);
  const start = new Int32Array(scan.words);
  const known = new Set([start.join()]);
  const open = [start];
  const next = new Int32Array(scan.words);
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    advance(scan, here, next);
    for (const kind of kinds) {
      const there = next.map((bits, word) => bits & (kind[word] ?? 0));
      const name = there.join();
      if (known.has(name)) continue;
      if (known.size >= most) return false;
      known.add(name);
      open.push(there);
    }
  }
  return true;
}
