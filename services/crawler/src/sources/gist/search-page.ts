import { type HTMLElement, parse } from 'node-html-parser';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { ListedGist } from './gist-requests.ts';

export interface GistSearchPage {
  readonly total: number;
  readonly gists: readonly ListedGist[];
}

const GIST_PATH = /^\/([A-Za-z0-9-]{1,64})\/([0-9a-zA-Z]{1,64})$/;
const NOTHING_FOUND = /couldn.t find any gists/i;

/**
 * Reads a page of gist search, which GitHub does not document.
 * @throws UpstreamError broken_answer for any page that is not one, such as a sign-in page
 */
export function readSearchPage(html: string): GistSearchPage {
  const page = parse(html);
  const gists = page.querySelectorAll('div.gist-snippet').map(readSnippet);
  if (gists.length === 0 && NOTHING_FOUND.test(page.text)) return { total: 0, gists };
  const [, number] = page.querySelectorAll('h3').flatMap((heading) => /([\d,]+)\s+gist results?\b/i.exec(heading.text) ?? []);
  if (number === undefined) throw new UpstreamError('broken_answer', { text: 'not a page of gist search' });
  return { total: Number(number.replaceAll(',', '')), gists };
}

function readSnippet(snippet: HTMLElement): ListedGist {
  const name = snippet.querySelector('strong.css-truncate-target');
  const [, owner, id] = GIST_PATH.exec(name?.parentNode?.getAttribute('href') ?? '') ?? [];
  const time = snippet.querySelector('relative-time, time-ago')?.getAttribute('datetime') ?? '';
  if (name === null || owner === undefined || id === undefined || Number.isNaN(Date.parse(time)))
    throw new UpstreamError('broken_answer', { text: 'a result of gist search has another shape' });
  return { id, owner: owner === 'anonymous' ? null : owner, name: name.text.trim(), updatedAt: time, bytes: null };
}
