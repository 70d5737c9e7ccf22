import { z } from 'zod';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { areBlob } from '../../upstreams/blob-id.ts';
import type { FetchedDocument, UnreadReason } from '../unit-source.port.ts';
import { askGithub, type GithubContext } from './github-client.ts';
import { ANSWER_BYTES, GITHUB_DOCUMENT_MAX } from './github-limits.ts';
import { unreadReasonOf } from './github-refusal.ts';
import type { BlobHint } from './github-requests.ts';
import type { PublicRepositories } from './public-repositories.ts';

const blob = z.object({ content: z.string(), encoding: z.literal('base64'), size: z.number().int().nullable() });

/** Reads a file's bytes. GitHub does not say who wrote them: its address names the commit at which the file was seen. */
export async function fetchBlob(
  context: GithubContext,
  hint: BlobHint,
  repositories: Pick<PublicRepositories, 'has'>,
): Promise<FetchedDocument> {
  const { owner, name, path, sha, size, page } = hint;
  const document = { path, commit: null, urlAt: (line: number) => `${page}#L${line}` };
  const unread = (reason: UnreadReason): FetchedDocument => ({ ...document, bytes: undefined, unread: reason });
  if ((size ?? 0) > GITHUB_DOCUMENT_MAX) return unread('oversize');
  try {
    const { data } = await askGithub(context, {
      resource: 'core',
      route: 'GET /repos/{owner}/{repo}/git/blobs/{file_sha}',
      parameters: { owner, repo: name, file_sha: sha },
      schema: blob,
      maximumBytes: ANSWER_BYTES.blob,
    });
    const bytes = Buffer.from(data.content, 'base64');
    if (bytes.byteLength > GITHUB_DOCUMENT_MAX) return unread('oversize');
    if (!areBlob(bytes, sha)) throw new UpstreamError('broken_answer', { text: 'the bytes of a blob do not have its id' });
    return (await repositories.has(context, hint)) ? { ...document, bytes } : unread('gone');
  } catch (error) {
    const reason = unreadReasonOf(error);
    if (reason === undefined) throw error;
    return unread(reason);
  }
}
