import { simpleUser } from '../github-search-api/github-shapes.ts';
import { fileId, type GistFileContent, type SimulatedGist, versionOf } from './gist-corpus.ts';

const INLINE_BYTES = 1024 * 1024;
const SHOWN_FILES = 300;
const CREATED = '2025-01-01T00:00:00Z';

const fileFields = (origin: string, { id, owner }: SimulatedGist, file: GistFileContent) => ({
  filename: file.name,
  type: 'text/plain',
  language: 'Text',
  raw_url: `${origin}/${owner ?? 'anonymous'}/${id}/raw/${fileId(file)}/${encodeURIComponent(file.name)}`,
  size: Buffer.from(file.content).byteLength,
});

/** Without contents, as the list has it. */
export const listedGist = (origin: string, gist: SimulatedGist) => ({
  url: `${origin}/gists/${gist.id}`,
  forks_url: `${origin}/gists/${gist.id}/forks`,
  commits_url: `${origin}/gists/${gist.id}/commits`,
  id: gist.id,
  node_id: `G_${gist.id}`,
  git_pull_url: `https://gist.github.com/${gist.id}.git`,
  git_push_url: `https://gist.github.com/${gist.id}.git`,
  html_url: `https://gist.github.com/${gist.owner ?? 'anonymous'}/${gist.id}`,
  files: Object.fromEntries(gist.files.slice(0, SHOWN_FILES).map((file) => [file.name, fileFields(origin, gist, file)])),
  public: true,
  created_at: CREATED,
  updated_at: gist.updatedAt,
  description: gist.description ?? null,
  comments: gist.comments?.length ?? 0,
  comments_enabled: true,
  user: null,
  comments_url: `${origin}/gists/${gist.id}/comments`,
  ...(gist.owner !== null && { owner: simpleUser(origin, gist.owner) }),
  truncated: gist.files.length > SHOWN_FILES,
});

/** @param binary how content that is no UTF-8 is given: in base64, or with replacement characters as GitHub did before it had `encoding` */
export const wholeGist = (origin: string, gist: SimulatedGist, binary: 'base64' | 'replaced') => ({
  ...listedGist(origin, gist),
  files: Object.fromEntries(
    gist.files.slice(0, SHOWN_FILES).map((file) => [file.name, { ...fileFields(origin, gist, file), ...contentOf(file, binary) }]),
  ),
  history: [
    {
      user: gist.owner === null ? null : simpleUser(origin, gist.owner),
      version: versionOf(gist),
      committed_at: gist.updatedAt,
      change_status: { total: 1, additions: 1, deletions: 0 },
      url: `${origin}/gists/${gist.id}/${versionOf(gist)}`,
    },
  ],
  forks: [],
});

function contentOf({ content }: GistFileContent, binary: 'base64' | 'replaced') {
  const bytes = Buffer.from(content);
  const shown = bytes.subarray(0, INLINE_BYTES);
  const truncated = shown.length < bytes.length;
  const text = shown.toString('utf8');
  const isText = Buffer.from(text).equals(shown);
  if (isText || binary === 'replaced') return { truncated, content: text, encoding: 'utf-8' };
  return { truncated, content: shown.toString('base64'), encoding: 'base64' };
}

export const gistComment = (origin: string, gist: SimulatedGist, body: string, at: number) => ({
  id: 4_000_000 + at,
  node_id: `GC_${at}`,
  url: `${origin}/gists/${gist.id}/comments/${4_000_000 + at}`,
  body,
  user: simpleUser(origin, 'commenter'),
  author_association: 'NONE',
  created_at: CREATED,
  updated_at: CREATED,
});
