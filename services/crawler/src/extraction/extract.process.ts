import { extractDocument, isOutOfMemory } from './extract-document.ts';
import { type ExtractionAnswer, extractionTask, STARTED } from './extraction-messages.ts';

/**
 * Libraries catch the error of an allocation that fails, and return less than there is: a document must not count as read then. They allocate what they
 * unpack as arrays of bytes.
 */
let hasFailed = false;
globalThis.Uint8Array = new Proxy(Uint8Array, {
  construct(type, given: readonly unknown[], target) {
    try {
      const made: Uint8Array = Reflect.construct(type, given, target);
      return made;
    } catch (error) {
      hasFailed ||= isOutOfMemory(error);
      throw error;
    }
  },
});

/** Reads documents in a process of its own (`extraction-processes.ts`), which is ended when one takes too long or too much memory. */
async function extract(message: unknown): Promise<ExtractionAnswer> {
  const { bytes, path } = extractionTask.parse(message);
  const started = performance.now();
  hasFailed = false;
  const { parts, unread } = await extractDocument(bytes, path);
  const isTold = !hasFailed || unread.some(({ reason }) => reason === 'over_bound');
  return {
    parts,
    unread: isTold ? unread : [...unread, { path: '', reason: 'over_bound' }],
    milliseconds: performance.now() - started,
    resident: process.memoryUsage.rss(),
  };
}

// An error of `extract` ends the process: the document counts as one that cannot be read.
process.on('message', (message: unknown) => void extract(message).then((answer) => process.send?.(answer)));
process.send?.(STARTED);
