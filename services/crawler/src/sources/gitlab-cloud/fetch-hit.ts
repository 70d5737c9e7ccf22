import { UpstreamError } from '../../accounts/upstream-error.ts';
import { areBlob, isObjectId } from '../../upstreams/blob-id.ts';
import { orUnavailable } from '../../upstreams/or-unavailable.ts';
import type { RecentlyPublic } from '../recently-public.ts';
import type { FetchedDocument, UnreadReason } from '../unit-source.port.ts';
import {
  commit as commitRow,
  type FoundSnippet,
  project as projectRow,
  request as requestRow,
  snippet as snippetRow,
} from './gitlab-answers.ts';
import { askBytes, askOne, type GitlabContext } from './gitlab-client.ts';
import { type Hint, type Hit, isPublic, textOf } from './gitlab-hits.ts';
import { GitlabRefusal } from './gitlab-refusal.ts';

type HitOf<K extends Hit['kind']> = Extract<Hit, { kind: K }>;
type Project = NonNullable<Hint['project']>;
type Page = Pick<FetchedDocument, 'path' | 'commit' | 'urlAt'>;
/** What GitLab gives, or why it does not. */
type Given<T> = { readonly value: T } | { readonly unread: UnreadReason };

type RawFile = NonNullable<Awaited<ReturnType<typeof askBytes>>>;

/** GitLab allows ten. */
const SNIPPET_FILES = 100;
const COMMIT_ID = /^[0-9a-f]{40,64}$/i;

/** No address can have half of a character. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
const encodePath = (path: string): string => path.split('/').map(encode).join('/');
const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * The documents of a hit; one without bytes where GitLab does not give it any more. What is no file has a path below `-`, as in GitLab's own
 * addresses, so that it is not taken for one.
 */
export async function fetchHit(
  context: GitlabContext,
  hint: Hint,
  { isLastTry, recently }: { readonly isLastTry: boolean; readonly recently: RecentlyPublic },
): Promise<readonly FetchedDocument[]> {
  const documents = await readHit(context, hint, isLastTry);
  const { project, hit } = hint;
  if (project === null || isInAnswer(hit) || documents.every(({ bytes }) => bytes === undefined)) return documents;
  // After it was read: the account may be a member of what was hidden since it was found.
  const part = `${project.id} ${hit.kind}`;
  if (recently.has(part)) return documents;
  const shown = await given(askOne(context, projectRow, ({ projects }) => projects.show(project.id)));
  if ('value' in shown && isPublic(shown.value, hit.kind)) {
    recently.saw(part);
    return documents;
  }
  const unread = 'unread' in shown ? shown.unread : 'gone';
  return documents.map((one) => ({ ...one, bytes: undefined, unread }));
}

/** Whether the answer that named it held its text. */
const isInAnswer = (found: Hit): boolean => 'text' in found && found.text !== null;

async function readHit(context: GitlabContext, { project, hit }: Hint, isLastTry: boolean): Promise<readonly FetchedDocument[]> {
  if (hit.kind === 'snippet') return fetchSnippet(context, { project: project?.id ?? null, hit, isLastTry });
  // Everything but a snippet of a person is in a project.
  if (project === null) throw new Error(`a ${hit.kind} without a project`);
  if (hit.kind === 'blob') return fetchBlob(context, { project, hit, isLastTry });
  if (hit.kind === 'commit') return [await fetchCommit(context, project, hit)];
  if (hit.kind === 'project') return [{ ...pageOf('-/description', project.url), bytes: encodeText(hit.text) }];
  return [document(pageOf(`-/${hit.kind}s/${hit.iid}`, hit.url), await requestText(context, project, hit))];
}

/** In the last try a file that ends early is read as far as it goes, and counts as not read as well. */
async function fetchBlob(
  context: GitlabContext,
  { project, hit: { path, ref, blob }, isLastTry }: { project: Project; hit: HitOf<'blob'>; isLastTry: boolean },
): Promise<readonly FetchedDocument[]> {
  const base = `projects/${project.id}/repository`;
  // A tree says which blob it means; a search names a commit or a branch.
  const read = await bytesOf(context, blob === null ? `${base}/files/${encode(path)}/raw?ref=${encode(ref)}` : `${base}/blobs/${blob}/raw`);
  // A branch may move on; the page of a commit stays.
  const commit = 'value' in read ? (read.value.headers.get('x-gitlab-commit-id') ?? '') : '';
  const at = `${project.url}/-/blob/${encodePath(COMMIT_ID.test(commit) ? commit : ref)}/${encodePath(path)}`;
  const page = { path, commit: null, urlAt: (line: number) => `${at}#L${line}` };
  if (!('value' in read)) return [document(page, read)];
  const whole = { ...page, bytes: read.value.bytes };
  if (isWhole(read.value, blob)) return [whole];
  if (!isLastTry) throw new UpstreamError('broken_answer', { text: 'the bytes of a file do not have its id' });
  return [whole, document(page, { unread: 'unavailable' })];
}

