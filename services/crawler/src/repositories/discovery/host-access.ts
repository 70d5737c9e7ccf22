import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@leakwatch/platform';
import type { DiscoverySource } from '@leakwatch/rules';
import { DiscoveryError } from './discovery-error.ts';
import { DiscoveryStore } from './discovery.store.ts';
import type { CrawlerSettings } from '../../settings.ts';

/** With what a host is asked, until it is given back. */
export interface HostLease {
  /** null: anonymously. */
  readonly token: string | null;
  /** `limitedSeconds`: for so long the host wants no more requests with it. */
  release(limitedSeconds?: number): Promise<void>;
}

/** Gives the means to ask a host; pools of accounts and proxies come in behind this. */
export interface HostAccess {
  /** @throws DiscoveryError discovery_rate_limited while all are limited */
  lease(source: DiscoverySource): Promise<HostLease>;
}

/** The installation's one token for each host, or none. A limit is remembered for all processes of the crawler. */
@Injectable()
export class SettingsAccess implements HostAccess {
  private readonly tokens: Readonly<Record<DiscoverySource, string | undefined>>;

  constructor(
    @Inject(SETTINGS) settings: CrawlerSettings,
    private readonly store: DiscoveryStore,
  ) {
    this.tokens = { github: settings.GITHUB_TOKEN, gitlab: settings.GITLAB_TOKEN };
  }

  async lease(source: DiscoverySource): Promise<HostLease> {
    const seconds = await this.store.limitedFor(source);
    if (seconds > 0) throw new DiscoveryError('discovery_rate_limited', seconds);
    const release = async (limitedSeconds = 0) => {
      if (limitedSeconds > 0) await this.store.limit(source, limitedSeconds);
    };
    return { token: this.tokens[source] ?? null, release };
  }
}
