import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sendJson } from '../host-api/host-api.ts';
import { type CloudCall, mayRead } from './cloud-call.ts';
import type { SimulatedProject, SimulatedSnippet } from './cloud-corpus.ts';
import * as shapes from './cloud-shapes.ts';
import { sendPage } from './pages.ts';

/** Projects and what they hold, and snippets. */
export function serveDocument(call: CloudCall): void {
  const { api, asked, response } = call;
  const parts = asked.url.pathname.replace('/api/v4/', '').split('/').map(decodeURIComponent);
  const [collection, id = '', ...rest] = parts;
  if (asked.url.pathname === '/api/v4/user') return sendJson(response, 200, shapes.userShape());
  if (collection === 'snippets') {
    const snippet = api.corpus.snippets.find((one) => String(one.id) === id && one.projectId === undefined);
    return serveSnippet(call, snippet, undefined, rest);
  }
  const project = api.corpus.projects.find((one) => String(one.id) === id || one.path === id);
  if (collection !== 'projects' || project === undefined || !mayRead(project, call))
    return sendJson(response, 404, { message: '404 Project Not Found' });
  if (rest.length === 0) return sendJson(response, 200, shapes.projectShape(api.origin, project));
  const [noun = '', ...below] = rest;
  if (noun === 'repository') return serveRepository(call, project, below);
  if (noun === 'snippets') {
    const snippet = api.corpus.snippets.find((one) => String(one.id) === below[0] && one.projectId === project.id);
    return serveSnippet(call, snippet, project, below.slice(1));
  }
  const request = (noun === 'issues' ? project.issues : project.mergeRequests)?.find((one) => String(one.iid) === below[0]);
  if ((noun !== 'issues' && noun !== 'merge_requests') || request === undefined)
    return sendJson(response, 404, { message: '404 Not found' });
  return sendJson(response, 200, shapes.requestShape(api.origin, project, noun, request));
}

function serveRepository(call: CloudCall, project: SimulatedProject, [noun = '', ...below]: readonly string[]): void {
  const { api, asked, response } = call;
  if (noun === 'tree') {
    if (project.branch === null) return sendJson(response, 404, { message: '404 Tree Not Found' });
    const isDeep = asked.url.searchParams.get('recursive') === 'true';
    const rows = shapes.treeShape(project).filter(({ path }) => isDeep || !path.includes('/'));
    return sendPage(response, asked, api.origin, rows);
  }
  if (noun === 'commits') {
    const commit = project.commits?.find((one) => one.id === below[0]);
    if (commit === undefined) return sendJson(response, 404, { message: '404 Commit Not Found' });
    const { project_id: _, ...shown } = shapes.commitShape(api.origin, project, commit);
    return sendJson(response, 200, shown);
  }
  const [path = '', how] = below;
  if (noun === 'blobs' && how === 'raw') {
    const blob = [...project.files.values()].find((body) => shapes.blobId(body) === path);
    return blob === undefined ? sendJson(response, 404, { message: '404 Blob Not Found' }) : sendRaw(response, blob);
  }
  if (noun !== 'files' || how !== 'raw') return sendJson(response, 404, { error: '404 Not Found' });
  const ref = asked.url.searchParams.get('ref') ?? '';
  if (![project.head, project.branch ?? 'main', 'HEAD', ''].includes(ref))
    return sendJson(response, 404, { message: '404 Commit Not Found' });
  const body = project.files.get(path);
  if (body === undefined) return sendJson(response, 404, { message: '404 File Not Found' });
  response.setHeader('x-gitlab-blob-id', shapes.blobId(body));
  response.setHeader('x-gitlab-commit-id', project.head);
  response.setHeader('x-gitlab-last-commit-id', project.head);
  response.setHeader('x-gitlab-ref', ref);
  response.setHeader('x-gitlab-size', body.byteLength);
  response.setHeader('x-gitlab-content-sha256', createHash('sha256').update(body).digest('hex'));
  return sendRaw(response, body);
}

function serveSnippet(
  call: CloudCall,
  snippet: SimulatedSnippet | undefined,
  project: SimulatedProject | undefined,
  [noun, ref, path = '', how]: readonly string[],
): void {
  const { api, response, seesPrivate } = call;
  if (snippet === undefined || (!seesPrivate && (snippet.visibility ?? 'public') !== 'public'))
    return sendJson(response, 404, { message: '404 Snippet Not Found' });
  if (noun === undefined) return sendJson(response, 200, shapes.snippetShape(api.origin, snippet, project));
  const body = noun === 'files' && how === 'raw' && ref === 'main' ? snippet.files.get(path) : undefined;
  if (body === undefined) return sendJson(response, 404, { message: '404 File Not Found' });
  return sendRaw(response, body);
}

function sendRaw(response: ServerResponse, body: Uint8Array): void {
  response.writeHead(200, { 'content-type': 'text/plain', 'content-length': body.byteLength, 'content-disposition': 'inline' });
  response.end(body);
}
