import type { Readable } from 'node:stream';

export interface ReadObject {
  readonly stream: Readable;
  readonly bytes: number;
}

/** Where large things lie: evidence, reports, logos. Keys are paths with `/`, made by the services. */
export interface ObjectStore {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** undefined when there is no such object. */
  get(key: string): Promise<Uint8Array | undefined>;
  /** As `put`, of a file that is too large to be held in memory. */
  putFile(key: string, path: string): Promise<void>;
  /** As `get`, a piece at a time. */
  read(key: string): Promise<ReadObject | undefined>;
  delete(key: string): Promise<void>;
}

const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Keys come from ids and hashes; anything else is a defect and must not become a path. */
export function assertObjectKey(key: string): void {
  if (!KEY.test(key) || key.length > 500) throw new Error('not an object key');
}
