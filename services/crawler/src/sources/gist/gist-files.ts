import { z } from 'zod';
import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { FetchedDocument, UnreadReason } from '../unit-source.port.ts';
import { fetchDocument } from '../../upstreams/fetch-document.ts';
import { areBlob, isObjectId } from '../../upstreams/blob-id.ts';
import { orUnavailable } from '../../upstreams/or-unavailable.ts';
import { refusalOf, unreadReasonOf } from '../github/github-refusal.ts';
import { ANSWER_BYTES, GIST_DOCUMENT_MAX, RAW_FILES_MAX } from './gist-limits.ts';

export const gistFile = z.object({
  filename: z.string(),
  raw_url: z.string(),
  size: z.number().int().nonnegative(),
  truncated: z.boolean().default(false),
  content: z.string().default(''),
  encoding: z.enum(['utf-8', 'base64']).default('utf-8'),
});
export type GistFile = z.output<typeof gistFile>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The files of an answer, each with its name. A record of zod would leave a file out that is named `__proto__`. */
export const filesByName = <File extends z.ZodType>(file: File) =>
  z
    .custom<object>(isObject)
    .transform((files): unknown[] => Object.entries(files))
    .pipe(z.array(z.tuple([z.string(), file.nullable()])));

export interface RawContext {
  readonly access: Access;
  readonly signal: AbortSignal;
  /** Where raw files are; an address elsewhere is not followed. */
  readonly rawSite: string;
  readonly isLastTry: boolean;
}

export type GistFileRead = Pick<FetchedDocument, 'bytes'> & { readonly unread?: UnreadReason };

/**
 * The bytes of the files, in their order. What the API cut, or changed by decoding it as text, is read as a raw file. Above the number of raw files it is
 * read as the API gives it, and counts as not read as well: most of a leak is in it.
 */
export async function readGistFiles(context: RawContext, files: readonly GistFile[]): Promise<readonly (readonly GistFileRead[])[]> {
  const read: (readonly GistFileRead[])[] = [];
  let raw = 0;
  for (const file of files) {
    const inline = inlineBytes(file);
    if (file.size > GIST_DOCUMENT_MAX) read.push([unread('oversize')]);
    else if (inline !== null) read.push([{ bytes: inline }]);
    else if (raw >= RAW_FILES_MAX) read.push([{ bytes: givenBytes(file) }, unread('oversize')]);
    else {
      raw += 1;
      const given = await orUnavailable(readRaw(context, file), context.isLastTry);
      read.push(given === 'unavailable' ? [unread(given)] : given);
    }
  }
  return read;
}

const unread = (reason: UnreadReason): GistFileRead => ({ bytes: undefined, unread: reason });

const givenBytes = ({ content, encoding }: GistFile): Uint8Array => Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8');

/** null when the content that the API gives is not the file's. */
function inlineBytes(file: GistFile): Uint8Array | null {
  if (file.truncated) return null;
  const bytes = givenBytes(file);
  return isWhole(file, bytes) ? bytes : null;
}

/** The raw address names the blob. */
function isWhole({ raw_url, size }: GistFile, bytes: Uint8Array): boolean {
  const [, id] = /\/raw\/([0-9a-f]+)\//.exec(raw_url) ?? [];
  return id !== undefined && isObjectId(id) ? areBlob(bytes, id) : bytes.byteLength === size;
}

/** In the last try what ends early is read as far as it goes, and counts as not read as well. */
async function readRaw({ access, signal, rawSite, isLastTry }: RawContext, file: GistFile): Promise<readonly GistFileRead[]> {
  const { raw_url } = file;
  const address = URL.canParse(raw_url) ? new URL(raw_url) : null;
  if (address === null || address.origin !== new URL(rawSite).origin)
    throw new UpstreamError('broken_answer', { text: 'a raw file is on another server' });
  await access.spend('raw');
  const request = { headers: { 'user-agent': 'leakwatch' }, signal, maximumBytes: ANSWER_BYTES.raw };
  const response = await fetchDocument(access, address.href, request);
  if (response === undefined) return [unread('oversize')];
  if (response.ok) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (isWhole(file, bytes)) return [{ bytes }];
    if (!isLastTry) throw new UpstreamError('broken_answer', { text: 'the bytes of a raw file do not have its id' });
    return [{ bytes }, unread('unavailable')];
  }
  const error = await refusalOf(response, { resource: 'raw', secret: access.secret });
  const reason = unreadReasonOf(error);
  if (reason === undefined) throw error;
  return [unread(reason)];
}
