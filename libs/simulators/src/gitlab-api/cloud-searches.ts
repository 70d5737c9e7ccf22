import { sendJson } from '../host-api/host-api.ts';
import { type CloudCall, type GitlabCloudAccount, type GitlabCloudOptions, mayRead } from './cloud-call.ts';
import type { SimulatedProject } from './cloud-corpus.ts';
import * as search from './cloud-search.ts';
import * as shapes from './cloud-shapes.ts';
import { sendPage } from './pages.ts';

const ADVANCED_ONLY = new Set(['blobs', 'commits']);
const SCOPES = new Set(['projects', 'issues', 'merge_requests', 'snippet_titles', 'milestones', 'users', ...ADVANCED_ONLY]);
const NOT_IN_TIER = { message: 'Scope supported only with advanced search or exact code search' };

/** The search over the site, and the one within a project. */
export function serveSearch(call: CloudCall, account: GitlabCloudAccount, options: GitlabCloudOptions): void {
  const { api, asked, response } = call;
  const { searchParams, pathname } = asked.url;
  const [scope, query] = [searchParams.get('scope') ?? '', searchParams.get('search') ?? ''];
  if (!SCOPES.has(scope)) return sendJson(response, 400, { error: 'scope does not have a valid value' });
  if (query === '') return sendJson(response, 400, { error: 'search is missing, search is empty' });
  const [, id] = /\/projects\/(\d+)\/(?:-\/)?search$/.exec(pathname) ?? [];
  if (id !== undefined) {
    const project = api.corpus.projects.find((one) => one.id === Number(id));
    if (project === undefined || !mayRead(project, call)) return sendJson(response, 404, { message: '404 Project Not Found' });
    response.setHeader('x-search-type', 'basic');
    return sendPage(response, asked, api.origin, inProject(api.origin, project, scope, query), options.counted);
  }
  if (pathname !== '/api/v4/search') return sendJson(response, 404, { error: '404 Not Found' });
  if (ADVANCED_ONLY.has(scope) && account.tier === 'free') return sendJson(response, 400, options.scopeRefusal ?? NOT_IN_TIER);
  response.setHeader('x-search-type', account.tier === 'free' ? 'basic' : 'advanced');
  return sendPage(response, asked, api.origin, inSite(call, scope, query, options.codeRef ?? 'commit'), options.counted);
}

function inProject(site: string, project: SimulatedProject, scope: string, query: string): readonly unknown[] {
  if (project.branch === null) return [];
  if (scope === 'blobs') return search.grepProject(project, query).map((found) => shapes.blobShape(found, project.branch ?? 'main'));
  if (scope !== 'commits') return [];
  return search.searchCommits([project], query, true).map(({ commit }) => shapes.commitShape(site, project, commit));
}

function inSite({ api, seesPrivate }: CloudCall, scope: string, query: string, codeRef: 'commit' | 'branch'): readonly unknown[] {
  const { corpus, origin } = api;
  const refOf = (project: SimulatedProject) => (codeRef === 'commit' ? project.head : (project.branch ?? 'main'));
  const requests = (kind: 'issues' | 'mergeRequests', shown: 'issues' | 'merge_requests') =>
    search
      .searchRequests(corpus, kind, query, seesPrivate)
      .map(({ project, request }) => shapes.requestShape(origin, project, shown, request));
  if (scope === 'blobs') return search.searchCode(corpus, query, seesPrivate).map((found) => shapes.blobShape(found, refOf(found.project)));
  if (scope === 'projects') return search.searchProjects(corpus, query, seesPrivate).map((one) => shapes.foundProjectShape(origin, one));
  if (scope === 'issues') return requests('issues', 'issues');
  if (scope === 'merge_requests') return requests('mergeRequests', 'merge_requests');
  if (scope === 'commits')
    return search
      .searchCommits(corpus.projects, query, seesPrivate)
      .map(({ project, commit }) => shapes.commitShape(origin, project, commit));
  if (scope !== 'snippet_titles') return [];
  const projectOf = (id: number | undefined) => corpus.projects.find((one) => one.id === id);
  return search.searchSnippets(corpus, query, seesPrivate).map((one) => shapes.snippetShape(origin, one, projectOf(one.projectId)));
}
