import type { Readable } from 'node:stream';
import { LeakwatchError } from '@leakwatch/platform';
import { KEYWORD_FILE_BYTES_MAX } from '@leakwatch/rules';

/** Allowance for what surrounds the file in a multipart body: boundaries, headers, small fields. */
const ENVELOPE_BYTES = 64 * 1024;
const refuse = (code: string, status = 400, details?: Record<string, number>) =>
  new LeakwatchError(code, status, details === undefined ? {} : { details });

/** Reads the body. A body that is too large is read on without being kept, so that the client receives the refusal. */
async function receive(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size <= KEYWORD_FILE_BYTES_MAX + ENVELOPE_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (size > 2 * KEYWORD_FILE_BYTES_MAX) break;
  }
  if (size > KEYWORD_FILE_BYTES_MAX + ENVELOPE_BYTES) throw tooLarge();
  return Buffer.concat(chunks);
}

const tooLarge = () => refuse('keyword_file_too_large', 413, { bytes: KEYWORD_FILE_BYTES_MAX });

/**
 * Returns the only text/plain file of a multipart form. Throws LeakwatchError with one of contracts' KEYWORD_FILE_ERRORS.
 * @param type the request's content-type with its boundary
 */
export async function receiveKeywordFile(body: Readable, type: string): Promise<Uint8Array> {
  const bytes = await receive(body);
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData().catch(() => {
    throw refuse('invalid_request');
  });
  const files = [...form.values()].filter((value) => value instanceof File);
  const [file] = files;
  if (file === undefined) throw refuse('keyword_file_missing');
  if (files.length > 1) throw refuse('keyword_file_several');
  if (!/^text\/plain\s*(;|$)/i.test(file.type)) throw refuse('keyword_file_format');
  if (file.size > KEYWORD_FILE_BYTES_MAX) throw tooLarge();
  return new Uint8Array(await file.arrayBuffer());
}
