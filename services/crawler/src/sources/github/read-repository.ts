import { z } from 'zod';
import type { Answer, AskContext, Reference } from '../unit-source.port.ts';
import { askGithub, askIfChanged, type GithubContext } from './github-client.ts';
import { ANSWER_BYTES, GITHUB_BOUNDS, REPOSITORY_AXES, REPOSITORY_BYTES_MAX, REPOSITORY_FILES_MAX } from './github-limits.ts';
import { unreadReasonOf } from './github-refusal.ts';
import {
  type BlobHint,
  type BranchSlice,
  type GithubRepository,
  type GithubRequest,
  type GithubState,
  type TreeSlice,
  webAddress,
} from './github-requests.ts';
import { endPart, type PageSlice, readPage, type SearchBounds, waitsFor } from './read-results.ts';
import { spellPart } from './search-part.ts';

const found = z.object({
  id: z.number().int(),
  name: z.string(),
  html_url: webAddress,
  private: z.boolean().default(false),
  default_branch: z.string(),
  language: z.string().nullish(),
  owner: z.object({ login: z.string() }).nullable(),
});
const results = z.object({ total_count: z.number().int(), incomplete_results: z.boolean(), items: z.array(found) });
const branch = z.object({ commit: z.object({ sha: z.string(), commit: z.object({ tree: z.object({ sha: z.string() }) }) }) });
/** No address can have half of a character. */
const treePath = z.string().transform((path) => path.toWellFormed());
const entry = z.object({ path: treePath, type: z.string(), sha: z.string(), size: z.number().int().optional() });
const tree = z.object({ tree: z.array(entry), truncated: z.boolean() });

interface Options {
  readonly state: GithubState;
  readonly now: Date;
  readonly bounds?: SearchBounds;
}

/** Asks one page of a repository search; every repository becomes a slice of its own. */
export async function searchRepositories(
  context: GithubContext,
  request: GithubRequest,
  slice: PageSlice,
  { state, now, bounds = GITHUB_BOUNDS }: Options,
): Promise<Answer> {
  const { data } = await askGithub(context, {
    resource: 'search',
    route: 'GET /search/repositories',
    parameters: {
      q: [request.query, spellPart(slice.part, REPOSITORY_AXES)].join(' ').trim(),
      per_page: bounds.perPage,
      page: slice.page,
    },
    schema: results,
    maximumBytes: ANSWER_BYTES.search,
  });
  const sample = data.items.map(({ owner, language }) => ({ ...(owner !== null && { user: owner.login }), ...(language && { language }) }));
  const axes = REPOSITORY_AXES;
  const page = readPage(
    slice,
    { total: data.total_count, timedOut: data.incomplete_results, keys: data.items.map(({ id }) => String(id)), sample },
    state.rotation,
    {
      deep: request.deep,
      axes,
      bounds,
      now,
    },
  );
  const named = page.kept ? data.items.flatMap(toSlice) : [];
  // A part waits until its last repository is read: a pass that ends before begins with it again.
  const isEnd = named.length > 0 && page.more.length === 0 && waitsFor(state.rotation, slice.part);
  const repositories = isEnd ? named.map((one, at) => (at === named.length - 1 ? { ...one, ends: slice.part } : one)) : named;
  return {
    references: [],
    more: [...repositories, ...page.more],
    // What is counted are files; each tree gives its own.
    total: page.total === undefined ? undefined : 0,
    capped: page.capped,
    incomplete: page.incomplete,
    state: { ...state, rotation: isEnd ? state.rotation : page.state },
  };
}

/** What the account may see and others may not is never read. */
function toSlice({ id, name, html_url, default_branch, owner, private: hidden }: z.output<typeof found>): BranchSlice[] {
  if (owner === null || hidden) return [];
  return [{ kind: 'branch', repository: { id, owner: owner.login, name, url: html_url }, branch: default_branch, ends: null }];
}

/** What is remembered of a repository whose files are all read. */
const knownHead = z.object({ branch: z.string(), tag: z.string() });
const partOf = ({ id }: GithubRepository): string => String(id);

/** The state after a repository was asked for, or is left out. */
export const endsPart = ({ ends }: BranchSlice, state: GithubState): GithubState =>
  ends === null ? state : { ...state, rotation: endPart(state.rotation, ends) };

/**
 * Asks which commit the default branch is at, so that addresses of files stay valid and all trees are of one commit. Where it has not moved since all
 * files were read, they are not listed again.
 */