/** The address of a blob names it, and a header of a file does. */
function isWhole({ bytes, headers }: RawFile, blob: string | null): boolean {
  const id = blob ?? headers.get('x-gitlab-blob-id') ?? '';
  if (isObjectId(id)) return areBlob(bytes, id);
  const size = headers.get('x-gitlab-size') ?? '';
  return !/^\d+$/.test(size) || Number(size) === bytes.byteLength;
}

async function requestText(
  context: GitlabContext,
  project: Project,
  { kind, iid, text }: HitOf<'issue' | 'merge_request'>,
): Promise<Given<string>> {
  if (text !== null) return { value: text };
  const asked = askOne(context, requestRow, ({ issues, mergeRequests }) =>
    kind === 'issue' ? issues.show(iid, { projectId: project.id }) : mergeRequests.show(project.id, iid),
  );
  const read = await given(asked);
  if ('unread' in read) return read;
  return read.value.confidential === true ? { unread: 'gone' } : { value: textOf(read.value) };
}

async function fetchCommit(context: GitlabContext, project: Project, { id, author, at, text }: HitOf<'commit'>): Promise<FetchedDocument> {
  const asked = () => askOne(context, commitRow, ({ commits }) => commits.show(project.id, id)).then(({ message }) => message);
  const message = text === null ? await given(asked()) : { value: text };
  const committedAt = new Date(at);
  const commit = Number.isNaN(committedAt.getTime()) ? null : { id, author, committedAt };
  return document({ ...pageOf(`-/commits/${id}`, `${project.url}/-/commit/${id}`), commit }, message);
}

async function fetchSnippet(
  context: GitlabContext,
  { project, hit, isLastTry }: { project: number | null; hit: HitOf<'snippet'>; isLastTry: boolean },
): Promise<readonly FetchedDocument[]> {
  const read = await given(
    askOne(context, snippetRow, ({ snippets, projectSnippets }) =>
      project === null ? snippets.show(hit.id) : projectSnippets.show(project, hit.id),
    ),
  );
  const description = pageOf('-/description', hit.url);
  if ('unread' in read) return [document(description, read)];
  const snippet = read.value;
  if (snippet.visibility !== 'public') return [document(description, { unread: 'gone' })];
  const documents = [document(description, { value: textOf(snippet) })];
  for (const { path, address } of filesOf(snippet, project)) {
    const asked = await orUnavailable(bytesOf(context, address), isLastTry);
    const file = asked === 'unavailable' ? { unread: asked } : asked;
    const page = { path, commit: null, urlAt: (line: number) => `${hit.url}#L${line}` };
    documents.push('value' in file ? { ...page, bytes: file.value.bytes } : document(page, file));
  }
  return documents;
}

/** Older snippets have one text and no list of files. */
function filesOf({ id, files, file_name }: FoundSnippet, project: number | null): { path: string; address: string }[] {
  const base = project === null ? `snippets/${id}` : `projects/${project}/snippets/${id}`;
  if (files === null || files === undefined || files.length === 0) return [{ path: file_name || 'snippet', address: `${base}/raw` }];
  return files.slice(0, SNIPPET_FILES).map(({ path, raw_url }) => {
    const [, ref = 'HEAD'] = /\/raw\/([\w.-]+)\//.exec(raw_url) ?? [];
    return { path, address: `${base}/files/${ref}/${encode(path)}/raw` };
  });
}

const pageOf = (path: string, url: string): Page => ({ path, commit: null, urlAt: () => url });

const document = (page: Page, text: Given<string>): FetchedDocument =>
  'value' in text ? { ...page, bytes: encodeText(text.value) } : { ...page, bytes: undefined, unread: text.unread };

async function bytesOf(context: GitlabContext, address: string): Promise<Given<RawFile>> {
  const read = await given(askBytes(context, address));
  if ('unread' in read) return read;
  return read.value === undefined ? { unread: 'oversize' } : { value: read.value };
}

const given = <T>(asked: Promise<T>): Promise<Given<T>> =>
  asked.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof GitlabRefusal && error.reason !== 'scope') return { unread: error.reason };
      throw error;
    },
  );
