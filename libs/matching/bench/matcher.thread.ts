import { parentPort, workerData } from 'node:worker_threads';
import { documentsOf } from '@leakwatch/bench';
import { attachPatterns } from '@leakwatch/matching';
import { DOCUMENT_BYTES, matchAll } from './found.ts';
import type { ThreadAnswer, ThreadData } from './thread-messages.ts';

/** Matches the whole text on each message. The table is not copied; each document is, as when it was read from a file. */
const { shared, text }: ThreadData = workerData;
const compiled = attachPatterns(shared);
const documents = documentsOf(new Uint8Array(text), DOCUMENT_BYTES);

function readAll(): ThreadAnswer {
  const before = process.threadCpuUsage();
  const found = matchAll(compiled, documents);
  const { user, system } = process.threadCpuUsage(before);
  return { found, cpuSeconds: (user + system) / 1e6 };
}

parentPort?.on('message', () => parentPort?.postMessage(readAll()));
