import type { SimulatedGist } from './gist-corpus.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export interface ShownSearch {
  readonly q: string;
  readonly total: number;
  readonly page: number;
  readonly pages: number;
  readonly gists: readonly SimulatedGist[];
}

/** A page of gist search with the elements and classes of GitHub's. */
export function searchPage({ q, total, page, pages, gists }: ShownSearch): string {
  const found =
    total === 0
      ? `<div class="blankslate"><h3>We couldn’t find any gists matching '${escape(q)}'</h3></div>`
      : `<div class="pb-3"><h3>${total.toLocaleString('en-US')} gist results</h3></div>
${gists.map(snippet).join('\n')}
<div class="paginate-container"><div class="pagination" role="navigation"><em class="current" data-total-pages="${pages}">${page}</em></div></div>`;
  return `<!DOCTYPE html>
<html lang="en"><head><title>Search · GitHub Gist</title></head>
<body><div class="container-lg"><form action="/search"><input name="q" value="${escape(q)}"></form>
<div class="col-8">${found}</div></div></body></html>`;
}

function snippet({ id, owner, files: [file], updatedAt, comments = [], description = '' }: SimulatedGist): string {
  const login = owner ?? 'anonymous';
  const lines = Buffer.from(file?.content ?? '')
    .toString('utf8')
    .split('\n')
    .slice(0, 3);
  return `<div class="gist-snippet">
<div class="gist-snippet-meta d-flex flex-lg-row flex-column width-full">
<ul class="col-lg-5 col-12 flex-order-2 f6">
<li class="d-inline-block"><a class="Link--muted" href="/${login}/${id}">1 file</a></li>
<li class="d-inline-block"><a class="Link--muted" href="/${login}/${id}#comments">${comments.length} comments</a></li>
</ul>
<div class="flex-order-1 col-lg-7 col-12 d-flex"><div class="d-inline-block px-lg-2 px-0">
<span><a data-hovercard-type="user" href="/${login}">${login}</a> / <a href="/${login}/${id}"><strong class="css-truncate-target">${escape(file?.name ?? '')}</strong></a></span>
<div class="color-fg-muted f6">Last active <relative-time tense="past" datetime="${updatedAt}">${updatedAt}</relative-time></div>
<span class="f6 color-fg-muted">${escape(description)}</span>
</div></div></div>
<div class="file-box"><table class="js-file-line-container"><tbody>
${lines.map((line, at) => `<tr><td data-line-number="${at + 1}"></td><td>${escape(line)}</td></tr>`).join('\n')}
</tbody></table></div></div>`;
}
