import { extractDocument } from './extract-document.ts';
import { extractionTask, type TimedExtraction } from './extraction-messages.ts';

/** Reads documents in a process of its own (`extraction-processes.ts`), which is ended when one takes too long or too much memory. */
async function extract(message: unknown): Promise<TimedExtraction> {
  const { bytes, path } = extractionTask.parse(message);
  const started = performance.now();
  const extracted = await extractDocument(bytes, path);
  return { ...extracted, milliseconds: performance.now() - started };
}

// An error of `extract` ends the process: the document counts as one that cannot be read.
process.on('message', (message: unknown) => void extract(message).then((extraction) => process.send?.(extraction)));
