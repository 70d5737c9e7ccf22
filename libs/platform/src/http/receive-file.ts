import type { Readable } from 'node:stream';
import { LeakwatchError } from '../errors/leakwatch-error.ts';

/** Allowance for what surrounds the file in a multipart body: boundaries, headers, small fields. */
const ENVELOPE_BYTES = 64 * 1024;

/** What may be received, and the codes of the refusals. */
export interface FileBounds {
  readonly bytes: number;
  readonly missing: string;
  readonly several: string;
  readonly tooLarge: string;
}

/** Reads the body. A body that is too large is read on without being kept, so that the client receives the refusal. */
async function receive(body: Readable, { bytes, tooLarge }: FileBounds): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= bytes + ENVELOPE_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (size > 2 * bytes) break;
  }
  if (size > bytes + ENVELOPE_BYTES) throw new LeakwatchError(tooLarge, 413, { details: { bytes } });
  return Buffer.concat(chunks);
}

/**
 * Returns the only file of a multipart form. Throws LeakwatchError with the codes of `bounds`, and `invalid_request` for a broken form.
 * @param type the request's content-type with its boundary
 */
export async function receiveFile(body: Readable, type: string, bounds: FileBounds): Promise<File> {
  const bytes = await receive(body, bounds);
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch(() => {
    throw new LeakwatchError('invalid_request', 400);
  });
  const files = [...form.values()].filter((value) => value instanceof File);
  const [file] = files;
  if (file === undefined) throw new LeakwatchError(bounds.missing, 400);
  if (files.length > 1) throw new LeakwatchError(bounds.several, 400);
  if (file.size > bounds.bytes) throw new LeakwatchError(bounds.tooLarge, 413, { details: { bytes: bounds.bytes } });
  return file;
}
