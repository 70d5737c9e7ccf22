import { z } from 'zod';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { Answer } from '../unit-source.port.ts';
import { askGithub, type GithubContext } from '../github/github-client.ts';
import { GithubRefusal } from '../github/github-refusal.ts';
import { filesByName } from './gist-files.ts';
import { ANSWER_BYTES, INLINE_BYTES, LIST_PAGE_SIZE, LIST_PAGES } from './gist-limits.ts';
import { type ListSlice, type StreamState, toReference } from './gist-requests.ts';

const listed = z.array(
  z.object({
    id: z.string().regex(/^[0-9a-zA-Z]{1,64}$/),
    updated_at: z.iso.datetime({ offset: true }),
    owner: z.object({ login: z.string() }).nullish(),
    files: filesByName(z.object({ size: z.number().int().nonnegative().optional() })),
  }),
);

/** A pass reads again what the last one read: a gist that moved between two pages while they were read is found then. */
export const firstList = ({ before }: StreamState): ListSlice => ({ kind: 'list', page: 1, since: before, newest: null });

/** Asks one page of the public list, which has the latest changes first. */
export async function readList(context: GithubContext & { readonly site: string }, slice: ListSlice, state: StreamState): Promise<Answer> {
  const { page, since } = slice;
  const { data, hasNext } = await askGithub(context, {
    resource: 'core',
    route: 'GET /gists/public',
    parameters: { per_page: LIST_PAGE_SIZE, page, ...(since !== null && { since }) },
    schema: listed,
    maximumBytes: ANSWER_BYTES.list,
  }).catch((error: unknown) => {
    throw error instanceof GithubRefusal ? new UpstreamError('broken_answer', { text: error.text }) : error;
  });
  const times = data.map((gist) => Date.parse(gist.updated_at));
  const newest = page > 1 || times.length === 0 ? slice.newest : isoOf(Math.max(...times));
  const references = data.map(({ id, owner, files, updated_at }) =>
    toReference(context.site, {
      id,
      owner: owner?.login ?? null,
      name: files[0]?.[0] ?? id,
      updatedAt: updated_at,
      bytes: files.reduce((sum, [, file]) => sum + Math.min(file?.size ?? 0, INLINE_BYTES), 0),
    }),
  );
  if (hasNext && data.length > 0 && page < LIST_PAGES) return { references, more: [{ ...slice, page: page + 1, newest }] };
  // The last page may be short: GitHub leaves out what is deleted.
  const isCut = page === LIST_PAGES && data.length > 0;
  const missed = isCut && state.covered !== null && Math.min(...times) >= Date.parse(state.covered);
  const next: StreamState = { before: state.covered, covered: newest ?? state.covered };
  return { references, more: [], incomplete: missed, state: next };
}

/** As GitHub documents times: without parts of a second. */
const isoOf = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