export async function readBranch(
  context: GithubContext,
  slice: BranchSlice,
  before: GithubState,
  recall: AskContext['recall'],
): Promise<Answer> {
  const { repository, branch: name } = slice;
  const state = endsPart(slice, before);
  const known = knownHead.safeParse(await recall(partOf(repository)));
  const answer = await unlessRefused(
    askIfChanged(context, {
      knownTag: known.success && known.data.branch === name ? known.data.tag : undefined,
      resource: 'core',
      route: 'GET /repos/{owner}/{repo}/branches/{branch}',
      parameters: { owner: repository.owner, repo: repository.name, branch: name },
      schema: branch,
      maximumBytes: ANSWER_BYTES.branch,
    }),
  );
  if (!('found' in answer)) return { ...answer, state };
  if (answer.found === 'unchanged') return { references: [], more: [], unchanged: partOf(repository), state };
  const { data, tag } = answer.found;
  const { sha: commit, commit: at } = data.commit;
  const head = tag === null ? null : { branch: name, tag };
  const root: TreeSlice = { kind: 'tree', repository, commit, sha: at.tree.sha, prefix: '', recursive: true, head };
  return { references: [], more: [root], state: { ...state, reading: { commit, files: 0, bytes: 0 } } };
}

/** Names the files of a tree. One that GitHub cuts is asked folder by folder; what is over the bounds of a repository is left out. */
export async function readTree(context: GithubContext, slice: TreeSlice, state: GithubState): Promise<Answer> {
  const { repository, commit, sha, prefix, recursive, head } = slice;
  const used = state.reading?.commit === commit ? state.reading : { commit, files: 0, bytes: 0 };
  if (used.files >= REPOSITORY_FILES_MAX || used.bytes >= REPOSITORY_BYTES_MAX) return { references: [], more: [], capped: true };
  const answer = await unlessRefused(
    askGithub(context, {
      resource: 'core',
      route: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
      parameters: { owner: repository.owner, repo: repository.name, tree_sha: sha, ...(recursive && { recursive: '1' }) },
      schema: tree,
      maximumBytes: ANSWER_BYTES.tree,
    }),
  );
  if (!('found' in answer)) return answer;
  const { tree: entries, truncated } = answer.found.data;
  if (recursive && truncated) return { references: [], more: [{ ...slice, recursive: false, head: null }] };
  const files = entries.filter((one) => one.type === 'blob');
  const { kept, bytes } = withinBounds(files, used);
  const folders = recursive ? [] : entries.filter((one) => one.type === 'tree');
  return {
    references: kept.map((file) => toReference(slice, `${prefix}${file.path}`, file)),
    more: folders.map((folder) => ({ ...slice, sha: folder.sha, prefix: `${prefix}${folder.path}/`, recursive: true })),
    total: files.length,
    capped: kept.length < files.length || truncated,
    ...(head !== null && kept.length === files.length && { part: { key: partOf(repository), value: head } }),
    state: { ...state, reading: { commit, files: used.files + kept.length, bytes: used.bytes + bytes } },
  };
}

interface Used {
  readonly files: number;
  readonly bytes: number;
}

function withinBounds<T extends { readonly size?: number | undefined }>(files: readonly T[], used: Used): { kept: T[]; bytes: number } {
  const kept: T[] = [];
  let bytes = 0;
  for (const file of files) {
    if (used.files + kept.length >= REPOSITORY_FILES_MAX || used.bytes + bytes >= REPOSITORY_BYTES_MAX) break;
    kept.push(file);
    bytes += file.size ?? 0;
  }
  return { kept, bytes };
}

function toReference({ repository, commit }: TreeSlice, path: string, { sha, size }: z.output<typeof entry>): Reference {
  const { id, owner, name, url } = repository;
  const page = `${url}/blob/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;
  const hint: BlobHint = { owner, name, path, sha, size: size ?? null, page };
  return { key: `${id}:${path}`, version: sha, container: { key: String(id), title: `${owner}/${name}`, url, owner }, hint };
}

/** What was asked, or the answer of a repository that GitHub does not give: nothing when it is empty or gone, else documents are missed. */
async function unlessRefused<T>(asked: Promise<T>): Promise<{ readonly found: T } | Answer> {
  return asked.then(
    (found) => ({ found }),
    (error: unknown): Answer => {
      const reason = unreadReasonOf(error);
      if (reason === undefined) throw error;
      return { references: [], more: [], incomplete: reason !== 'gone' };
    },
  );
}
