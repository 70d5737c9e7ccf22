import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { FileBytes } from './file-bytes.ts';
import { PackError } from './pack-error.ts';

/** `blob 123` and a NUL. */
const HEAD = /^blob (\d{1,15})\0/;
const HEAD_BYTES = 32;

/**
 * Reads a blob that is a file of its own. undefined where there is no such file, where it is no blob, or larger than `maximumBytes`.
 * @throws PackError damaged
 */
export function readLooseBlob(objects: string, name: Buffer, maximumBytes: number): Buffer | undefined {
  const hex = name.toString('hex');
  const file = openLoose(join(objects, hex.slice(0, 2), hex.slice(2)));
  if (file === undefined) return undefined;
  let object: Buffer;
  try {
    // Incompressible data grow a little.
    if (file.size > maximumBytes + maximumBytes / 1000 + 1024) return undefined;
    object = inflateSync(file.read(0, file.size), { maxOutputLength: maximumBytes + HEAD_BYTES });
  } catch {
    throw new PackError('damaged', `${hex} cannot be inflated`);
  } finally {
    file.close();
  }
  const head = HEAD.exec(object.toString('latin1', 0, HEAD_BYTES));
  if (head === null) return undefined;
  const bytes = object.subarray(head[0].length);
  if (bytes.length !== Number(head[1])) throw new PackError('damaged', `${hex} has another size than its head says`);
  return bytes.length > maximumBytes ? undefined : bytes;
}

function openLoose(path: string): FileBytes | undefined {
  try {
    return new FileBytes(path);
  } catch {
    return undefined;
  }
}
