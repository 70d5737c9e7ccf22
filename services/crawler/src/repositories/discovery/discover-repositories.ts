import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { DiscoveredRepository } from '@leakwatch/contracts';
import { InvalidRequest, LOGGER, type Logger, newId, sha256Hex } from '@leakwatch/platform';
import { type DiscoverySource, observerAccountFault } from '@leakwatch/rules';
import { DiscoveryError } from './discovery-error.ts';
import { DiscoveryThrottle } from './discovery-throttle.ts';
import { type DiscoveryOutcome, DiscoveryStore } from './discovery.store.ts';
import { SettingsAccess } from './host-access.ts';
import type { ObserverAccount, RepositoryHost } from './hosts/repository-host.port.ts';
import { runDiscovery } from './run-discovery.ts';

export const HOSTS = Symbol('repository hosts');
export type Hosts = Readonly<Record<DiscoverySource, RepositoryHost>>;

/** A call is answered within this, with the list or with how far it is: a page of it shows numbers that move. */
const ANSWER_WITHIN_MS = 1_500;
const LOOK_EVERY_MS = 100;
/** When a running one may be asked for again, in seconds. */
const ASK_AGAIN_SECONDS = 1;

export interface Asker {
  readonly accountId: string;
  /** null for staff without one: what they discover is their own. */
  readonly organisation: string | null;
}

/**
 * The public repositories of an observer's account. One discovery at a time for each organisation, source and account,
 * whichever process it is in; it goes on when nobody waits for it, and is found again by asking again.
 */
@Injectable()
export class DiscoverRepositories implements OnModuleDestroy {
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly store: DiscoveryStore,
    private readonly throttle: DiscoveryThrottle,
    private readonly access: SettingsAccess,
    @Inject(HOSTS) private readonly hosts: Hosts,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws InvalidRequest discovery_account_invalid; DiscoveryError, of which discovery_running says: ask again */
  async run(account: ObserverAccount, asker: Asker): Promise<readonly DiscoveredRepository[]> {
    const fault = observerAccountFault(account.source, account.name, account.isOrganisation);
    if (fault !== null) throw new InvalidRequest('discovery_account_invalid', { account_name: fault });
    await this.throttle.ask(asker.accountId);
    const key = keyOf(account, asker);
    for (const until = Date.now() + ANSWER_WITHIN_MS; ; ) {
      const state = await this.store.read(key);
      if (state !== undefined && 'outcome' in state) return this.give(key, state.outcome);
      if (state === undefined) await this.begin(key, account, asker);
      if (Date.now() >= until) throw new DiscoveryError('discovery_running', ASK_AGAIN_SECONDS, { found: state?.found ?? 0 });
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Those that this process began are begun anew by another that is asked. */
  async onModuleDestroy(): Promise<void> {
    this.stopping.abort(new Error('the crawler stops'));
    await Promise.all(this.running);
  }

  private async begin(key: string, account: ObserverAccount, asker: Asker): Promise<void> {
    await this.throttle.begin(asker.accountId, this.running.size);
    const run = newId();
    if (!(await this.store.begin(key, run))) return;
    const host = this.hosts[account.source];
    const work = runDiscovery({ key, run, account, host, stopping: this.stopping.signal }, this.access, this.store, this.logger);
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  private async give(key: string, outcome: DiscoveryOutcome): Promise<readonly DiscoveredRepository[]> {
    await this.store.taken(key);
    if ('repositories' in outcome) return outcome.repositories;
    throw new DiscoveryError(outcome.failure, outcome.seconds);
  }
}

/** Both hosts compare names without regard to letter case. */
const keyOf = ({ source, name, isOrganisation }: ObserverAccount, asker: Asker): string =>
  [
    asker.organisation ?? `staff-${asker.accountId}`,
    source,
    isOrganisation ? 'organisation' : 'individual',
    sha256Hex(name.toLowerCase()),
  ].join(':');
