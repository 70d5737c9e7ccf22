import type { Span } from '../text/spans.ts';
import { isCharacter, LEAST_CHARACTERS } from './base64-alphabet.ts';
import { KERNEL } from './base64-kernel.wasm.ts';

/** The kernel of this thread: its memory, and what finds the runs in the piece of a length and returns how many there are. */
function startKernel(): { readonly memory: ArrayBufferLike; readonly findRuns: (length: number) => number } {
  const { memory, findRuns } = new WebAssembly.Instance(new WebAssembly.Module(Buffer.from(KERNEL, 'base64'))).exports;
  if (!(memory instanceof WebAssembly.Memory) || typeof findRuns !== 'function') throw new TypeError('not the kernel of texts');
  return { memory: memory.buffer, findRuns: (length) => Number(findRuns(length)) };
}

/** Places of the kernel. */
const PIECE_AT = 0x400;
const PIECE_BYTES = 0x10000;
const RUNS_AT = PIECE_AT + PIECE_BYTES + 0x80;
const { memory, findRuns } = startKernel();
const piece = new Uint8Array(memory, PIECE_AT, PIECE_BYTES);
const runs = new Int32Array(memory, RUNS_AT);
/** Of a run: beginning, end, and whether text may be in it. */
const RUN_INTS = 3;

/** Areas up to this length are read together, one behind the other: of a revision there are many short ones. */
const MOST_TOGETHER = 4096;
/** Between two of them. It is no character of base64. */
const SEPARATOR = 0;
/** The areas in the piece: how many, where each begins there, and where it begins and ends in the text. */
let together = 0;
const begins = new Int32Array(PIECE_BYTES / (LEAST_CHARACTERS + 1) + 1);
const first = new Int32Array(begins.length);
const last = new Int32Array(begins.length);

/**
 * It searches for no further runs itself: what was found is in the memory of the kernel.
 * @param isPossible false where `mayHoldText` is
 * @param to where the area ends
 */
type OnRun = (start: number, end: number, isPossible: boolean, to: number) => void;

/**
 * Reports every longest run of at least LEAST_CHARACTERS characters of base64 in areas, which are sorted and apart and at whose ends none goes on, in
 * order. WebAssembly reads sixteen bytes at once (docs/decisions/0159-kernel-of-scanning.md).
 */
export function eachRun(text: Uint8Array, areas: readonly Span[], onRun: OnRun): void {
  // Copies without a view for each.
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.length);
  let filled = 0;
  together = 0;
  for (const { start, end } of areas) {
    const length = end - start;
    if (length < LEAST_CHARACTERS) continue;
    if (length > MOST_TOGETHER || filled + length >= PIECE_BYTES) {
      reportTogether(filled, onRun);
      filled = 0;
    }
    if (length > MOST_TOGETHER) {
      runsOfLong(bytes, start, end, onRun);
      continue;
    }
    begins[together] = filled;
    first[together] = start;
    last[together] = end;
    together++;
    bytes.copy(piece, filled, start, end);
    filled += length;
    piece[filled++] = SEPARATOR;
  }
  reportTogether(filled, onRun);
}

function reportTogether(filled: number, onRun: OnRun): void {
  if (together === 0) return;
  const count = findRuns(filled);
  let area = 0;
  for (let run = 0; run < count; run++) {
    const place = runs[RUN_INTS * run] ?? 0;
    while (area + 1 < together && (begins[area + 1] ?? 0) <= place) area++;
    const shift = (first[area] ?? 0) - (begins[area] ?? 0);
    onRun(place + shift, (runs[RUN_INTS * run + 1] ?? 0) + shift, runs[RUN_INTS * run + 2] === 1, last[area] ?? 0);
  }
  together = 0;
}

function runsOfLong(text: Buffer, from: number, to: number, onRun: OnRun): void {
  for (let begin = from; begin + LEAST_CHARACTERS <= to; ) {
    const end = Math.min(to, begin + PIECE_BYTES);
    text.copy(piece, 0, begin, end);
    const count = findRuns(end - begin);
    let next = end;
    for (let run = 0; run < count; run++) {
      const start = begin + (runs[RUN_INTS * run] ?? 0);
      const runEnd = begin + (runs[RUN_INTS * run + 1] ?? 0);
      if (runEnd < end || end === to) onRun(start, runEnd, runs[RUN_INTS * run + 2] === 1, to);
      else next = start;
    }
    if (end === to) return;
    // What reaches the end of the piece is read with the next one; a run that is longer than a piece is read here.
    while (next > begin && isCharacter(text[next - 1])) next--;
    if (next === begin) {
      for (next = end; next < to && isCharacter(text[next]); ) next++;
      onRun(begin, next, true, to);
    }
    begin = next;
  }
}
