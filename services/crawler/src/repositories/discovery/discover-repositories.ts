import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { DiscoveredRepository } from '@leakwatch/contracts';
import { InvalidRequest, LOGGER, type Logger, newId, sha256Hex } from '@leakwatch/platform';
import { type DiscoverySource, observerAccountFault } from '@leakwatch/rules';
import { AccountPool } from '../../accounts/account-pool.ts';
import { DiscoveryError } from './discovery-error.ts';
import { DiscoveryThrottle } from './discovery-throttle.ts';
import { type DiscoveryOutcome, DiscoveryStore } from './discovery.store.ts';
import type { HostAccounts } from './host-accounts.ts';
import type { ObserverAccount, RepositoryHost } from './hosts/repository-host.port.ts';
import { runDiscovery } from './run-discovery.ts';

export const HOSTS = Symbol('repository hosts');
export type Hosts = Readonly<Record<DiscoverySource, { readonly host: RepositoryHost; readonly accounts: HostAccounts }>>;

/** A call is answered within this time, with the list or with the progress, so that the page can show it. */
const ANSWER_WITHIN_MS = 1_500;
const CHECK_MS = 100;
/** When the client may ask again for a running discovery. */
const RETRY_AFTER_SECONDS = 1;

export interface Asker {
  readonly accountId: string;
  /** null for staff without an organisation: their discoveries are kept for the account. */
  readonly organisation: string | null;
}

/**
 * Lists the public repositories of an observer's account. One discovery runs at a time for each organisation, source and
 * account, in any process. It continues when no client waits, and a client that asks again gets its result.
 */
@Injectable()
export class DiscoverRepositories implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly store: DiscoveryStore,
    private readonly throttle: DiscoveryThrottle,
    private readonly pool: AccountPool,
    @Inject(HOSTS) private readonly hosts: Hosts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws InvalidRequest discovery_account_invalid; DiscoveryError, of which discovery_running means: ask again later */
  async run(account: ObserverAccount, asker: Asker): Promise<readonly DiscoveredRepository[]> {
    const fault = observerAccountFault(account.source, account.name, account.isOrganisation);
    if (fault !== null) throw new InvalidRequest('discovery_account_invalid', { account_name: fault });
    await this.throttle.ask(asker.accountId);
    const key = keyOf(account, asker);
    for (const until = performance.now() + ANSWER_WITHIN_MS; ; ) {
      const state = await this.store.read(key);
      if (state !== undefined && 'outcome' in state) return this.deliver(key, state.outcome);
      if (state === undefined) await this.begin(key, account, asker);
      if (performance.now() >= until) throw new DiscoveryError('discovery_running', RETRY_AFTER_SECONDS, { found: state?.found ?? 0 });
      await sleep(CHECK_MS);
    }
  }

  /** Discoveries that this process has begun are started again by the next process that is asked. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('the crawler stops'));
    await Promise.all(this.running);
  }

  private async begin(key: string, account: ObserverAccount, asker: Asker): Promise<void> {
    await this.throttle.begin(asker.accountId, this.running.size);
    const run = newId();
    if (!(await this.store.begin(key, run))) return;
    const { organisation } = asker;
    const discovery = { key, run, account, organisation, ...this.hosts[account.source], stopping: this.stopping.signal };
    const work = runDiscovery(discovery, this.pool, this.store, this.logger);
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private async deliver(key: string, outcome: DiscoveryOutcome): Promise<readonly DiscoveredRepository[]> {
    await this.store.delivered(key);
    if ('repositories' in outcome) return outcome.repositories;
    throw new DiscoveryError(outcome.failure, outcome.seconds);
  }
}

/** Both hosts ignore letter case in names. */
const keyOf = ({ source, name, isOrganisation }: ObserverAccount, asker: Asker): string =>
  [
    asker.organisation ?? `staff-${asker.accountId}`,
    source,
    isOrganisation ? 'organisation' : 'individual',
    sha256Hex(name.toLowerCase()),
  ].join(':');
