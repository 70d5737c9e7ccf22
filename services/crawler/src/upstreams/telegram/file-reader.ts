import { Api, helpers } from 'telegram';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { TelegramSession } from './telegram-session.ts';

export interface FilePlace {
  readonly id: string;
  readonly accessHash: string;
  readonly reference: string;
}

const long = (value: string | number) => helpers.returnBigInt(String(value));

/** A part of a file; shorter than `limit` at its end. Throws what the package throws. */
export async function readPart(
  session: TelegramSession,
  { id, accessHash, reference }: FilePlace,
  offset: number,
  limit: number,
): Promise<Buffer> {
  const location = new Api.InputDocumentFileLocation({
    id: long(id),
    accessHash: long(accessHash),
    fileReference: Buffer.from(reference, 'base64'),
    thumbSize: '',
  });
  const part = await session.call(new Api.upload.GetFile({ location, offset: long(offset), limit, precise: true }));
  if (!(part instanceof Api.upload.File)) throw new UpstreamError('broken_answer', { text: 'the file is on another network' });
  return part.bytes;
}
