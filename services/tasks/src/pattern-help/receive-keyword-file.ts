import type { Readable } from 'node:stream';
import { LeakwatchError, receiveFile } from '@leakwatch/platform';
import { KEYWORD_FILE_BYTES_MAX } from '@leakwatch/rules';

const BOUNDS = {
  bytes: KEYWORD_FILE_BYTES_MAX,
  missing: 'keyword_file_missing',
  several: 'keyword_file_several',
  tooLarge: 'keyword_file_too_large',
};

/**
 * Returns the only text/plain file of a multipart form. Throws LeakwatchError with one of contracts' KEYWORD_FILE_ERRORS.
 * @param type the request's content-type with its boundary
 */
export async function receiveKeywordFile(body: Readable, type: string): Promise<Uint8Array> {
  const file = await receiveFile(body, type, BOUNDS);
  if (!/^text\/plain\s*(;|$)/i.test(file.type)) throw new LeakwatchError('keyword_file_format', 400);
  return new Uint8Array(await file.arrayBuffer());
}
