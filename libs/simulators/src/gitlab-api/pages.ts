import type { ServerResponse } from 'node:http';
import { linkHeader, type PageAsked, sendJson } from '../host-api/host-api.ts';

/** Above this GitLab leaves out how many there are. */
const COUNTED = 10_000;

/** Sends one page of the rows with GitLab's headers of paging. */
export function sendPage(response: ServerResponse, asked: PageAsked, origin: string, rows: readonly unknown[], counted = COUNTED): void {
  const pages = Math.max(1, Math.ceil(rows.length / asked.perPage));
  const link = linkHeader(origin, asked, pages);
  const isCounted = rows.length <= counted;
  if (link !== '') response.setHeader('link', isCounted ? link : link.replace(/, <[^>]*>; rel="last"/, ''));
  response.setHeader('x-page', asked.page);
  response.setHeader('x-per-page', asked.perPage);
  response.setHeader('x-next-page', asked.page < pages ? asked.page + 1 : '');
  response.setHeader('x-prev-page', asked.page > 1 ? asked.page - 1 : '');
  if (isCounted) {
    response.setHeader('x-total', rows.length);
    response.setHeader('x-total-pages', pages);
  }
  sendJson(response, 200, rows.slice((asked.page - 1) * asked.perPage, asked.page * asked.perPage));
}
