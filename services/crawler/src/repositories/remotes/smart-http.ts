import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIPv6 } from 'node:net';
import { pinAddress, type EgressRules, type Resolve } from './egress.ts';
import { GitRepositoryError } from '../git/git-repository-error.ts';
import type { GitCredentials, GitRemote } from '@leakwatch/rules';
import { basicAuthorization } from '../git/git-environment.ts';

/** The repository's URL after redirects, and the address to which connections are pinned. */
export interface HttpEndpoint {
  readonly url: string;
  readonly pinned: string;
  /** Omitted after a redirect to another host: credentials for one host are never sent to another. */
  readonly credentials?: GitCredentials;
}

const HOPS = 5;
const TAIL = '/info/refs?service=git-upload-pack';
const ANSWER_TYPE = 'application/x-git-upload-pack-advertisement';

/**
 * Sends the first request of git's smart protocol to an http(s) remote, and follows redirects hop by hop with every address
 * checked, which git itself does not do. git then contacts the result with redirects off. The content type of the answer is
 * checked too, because git takes a web page for the empty ref list of an old server.
 * @param timeout milliseconds for each hop
 * @throws GitRepositoryError redirect_refused, address_refused, authentication_required, repository_not_found,
 *   not_a_git_server, unavailable, timeout, cancelled
 */
export async function findHttpEndpoint(
  remote: GitRemote,
  rules: EgressRules,
  options: { readonly signal?: AbortSignal; readonly timeout: number; readonly resolve?: Resolve },
): Promise<HttpEndpoint> {
  let endpoint: HttpEndpoint = {
    url: remote.address,
    pinned: await pinAddress(remote.host, rules, options.resolve),
    ...(remote.credentials && { credentials: remote.credentials }),
  };
  for (let hop = 0; hop <= HOPS; hop += 1) {
    const answer = await requestFrom(endpoint, TAIL, options.timeout, options.signal);
    const status = answer.statusCode ?? 0;
    const location = answer.headers.location;
    const type = answer.headers['content-type'] ?? '';
    answer.destroy();
    if (status === 200 && type.startsWith(ANSWER_TYPE)) return endpoint;
    if (status < 300 || status >= 400 || location === undefined) throw refusal(status);
    endpoint = await follow(endpoint, location, rules, options.resolve);
  }
  throw new GitRepositoryError('redirect_refused', `The server redirects more than ${HOPS} times`);
}

/**
 * Requests a path below the repository's URL, at the pinned address.
 * @param timeout milliseconds, for the body too
 */
export function requestFrom(endpoint: HttpEndpoint, path: string, timeout: number, signal?: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(endpoint.url + path);
  const family = isIPv6(endpoint.pinned) ? 6 : 4;
  const ended = AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]);
  return new Promise((resolve, reject) => {
    const question = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
      agent: false,
      signal: ended,
      lookup: (_host, options, done) => {
        if (options.all === true) done(null, [{ address: endpoint.pinned, family }]);
        else done(null, endpoint.pinned, family);
      },
      headers: {
        'user-agent': 'git/2 leakwatch',
        'git-protocol': 'version=2',
        accept: '*/*',
        ...(endpoint.credentials && { authorization: basicAuthorization(endpoint.credentials) }),
      },
    });
    question.once('response', (answer) => {
      // Only the headers are needed; destroying the body may raise an error that has no meaning.
      answer.on('error', () => undefined);
      resolve(answer);
    });
    question.once('error', (error) => {
      if (signal?.aborted === true) reject(new GitRepositoryError('cancelled', 'The work was cancelled'));
      else if (ended.aborted) reject(new GitRepositoryError('timeout', `The server did not answer within ${timeout} ms`));
      else reject(new GitRepositoryError('unavailable', `The server cannot be asked: ${error.message}`));
    });
    question.end();
  });
}

async function follow(from: HttpEndpoint, location: string, rules: EgressRules, resolve?: Resolve): Promise<HttpEndpoint> {
  const before = new URL(from.url + TAIL);
  const next = URL.canParse(location, before.href) ? new URL(location, before.href) : undefined;
  if (next === undefined || (next.protocol !== 'http:' && next.protocol !== 'https:')) {
    throw new GitRepositoryError('redirect_refused', 'The server redirects to something that is not http');
  }
  const stays = next.hostname === before.hostname && (next.origin === before.origin || isUpgrade(before, next));
  next.username = '';
  next.password = '';
  if (!next.href.endsWith(TAIL)) {
    throw new GitRepositoryError('not_a_git_server', "The server redirects git's request to a page that is not part of git's protocol");
  }
  const host = next.hostname.replace(/^\[|\]$/g, '');
  try {
    const pinned = await pinAddress(host, rules, resolve);
    const url = next.href.slice(0, -TAIL.length);
    return { url, pinned, ...(stays && from.credentials && { credentials: from.credentials }) };
  } catch (error) {
    if (error instanceof GitRepositoryError && error.code === 'address_refused') {
      throw new GitRepositoryError('redirect_refused', `The server redirects to ${host}, which this installation may not contact`);
    }
    throw error;
  }
}

/** From http to https on the default ports of one host: the only change of origin that keeps the credentials. */
function isUpgrade(before: URL, next: URL): boolean {
  return before.protocol === 'http:' && before.port === '' && next.protocol === 'https:' && next.port === '';
}

function refusal(status: number): GitRepositoryError {
  if (status === 401 || status === 403)
    return new GitRepositoryError('authentication_required', `The server answers ${status}: it requires other credentials`);
  if (status === 404 || status === 410)
    return new GitRepositoryError('repository_not_found', `The server answers ${status}: the repository does not exist`);
  if (status === 429 || status >= 500) return new GitRepositoryError('unavailable', `The server answers ${status}`);
  return new GitRepositoryError('not_a_git_server', `The server answers ${status} with something that is not git's protocol`);
}
