import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS } from '@leakwatch/platform';
import type { DiscoverySource } from '@leakwatch/rules';
import { DiscoveryError } from './discovery-error.ts';
import { DiscoveryStore } from './discovery.store.ts';
import type { CrawlerSettings } from '../../settings.ts';

/** The access with which a host is asked, until it is released. */
export interface HostLease {
  /** null for anonymous requests. */
  readonly token: string | null;
  /** @param limitedSeconds how long the host refuses further requests with this access */
  release(limitedSeconds?: number): Promise<void>;
}

/** Provides access to hosts. Pools of accounts and proxies can implement it. */
export interface HostAccess {
  /** @throws DiscoveryError discovery_rate_limited while all access is limited */
  lease(source: DiscoverySource): Promise<HostLease>;
}

/** The installation's single token for each host, or none. A rate limit is shared by all processes of the crawler. */
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
