import { createHash } from 'node:crypto';

const ALGORITHMS: Readonly<Record<number, string>> = { 40: 'sha1', 64: 'sha256' };

/** Whether a text is the id of a git object; repositories of SHA-256 have longer ones. */
export const isObjectId = (text: string): boolean => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);

/** The id that git gives a blob. */
export const blobId = (bytes: Uint8Array, algorithm = 'sha1'): string =>
  createHash(algorithm).update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');

/** Whether the bytes are the blob of this id, and not its beginning. */
export const areBlob = (bytes: Uint8Array, id: string): boolean => blobId(bytes, ALGORITHMS[id.length]) === id;
