import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { ExtractionTask, TimedExtraction } from './extraction-messages.ts';
import { ExtractionProcesses, Interrupted, NotStarted } from './extraction-processes.ts';
import { formatOf } from './formats.ts';
import type { UnreadableReason } from './reader.ts';

/** Two processes: a document that takes all its time does not hold the next one. */
const PROCESSES = 2;
/** The largest documents within the bounds take a few seconds on one core. */
const DOCUMENT_MS = 60_000;
/** Of a process's heap. */
const HEAP_MB = 256;
/** Of all memory of a process: the heap, the document twice, and what is unpacked from it within the bounds of `extract-document.ts`. */
const MEMORY_MB = 512;
const IDLE_MS = 30_000;
/** Processes that read a document, where each is ended from outside, before it is left for later. */
const TRIES = 2;

const isBundled = !import.meta.url.endsWith('.ts');
/** Bundles keep the program of the processes beside the others (deploy/bundle.mjs); tests run the source as it is. */
const PROGRAM = new URL(isBundled ? './extract.process.js' : './extract.process.ts', import.meta.url);
const FLAGS = isBundled ? [] : ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/**
 * Reads what is inside archives, office files, PDF and mails, in processes that can be ended. A thread would not do: where its memory runs out in native
 * code, Node.js ends the whole process (docs/decisions/0148). They have no variables of the environment, which hold secrets.
 */
@Injectable()
export class Extractor implements OnModuleDestroy {
  private readonly milliseconds: number;
  private readonly processes: ExtractionProcesses;

  constructor(milliseconds = DOCUMENT_MS, heapMb = HEAP_MB) {
    this.milliseconds = milliseconds;
    this.processes = new ExtractionProcesses(PROGRAM, FLAGS, { most: PROCESSES, heapMb, memoryMb: MEMORY_MB, idleMs: IDLE_MS });
  }

  /**
   * What is matched in place of a document; null for one that is matched as it is, which is most of them and costs nothing. Of one that is interrupted
   * nothing is matched yet: what is found in its bytes would be found again inside. One that was interrupted before may always be, and is matched as it is.
   * Throws the signal's reason when it is aborted, and NotStarted where the machine cannot start a process: then nothing is known of the document.
   */
  async extract({ bytes, path }: ExtractionTask, signal: AbortSignal, wasInterrupted = false): Promise<TimedExtraction | null> {
    if (formatOf(bytes) === null) return null;
    const began = performance.now();
    let reason: UnreadableReason = 'interrupted';
    for (let tries = 0; tries < TRIES && reason === 'interrupted'; tries += 1) {
      try {
        return await this.processes.run({ bytes, path }, this.milliseconds, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof NotStarted) throw error;
        // Else it was out of time or out of memory.
        if (!(error instanceof Interrupted)) reason = 'over_bound';
      }
    }
    const isInterrupted = reason === 'interrupted';
    return {
      parts: isInterrupted && !wasInterrupted ? [] : [{ path: '', bytes }],
      unread: [{ path: '', reason }],
      milliseconds: isInterrupted ? Math.min(this.milliseconds, performance.now() - began) : this.milliseconds,
    };
  }

  async onModuleDestroy(): Promise<void> {
    await this.processes.close();
  }
}
