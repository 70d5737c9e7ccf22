import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PageAsked, sendJson, sendText, startHostApi } from '../host-api/host-api.ts';
import type { CloudCall, GitlabCloudApi, GitlabCloudOptions } from './cloud-call.ts';
import { serveDocument } from './cloud-documents.ts';
import { serveSearch } from './cloud-searches.ts';
import { RateWindows } from './rate-windows.ts';

const MINUTE = { search: { requests: 10, seconds: 60 }, api: { requests: 2_000, seconds: 60 } };
/** GitLab.com as its search, project, file, issue, merge request, commit and snippet calls are documented, below `/api/v4`. */
export async function startGitlabCloud(options: GitlabCloudOptions): Promise<GitlabCloudApi> {
  const { projects = [], snippets = [], accounts, searchWindow = MINUTE.search, apiWindow = MINUTE.api } = options;
  const windows = { search: new RateWindows(searchWindow), api: new RateWindows(apiWindow) };
  const serve = (asked: PageAsked, request: IncomingMessage, response: ServerResponse) => {
    api.onRequest(request.url ?? '');
    const token = request.headers['private-token'];
    const account = typeof token === 'string' ? api.accounts[token] : undefined;
    if (account === undefined || account.state === 'revoked') return sendJson(response, 401, { message: '401 Unauthorized' });
    if (account.state === 'suspended') return sendJson(response, 403, { message: '403 Forbidden - Your account has been blocked.' });
    const window = windows.api.count(String(token));
    showWindow(response, window);
    if (window.isOver) return refuseForNow(response, window.seconds, 'Retry later\n');
    const isSearch = asked.url.pathname.endsWith('/search');
    const searched = isSearch ? windows.search.count(request.socket.remoteAddress ?? '') : undefined;
    if (searched?.isOver === true)
      return refuseForNow(response, searched.seconds, {
        message: { error: 'This endpoint has been requested too many times. Try again later.' },
      });
    const call: CloudCall = { api, asked, response, seesPrivate: account.seesPrivate ?? false };
    return isSearch ? serveSearch(call, account, options) : serveDocument(call);
  };
  const host = await startHostApi(
    {
      serve,
      limited: (response, seconds) => {
        showWindow(response, {
          limit: apiWindow.requests,
          remaining: seconds === null ? apiWindow.requests / 2 : 0,
          seconds: seconds ?? 60,
        });
        if (seconds === null) return sendText(response, 429, 'text/plain', 'Retry later\n');
        return refuseForNow(response, seconds, 'Retry later\n');
      },
      badToken: (response) => sendJson(response, 401, { message: '401 Unauthorized' }),
    },
    options.port,
  );
  const api: GitlabCloudApi = Object.assign(host, {
    corpus: { projects: [...projects], snippets: [...snippets] },
    accounts: { ...accounts },
    onRequest: () => undefined,
  });
  return api;
}

function showWindow(response: ServerResponse, window: { limit: number; remaining: number; seconds: number }): void {
  response.setHeader('ratelimit-limit', window.limit);
  response.setHeader('ratelimit-name', 'throttle_authenticated_api');
  response.setHeader('ratelimit-observed', window.limit - window.remaining);
  response.setHeader('ratelimit-remaining', window.remaining);
  response.setHeader('ratelimit-reset', Math.ceil(Date.now() / 1000) + window.seconds);
}

function refuseForNow(response: ServerResponse, seconds: number, body: string | object): void {
  response.setHeader('retry-after', seconds);
  response.setHeader('ratelimit-resettime', new Date(Date.now() + seconds * 1000).toUTCString());
  if (typeof body === 'string') sendText(response, 429, 'text/plain', body);
  else sendJson(response, 429, body);
}
