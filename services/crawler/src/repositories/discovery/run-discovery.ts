import type { Logger } from '@leakwatch/platform';
import { DiscoveryError } from './discovery-error.ts';
import { type DiscoveryOutcome, type DiscoveryStore, LEASE_MS } from './discovery.store.ts';
import { type Listing, listRepositories } from './list-repositories.ts';
import type { AccountPool } from '../../accounts/account-pool.ts';

/** Fifty pages at five seconds each, with a margin. */
const RUN_MS = 5 * 60_000;
const RENEW_MS = LEASE_MS / 3;

export interface DiscoveryRun extends Listing {
  readonly key: string;
  readonly run: string;
  readonly stopping: AbortSignal;
}

/** Runs a discovery to its end. Never throws: a failure is its outcome. */
export async function runDiscovery(work: DiscoveryRun, pool: AccountPool, store: DiscoveryStore, logger: Logger): Promise<void> {
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
    const repositories = await listRepositories(pool, work, signal, (count) => {
      found = count;
      renew();
    });
    outcome = { repositories };
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
