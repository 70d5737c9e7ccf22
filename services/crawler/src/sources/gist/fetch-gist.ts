import { z } from 'zod';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { FetchedDocument, Reference, UnreadReason } from '../unit-source.port.ts';
import { orUnavailable } from '../../upstreams/or-unavailable.ts';
import { askGithub, type GithubContext } from '../github/github-client.ts';
import { GithubRefusal, unreadReasonOf } from '../github/github-refusal.ts';
import { filesByName, type GistFile, gistFile, readGistFiles } from './gist-files.ts';
import { ANSWER_BYTES, COMMENT_PAGES_MAX, GIST_BYTES_MAX } from './gist-limits.ts';
import { gistHint, versionOf } from './gist-requests.ts';

const login = z.object({ login: z.string() }).nullish();
const gist = z.object({
  updated_at: z.iso.datetime({ offset: true }),
  files: filesByName(gistFile),
  truncated: z.boolean().default(false),
  comments: z.number().int().default(0),
  history: z.array(z.object({ version: z.string(), user: login, committed_at: z.iso.datetime({ offset: true }) })).nullish(),
});
const comments = z.array(z.object({ id: z.number().int(), body: z.string() }));
const COMMENTS_PER_PAGE = 100;
/** After this time every server of GitHub has a change. */
const SETTLED_MS = 120_000;
/** Until a gist is asked for again that was not there a moment after it was listed. */
const NOT_THERE_SECONDS = 45;

interface GistContext extends GithubContext {
  readonly rawSite: string;
  readonly isLastTry: boolean;
}

/** Reads every file and every comment of a gist. */
export async function fetchGist(context: GistContext, reference: Reference): Promise<readonly FetchedDocument[]> {
  const { bytes } = gistHint.parse(reference.hint);
  const whole = (reason: UnreadReason): readonly FetchedDocument[] => [unreadAt(reference, '', reason)];
  if ((bytes ?? 0) > GIST_BYTES_MAX) return whole('oversize');
  try {
    const { data } = await askGithub(context, {
      resource: 'core',
      route: 'GET /gists/{gist_id}',
      parameters: { gist_id: reference.key },
      schema: gist,
      maximumBytes: ANSWER_BYTES.gist,
    });
    const files = data.files.flatMap(([, file]) => (file === null ? [] : [file]));
    const read = await readGistFiles(context, files);
    const [latest] = data.history ?? [];
    const commit =
      latest === undefined
        ? null
        : { id: latest.version, author: latest.user?.login ?? reference.container.owner, committedAt: new Date(latest.committed_at) };
    const page = latest === undefined ? reference.container.url : `${reference.container.url}/${latest.version}`;
    const documents = [
      ...files.flatMap((file, at) =>
        (read[at] ?? []).map(
          (one): FetchedDocument => ({
            path: file.filename,
            ...one,
            commit,
            urlAt: (line) => `${page}#file-${anchorOf(file)}-L${line}`,
          }),
        ),
      ),
      ...(data.truncated ? [unreadAt(reference, 'further files', 'oversize')] : []),
      ...(data.comments > 0 ? await commentsOf(context, reference) : []),
    ];
    // The gist may have changed since it was listed.
    const version = versionOf(data.updated_at);
    return documents.length > 0 ? documents.map((document) => ({ ...document, version })) : whole('gone');
  } catch (error) {
    const reason = unreadReasonOf(error);
    if (reason === undefined) throw error;
    // A moment after a gist was listed, the server that is asked for it may not have it yet; it would be named again after its next change only.
    // The time of the change is GitHub's, and so is that of the refusal: the crawler's clock may differ.
    if (error instanceof GithubRefusal && reason === 'gone' && error.at - Date.parse(reference.version) < SETTLED_MS)
      throw new UpstreamError('unavailable', { text: 'a gist that was listed a moment ago is not there', seconds: NOT_THERE_SECONDS });
    return whole(reason);
  }
}

/** The files stay read where GitHub does not give the comments: a gist may be deleted in between. */
async function commentsOf(context: GistContext, reference: Reference): Promise<readonly FetchedDocument[]> {
  const asked = fetchComments(context, reference).catch((error: unknown) => {
    const reason = unreadReasonOf(error);
    if (reason === undefined) throw error;
    return [unreadAt(reference, 'comments', reason)];
  });
  const read = await orUnavailable(asked, context.isLastTry);
  return read === 'unavailable' ? [unreadAt(reference, 'comments', read)] : read;
}

async function fetchComments(context: GistContext, reference: Reference): Promise<readonly FetchedDocument[]> {
  const documents: FetchedDocument[] = [];
  for (let page = 1; page <= COMMENT_PAGES_MAX; page += 1) {
    const { data, hasNext } = await askGithub(context, {
      resource: 'core',
      route: 'GET /gists/{gist_id}/comments',
      parameters: { gist_id: reference.key, per_page: COMMENTS_PER_PAGE, page },
      schema: comments,
      maximumBytes: ANSWER_BYTES.comments,
    });
    documents.push(
      ...data.map(
        ({ id, body }): FetchedDocument => ({
          path: `comments/${id}`,
          bytes: Buffer.from(body),
          commit: null,
          urlAt: () => `${reference.container.url}?permalink_comment_id=${id}#gistcomment-${id}`,
        }),
      ),
    );
    if (!hasNext || data.length === 0) return documents;
  }
  return [...documents, unreadAt(reference, 'further comments', 'oversize')];
}

const unreadAt = ({ container }: Reference, path: string, unread: UnreadReason): FetchedDocument => ({
  path,
  bytes: undefined,
  unread,
  commit: null,
  urlAt: () => container.url,
});

/** GitHub names the anchor of a file after it, with dashes for what is no letter, digit or underscore. */
const anchorOf = ({ filename }: GistFile): string => filename.toLowerCase().replaceAll(/[^\p{L}\p{N}_]+/gu, '-');
