import type { DiscoveredRepository, DiscoveryFailure } from '@leakwatch/contracts';
import { isTransient } from '@leakwatch/platform';
import { DISCOVERED_MAX } from '@leakwatch/rules';
import type { AccountPool } from '../../accounts/account-pool.ts';
import { UpstreamError, type UpstreamFailure } from '../../accounts/upstream-error.ts';
import { DiscoveryError } from './discovery-error.ts';
import type { HostAccounts } from './host-accounts.ts';
import type { ObserverAccount, RepositoryHost } from './hosts/repository-host.port.ts';

export interface Listing {
  readonly account: ObserverAccount;
  readonly host: RepositoryHost;
  readonly accounts: HostAccounts;
  /** On whose behalf; null for staff without an organisation. */
  readonly organisation: string | null;
}

/** Accounts or proxies that one discovery tries when they are refused or used up: each begins the list anew. */
const TRIES = 3;

const FAILURES: Readonly<Record<UpstreamFailure, DiscoveryFailure>> = {
  limited: 'discovery_rate_limited',
  no_account: 'discovery_unavailable',
  account_refused: 'discovery_refused',
  proxy_failed: 'discovery_unavailable',
  query_refused: 'discovery_refused',
  out_of_reach: 'discovery_refused',
  unavailable: 'discovery_unavailable',
  broken_answer: 'discovery_broken_answer',
};

/**
 * Lists the repositories of an account at a host, with an account of the pool where there is one.
 * @throws DiscoveryError; the signal's reason when it was aborted
 */
export async function listRepositories(
  pool: AccountPool,
  { account, host, accounts, organisation }: Listing,
  signal: AbortSignal,
  onFound: (count: number) => void,
): Promise<readonly DiscoveredRepository[]> {
  const wanted = { ...accounts, organisations: organisation === null ? [] : [organisation], purpose: 'discovery', signal } as const;
  let proxyFailed = false;
  for (let tries = 1; ; tries += 1)
    try {
      return await pool.withAccess({ ...wanted, proxyFailed }, (access, held) => gather(host.pages(account, access, held), onFound));
    } catch (error) {
      signal.throwIfAborted();
      proxyFailed ||= error instanceof UpstreamError && error.failure === 'proxy_failed';
      if (error instanceof UpstreamError && tries < TRIES && isAnotherFree(error)) continue;
      throw toDiscoveryError(error);
    }
}

const isAnotherFree = ({ failure, seconds }: UpstreamError): boolean =>
  failure === 'account_refused' || failure === 'proxy_failed' || (failure === 'limited' && seconds === 0);

function toDiscoveryError(error: unknown): unknown {
  if (error instanceof UpstreamError)
    return new DiscoveryError(FAILURES[error.failure], error.seconds === undefined ? undefined : Math.max(1, error.seconds));
  return isTransient(error) ? new DiscoveryError('discovery_unavailable') : error;
}

/**
 * Collects all pages into one list without duplicate addresses, of DISCOVERED_MAX at most. A page without anything new ends
 * the list, even when the host announces more pages.
 */
async function gather(
  pages: AsyncIterable<readonly DiscoveredRepository[]>,
  onFound: (count: number) => void,
): Promise<readonly DiscoveredRepository[]> {
  const found = new Map<string, DiscoveredRepository>();
  for await (const page of pages) {
    const before = found.size;
    for (const row of page) {
      const key = row.git_remote_url === '' ? `title ${row.repo_title}` : row.git_remote_url;
      if (!found.has(key) && found.size < DISCOVERED_MAX) found.set(key, row);
    }
    onFound(found.size);
    if (found.size >= DISCOVERED_MAX || (page.length > 0 && found.size === before)) break;
  }
  return [...found.values()];
}
