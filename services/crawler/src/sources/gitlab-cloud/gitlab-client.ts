import { Commits, Issues, MergeRequests, Projects, Repositories, Search, Snippets, ProjectSnippets, Users } from '@gitbeaker/rest';
import { createRequesterFn } from '@gitbeaker/requester-utils';
import { z } from 'zod';
import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { fetchDocument } from '../../upstreams/fetch-document.ts';
import { timeOf } from '../../upstreams/wait-seconds.ts';
import { GitlabRefusal, refusalOf } from './gitlab-refusal.ts';

/** What GitLab.com counts. A search counts as a request of the API too. */
export const RESOURCE = { search: 'search', api: 'api', files: 'files' } as const;
type Resource = (typeof RESOURCE)[keyof typeof RESOURCE];

/** A hundred results whose text, or whose matching line, is a megabyte: the most of what GitLab indexes. Usual pages are smaller than one. */
const ANSWER_MAX = 128 * 1024 * 1024;
/** Larger files are dumps and media; four of them at once must fit into memory. */
export const DOCUMENT_MAX = 32 * 1024 * 1024;
export const PER_PAGE = 100;

export interface GitlabContext {
  readonly baseUrl: string;
  readonly access: Access;
  readonly signal: AbortSignal;
}

export interface GitlabPage<T> {
  readonly rows: readonly T[];
  /** undefined above 10,000 rows. */
  readonly total: number | undefined;
  /** null on the last page. */
  readonly next: number | null;
}

const requestOptions = z.object({
  prefixUrl: z.string(),
  searchParams: z.string().default(''),
  headers: z.record(z.string(), z.string()).default({}),
});
const body = z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]);
const paged = z.object({
  data: z.array(z.unknown()),
  paginationInfo: z.object({ total: z.union([z.number(), z.nan()]), next: z.number().nullable() }),
});

/** The library's resources, without its own retries (ten within a third of a second after a 429) and rate limits. */
function resourcesOf({ baseUrl, access, signal }: GitlabContext, resource: Resource) {
  const requesterFn = createRequesterFn(
    async (_, options) => options,
    async (endpoint, options = {}) => {
      const { prefixUrl, searchParams, headers } = requestOptions.parse(options);
      const url = new URL(endpoint, prefixUrl.endsWith('/') ? prefixUrl : `${prefixUrl}/`);
      url.search = searchParams;
      await spend(access, resource);
      const response = await access.fetch(url.href, { headers, signal, maximumBytes: ANSWER_MAX });
      await check(access, resource, response);
      const parsed = body.safeParse(await response.json().catch(() => undefined));
      if (!parsed.success) throw new UpstreamError('broken_answer', { text: `${url.pathname}: no JSON of a list or an object` });
      return { status: response.status, headers: Object.fromEntries(response.headers), body: parsed.data };
    },
  );
  const options = { host: baseUrl, rateLimits: {}, requesterFn, ...(access.secret !== null && { token: access.secret }) };
  return {
    commits: new Commits(options),
    issues: new Issues(options),
    mergeRequests: new MergeRequests(options),
    projects: new Projects(options),
    projectSnippets: new ProjectSnippets(options),
    repositories: new Repositories(options),
    search: new Search(options),
    snippets: new Snippets(options),
    users: new Users(options),
  };
}
type Resources = ReturnType<typeof resourcesOf>;

/** @throws UpstreamError, GitlabRefusal; the signal's reason when it was aborted */
async function call(context: GitlabContext, resource: Resource, send: (resources: Resources) => Promise<unknown>): Promise<unknown> {
  return send(resourcesOf(context, resource)).catch((error: unknown) => {
    context.signal.throwIfAborted();
    if (error instanceof UpstreamError || error instanceof GitlabRefusal) throw error;
    // The library throws a TypeError for an answer of another kind.
    throw new UpstreamError('broken_answer', { text: 'not an answer of GitLab' });
  });
}

/** One object. */
export async function askOne<T>(
  context: GitlabContext,
  schema: z.ZodType<T>,
  send: (resources: Resources) => Promise<unknown>,
): Promise<T> {
  return read(schema, await call(context, RESOURCE.api, send));
}

/** One page, by its number: no address of an answer is followed. */
export async function askPage<T>(
  context: GitlabContext,
  { resource, row, page }: { resource: Resource; row: z.ZodType<T>; page: number },
  send: (resources: Resources, paging: { page: number; perPage: number; showExpanded: true }) => Promise<unknown>,
): Promise<GitlabPage<T>> {
  const answer = await call(context, resource, (resources) => send(resources, { page, perPage: PER_PAGE, showExpanded: true }));
  const { data, paginationInfo } = read(paged, answer);
  const rows = read(z.array(row), data);
  const next = rows.length === 0 ? null : paginationInfo.next;
  if (next !== null && next !== page + 1) throw new UpstreamError('broken_answer', { text: `page ${page} names ${next} as the next one` });
  return { rows, total: Number.isNaN(paginationInfo.total) ? undefined : paginationInfo.total, next };
}

/** The bytes of a file; undefined when it is over DOCUMENT_MAX. `path` is below /api/v4/, its parts encoded. */
export async function askBytes(
  { baseUrl, access, signal }: GitlabContext,
  path: string,
): Promise<{ readonly bytes: Uint8Array; readonly headers: Headers } | undefined> {
  const headers: Record<string, string> = access.secret === null ? {} : { 'private-token': access.secret };
  await spend(access, RESOURCE.files);
  const response = await fetchDocument(access, `${baseUrl}/api/v4/${path}`, { headers, signal, maximumBytes: DOCUMENT_MAX });
  if (response === undefined) return undefined;
  await check(access, RESOURCE.files, response);
  // GitLab gives raw files as plain text or bytes, whatever they hold: a page or JSON comes from something on the way.
  if (/^(?:text\/html|application\/json)\b/i.test(response.headers.get('content-type') ?? ''))
    throw new UpstreamError('broken_answer', { text: 'an answer in place of the file' });
  return { bytes: new Uint8Array(await response.arrayBuffer()), headers: response.headers };
}

function read<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  // The place where the shape differs, never the value there.
  const [issue] = parsed.error.issues;
  throw new UpstreamError('broken_answer', { text: `${issue?.path.join('.') ?? ''} ${issue?.code ?? ''}`.trim().slice(0, 100) });
}

/** The scarce window last: it is not spent on a request that the other one forbids. */
async function spend(access: Access, resource: Resource): Promise<void> {
  if (resource === RESOURCE.search) await access.spend(RESOURCE.api);
  await access.spend(resource);
}

async function check(access: Access, resource: Resource, response: Response): Promise<void> {
  const general = resource === RESOURCE.search ? RESOURCE.api : resource;
  await recordWindow(access, general, response.headers);
  if (!response.ok) throw await refusalOf(response, { resource, general, secret: access.secret });
}

/** The headers describe the general window; the limit of the search shows nowhere. */
async function recordWindow(access: Access, resource: string, headers: Headers): Promise<void> {
  const [remaining = '', reset = ''] = ['remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`) ?? '');
  if (!/^\d{1,9}$/.test(remaining) || !/^\d{1,12}$/.test(reset)) return;
  await access.saw(resource, { remaining: Number(remaining), seconds: Math.max(0, Math.ceil(Number(reset) - timeOf(headers) / 1000)) });
}
