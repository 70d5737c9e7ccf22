import type { Logger } from '@leakwatch/platform';
import { DiscoveryError } from './discovery-error.ts';
import { type DiscoveryOutcome, type DiscoveryStore, LEASE_MS } from './discovery.store.ts';
import type { HostAccess } from './host-access.ts';
import type { ObserverAccount, RepositoryHost } from './hosts/repository-host.port.ts';
import type { DiscoveredRepository } from '@leakwatch/contracts';
import { DISCOVERED_MAX } from '@leakwatch/rules';

/** Fifty pages at five seconds each, with a margin. */
const RUN_MS = 5 * 60_000;
const RENEW_MS = LEASE_MS / 3;

export interface DiscoveryRun {
  readonly key: string;
  readonly run: string;
  readonly account: ObserverAccount;
  readonly host: RepositoryHost;
  readonly stopping: AbortSignal;
}

/** Runs a discovery to its end. Never throws: a failure is its outcome. */
export async function runDiscovery(work: DiscoveryRun, access: HostAccess, store: DiscoveryStore, logger: Logger): Promise<void> {
  const { key, run } = work;
  const lost = new AbortController();
  const timeout = AbortSignal.timeout(RUN_MS);
  const signal = AbortSignal.any([work.stopping, lost.signal, timeout]);
  let found = 0;
  const renew = () => {
    store.renew(key, run, found).then(
      (held) => held || lost.abort(new Error('another process has the discovery')),
      // The lease is not lost because Redis is away for a moment; the result is only stored if this run still has it.
      () => undefined,
    );
  };
  const renewing = setInterval(renew, RENEW_MS);
  let outcome: DiscoveryOutcome | undefined;
  try {
    outcome = await list(work, access, signal, (count) => {
      found = count;
      renew();
    });
  } catch (error) {
    if (timeout.aborted) outcome = { failure: 'discovery_timeout' };
    else if (error instanceof DiscoveryError) outcome = { failure: error.failure, seconds: error.seconds };
    else if (!signal.aborted) {
      logger.error({ error: error instanceof Error ? error.stack : String(error) }, 'discovery failed');
      outcome = { failure: 'discovery_broken_answer' };
    }
  } finally {
    clearInterval(renewing);
  }
  logger.info(
    { source: work.account.source, found, failure: outcome && 'failure' in outcome ? outcome.failure : undefined },
    'discovery ended',
  );
  await store.finish(key, run, outcome).catch(() => undefined);
}

async function list(
  work: DiscoveryRun,
  access: HostAccess,
  signal: AbortSignal,
  onFound: (count: number) => void,
): Promise<DiscoveryOutcome> {
  const lease = await access.lease(work.account.source);
  try {
    const repositories = await gatherRepositories(work.host.pages(work.account, lease.token, signal), onFound);
    await lease.release();
    return { repositories };
  } catch (error) {
    const limited = error instanceof DiscoveryError && error.failure === 'discovery_rate_limited' ? error.seconds : undefined;
    await lease.release(limited).catch(() => undefined);
    throw error;
  }
}

/**
 * Collects all pages into one list without duplicate addresses, of DISCOVERED_MAX at most. A page without anything new ends
 * the list, even when the host announces more pages.
 */
async function gatherRepositories(
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
