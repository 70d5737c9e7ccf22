import { z } from 'zod';
import type { Access } from '../../accounts/access.port.ts';
import { UpstreamError } from '../../accounts/upstream-error.ts';
import { type DocumentQuery, type DocumentSearch, type FoundDocuments, SEARCH_SITES } from './document-search.port.ts';
import { searchRefusal } from './google-refusal.ts';

/** Ten results with what their pages say of themselves. */
const ANSWER_BYTES = 4 * 1024 * 1024;

const answer = z.object({
  items: z.array(z.object({ title: z.string().default(''), link: z.string() })).default([]),
  searchInformation: z.object({ totalResults: z.string().regex(/^\d{1,18}$/) }),
  queries: z.object({ nextPage: z.array(z.unknown()).default([]) }),
});

/** Google's Programmable Search: the account's login is the engine's id, its password an API key. */
export class CustomSearch implements DocumentSearch {
  readonly cap = 100;
  readonly perPage = 10;

  constructor(private readonly baseUrl: string) {}

  async search({ phrases, site, days, start }: DocumentQuery, access: Access, signal: AbortSignal): Promise<FoundDocuments> {
    const sites = SEARCH_SITES[site].map((one) => `site:${one}`).join(' OR ');
    const address = new URL('/customsearch/v1', this.baseUrl);
    address.search = new URLSearchParams({
      cx: access.login ?? '',
      // The sites first: of a long query Google ignores the end.
      q: `(${sites}) ${phrases.join(' ')}`,
      num: String(this.perPage),
      start: String(start),
      // Results that look alike, and those that a filter for families leaves out, are results too.
      filter: '0',
      safe: 'off',
      ...(days !== null && { dateRestrict: `d${days}` }),
      fields: 'items(title,link),searchInformation(totalResults),queries(nextPage(startIndex))',
    }).toString();
    await access.spend('search');
    // A key in the address would stand in the logs of proxies.
    const headers = { 'user-agent': 'leakwatch', accept: 'application/json', 'x-goog-api-key': access.secret ?? '' };
    const response = await access.fetch(address.href, { headers, signal, maximumBytes: ANSWER_BYTES });
    if (!response.ok) throw await searchRefusal(response, 'search', access.secret);
    const read = answer.safeParse(await response.json().catch(() => undefined));
    if (!read.success) throw new UpstreamError('broken_answer', { text: 'the search answers in another shape' });
    const { items, searchInformation, queries } = read.data;
    return { hits: items, total: Number(searchInformation.totalResults), hasNext: queries.nextPage.length > 0 && items.length > 0 };
  }
}
