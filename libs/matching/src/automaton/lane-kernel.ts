import type { Automaton } from './automaton.ts';
import { KERNEL } from './automaton-kernel.wasm.ts';
import { MOST_THREADS, THREAD_BYTES, THREADS_TAKEN, type TableMemory } from './table-memory.ts';

/**
 * Four parts of the text are scanned in parallel. A step waits for the table entry of the step before it, and with many words
 * that entry comes from a slow cache; four lanes wait at the same time.
 */
export const LANES = 4;
/** Bytes of a lane between two reports of heads: the text of four stays in the first cache. */
export const LANE_BYTES = 4096;

/** Heads that ended in one lane, in order: the place behind each and its state, by turns; `count` is the number of both. */
export interface LaneHeads {
  readonly entries: Int32Array;
  count: number;
}

/** Steps through four lanes of a text, one behind the other, each of `stride` bytes and beginning in its state. */
export interface LaneSteps {
  readonly heads: readonly LaneHeads[];
  /** @returns the state of the last lane */
  step(automaton: Automaton, text: Uint8Array, from: number, stride: number, isAscii: boolean, states: Int32Array): number;
}

/** Places of wasm/automaton-kernel.ts in the part of a thread. */
const PIECE = 0x40;
const HEADS = 0x5000;
const HEADS_OF_LANE = 0x8000;

const program = new WebAssembly.Module(Buffer.from(KERNEL, 'base64'));
const kernels = new WeakMap<Automaton, LaneSteps | undefined>();

/** The kernel of this thread for an automaton; undefined where its table is small, or too many threads have one. */
export function kernelOf(automaton: Automaton): LaneSteps | undefined {
  if (automaton.kernel === undefined) return undefined;
  if (!kernels.has(automaton)) kernels.set(automaton, start(automaton.kernel));
  return kernels.get(automaton);
}

function start({ memory, threadsAt }: TableMemory): LaneSteps | undefined {
  const thread = Atomics.add(new Int32Array(memory.buffer, THREADS_TAKEN, 1), 0, 1);
  if (thread >= MOST_THREADS) return undefined;
  const { stepAscii, stepUtf8 } = new WebAssembly.Instance(program, { env: { memory } }).exports;
  if (typeof stepAscii !== 'function' || typeof stepUtf8 !== 'function') throw new TypeError('not the kernel of automatons');
  const begin = threadsAt + thread * THREAD_BYTES;
  const counts = new Int32Array(memory.buffer, begin, LANES);
  const piece = new Uint8Array(memory.buffer, begin + PIECE, LANES * LANE_BYTES);
  const before = new Uint8Array(memory.buffer, begin + PIECE - 1, 1);
  const heads = Array.from({ length: LANES }, (_, lane) => ({
    entries: new Int32Array(memory.buffer, begin + HEADS + lane * HEADS_OF_LANE, 2 * LANE_BYTES),
    count: 0,
  }));
  return {
    heads,
    step: (_automaton, text, from, stride, isAscii, states) => {
      piece.set(text.subarray(from, from + LANES * stride));
      before[0] = from === 0 ? 0 : (text[from - 1] ?? 0);
      const [first, second, third, fourth] = states;
      const state = Number((isAscii ? stepAscii : stepUtf8)(begin, from, stride, first, second, third, fourth));
      for (const [lane, of] of heads.entries()) of.count = counts[lane] ?? 0;
      return state;
    },
  };
}
