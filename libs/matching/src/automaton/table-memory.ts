import type { SymbolClasses } from './classes.ts';
import { sharedInt } from './shared-arrays.ts';

/** Memory of WebAssembly that holds a table, and what its kernel needs beside it. It can be sent to other threads, as shared memory. */
export interface TableMemory {
  readonly memory: WebAssembly.Memory;
  /** Where the parts of threads begin. */
  readonly threadsAt: number;
}

/** Places of wasm/automaton-kernel.ts. */
const OF_BYTE = 0x400;
const PAGE_AFTER = 0x800;
const ON_PAGE = 0x1000;
const TABLE = 0x10000;
/** How many threads have a part; read and written atomically. */
export const THREADS_TAKEN = 0;
/** Of a thread: counts, a piece of text, and heads. */
export const THREAD_BYTES = 0x30000;
/** The threads of a pool, with those that replaced others. Further ones scan without the kernel. */
export const MOST_THREADS = 64;

const PAGE_BYTES = 0x10000;
const MOST_PAGES = 0x10000;
/**
 * Smaller tables stay in the first caches, where WebAssembly gains little, and there are many of them: V8 reserves some gigabytes of addresses
 * for each memory.
 */
const LEAST_TABLE_BYTES = 1024 * 1024;

/** Room for the entries of a table, in memory of WebAssembly where that is worth it and there is any. */
export function allocateTable(entries: number): { readonly table: Int32Array; readonly kernel: TableMemory | undefined } {
  const threadsAt = PAGE_BYTES * Math.ceil((TABLE + 4 * entries) / PAGE_BYTES);
  const pages = (threadsAt + MOST_THREADS * THREAD_BYTES) / PAGE_BYTES;
  const memory = 4 * entries < LEAST_TABLE_BYTES || pages > MOST_PAGES ? undefined : memoryOf(pages);
  if (memory === undefined) return { table: sharedInt(entries), kernel: undefined };
  return { table: new Int32Array(memory.buffer, TABLE, entries), kernel: { memory, threadsAt } };
}

/** undefined where no addresses are left. */
function memoryOf(pages: number): WebAssembly.Memory | undefined {
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Puts the columns of bytes beside the table. */
export function keepColumns({ memory }: TableMemory, { ofByte, pageAfter, onPage }: SymbolClasses): void {
  new Uint16Array(memory.buffer, OF_BYTE).set(ofByte);
  new Int32Array(memory.buffer, PAGE_AFTER).set(pageAfter);
  new Uint16Array(memory.buffer, ON_PAGE).set(onPage);
}
