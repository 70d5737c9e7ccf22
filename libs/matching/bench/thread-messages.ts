import type { SharedPatterns } from '@leakwatch/matching';
import type { Found } from './found.ts';

/** Given to a thread at its start. */
export interface ThreadData {
  readonly shared: SharedPatterns;
  /** Shared memory; every thread reads all of it, in documents. */
  readonly text: Uint8Array;
}

/** A thread's answer to any message: it read the whole text. */
export interface ThreadAnswer {
  readonly found: Found;
  /** Processor time that it took, without what other programs took meanwhile. */
  readonly cpuSeconds: number;
}
