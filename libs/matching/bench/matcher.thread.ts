import { parentPort, workerData } from 'node:worker_threads';
import { documentsOf } from '@leakwatch/bench';
import { attachPatterns } from '@leakwatch/matching';
import { DOCUMENT_BYTES, matchAll } from './found.ts';
import type { ThreadData } from './thread-messages.ts';

/** Matches the whole text whenever it is told to. The table is not copied; a document is, as one that was read would be. */
const { shared, text }: ThreadData = workerData;
const compiled = attachPatterns(shared);
const documents = documentsOf(new Uint8Array(text), DOCUMENT_BYTES);
parentPort?.on('message', () => parentPort?.postMessage(matchAll(compiled, documents)));
