import { fileURLToPath } from 'node:url';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Piscina } from 'piscina';
import type { ExtractionTask, TimedExtraction } from './extract.thread.ts';
import { formatOf } from './formats.ts';
import type { UnreadableReason } from './reader.ts';

/** Two threads: a document that takes all its time does not hold the next one. */
const THREADS = 2;
/** The largest documents within the bounds take a few seconds on one core. */
const DOCUMENT_MS = 60_000;
/** Of a thread's heap. Unpacked bytes are outside it and have bounds of their own. */
const HEAP_MB = 256;
const IDLE_MS = 30_000;

const isBundled = !import.meta.url.endsWith('.ts');
/** Bundles keep the thread's program beside the others (deploy/bundle.mjs); tests run the source as it is. */
const PROGRAM = new URL(isBundled ? './extract.thread.js' : './extract.thread.ts', import.meta.url);
const FLAGS = isBundled ? [] : ['--conditions=source', '--disable-warning=ExperimentalWarning'];

/** Reads what is inside archives, office files, PDF and mails, in threads that can be ended. */
@Injectable()
export class Extractor implements OnModuleDestroy {
  private readonly milliseconds: number;
  private readonly heapMb: number;
  private pool: Piscina<ExtractionTask, TimedExtraction> | undefined;

  constructor(milliseconds = DOCUMENT_MS, heapMb = HEAP_MB) {
    this.milliseconds = milliseconds;
    this.heapMb = heapMb;
  }

  /**
   * What is matched in place of a document; null for one that is matched as it is, which is most of them and costs nothing.
   * Throws the signal's reason when it is aborted.
   */
  async extract({ bytes, path }: ExtractionTask, signal: AbortSignal): Promise<TimedExtraction | null> {
    if (formatOf(bytes) === null) return null;
    this.pool ??= openPool(this.heapMb);
    const deadline = AbortSignal.timeout(this.milliseconds);
    try {
      return await this.pool.run({ bytes, path }, { signal: AbortSignal.any([signal, deadline]) });
    } catch {
      signal.throwIfAborted();
      // The thread was ended: out of time or out of memory.
      const reason: UnreadableReason = 'over_bound';
      return { parts: [{ path: '', bytes }], unread: [{ path: '', reason }], milliseconds: this.milliseconds };
    }
  }

  async onModuleDestroy(): Promise<void> {
    await this.pool?.destroy();
  }
}

function openPool(heapMb: number): Piscina<ExtractionTask, TimedExtraction> {
  const pool = new Piscina<ExtractionTask, TimedExtraction>({
    filename: fileURLToPath(PROGRAM),
    name: 'extract',
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    execArgv: FLAGS,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  // A thread that ends between two documents is replaced; without a listener the error would end the process.
  pool.on('error', () => undefined);
  return pool;
}
