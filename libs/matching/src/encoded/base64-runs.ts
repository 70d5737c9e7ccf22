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

/** @param isPossible false where `mayHoldText` is */
type OnRun = (start: number, end: number, isPossible: boolean) => void;

/**
 * Reports every longest run of at least LEAST_CHARACTERS characters of base64 between two places at which none goes on, in order. WebAssembly reads
 * sixteen bytes at once (docs/decisions/0159-kernel-of-scanning.md).
 */
export function eachRun(text: Uint8Array, from: number, to: number, onRun: OnRun): void {
  for (let begin = from; begin + LEAST_CHARACTERS <= to; ) {
    const end = Math.min(to, begin + PIECE_BYTES);
    piece.set(text.subarray(begin, end));
    const count = findRuns(end - begin);
    // The callback may search another text.
    const found = count === 0 ? runs : runs.slice(0, RUN_INTS * count);
    let next = end;
    for (let run = 0; run < count; run++) {
      const start = begin + (found[RUN_INTS * run] ?? 0);
      const last = begin + (found[RUN_INTS * run + 1] ?? 0);
      if (last < end || end === to) onRun(start, last, found[RUN_INTS * run + 2] === 1);
      else next = start;
    }
    if (end === to) return;
    // What reaches the end of the piece is read with the next one; a run that is longer than a piece is read here.
    while (next > begin && isCharacter(text[next - 1])) next--;
    if (next === begin) {
      for (next = end; next < to && isCharacter(text[next]); ) next++;
      onRun(begin, next, true);
    }
    begin = next;
  }
}
