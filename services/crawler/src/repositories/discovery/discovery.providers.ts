import type { Provider } from '@nestjs/common';
import { type Foundation, openRedis } from '@leakwatch/platform';
import { ActiveOrganisation } from './active-organisation.ts';
import { DiscoverRepositories, HOSTS, type Hosts } from './discover-repositories.ts';
import { DiscoveryThrottle } from './discovery-throttle.ts';
import { DISCOVERY_REDIS, DiscoveryStore } from './discovery.store.ts';
import { SettingsAccess } from './host-access.ts';
import { GithubHost } from './hosts/github.host.ts';
import { GitlabHost } from './hosts/gitlab.host.ts';

/** What discovery stands on, with a connection to Redis of its own that fails fast. */
export function discoveryProviders({ settings, logger }: Foundation): readonly Provider[] {
  const redis = openRedis(settings.REDIS_URL, logger);
  const hosts: Hosts = { github: new GithubHost(settings.GITHUB_API_URL), gitlab: new GitlabHost(settings.GITLAB_URL) };
  return [
    { provide: DISCOVERY_REDIS, useValue: redis },
    { provide: 'closing of discovery', useValue: { onApplicationShutdown: () => redis.disconnect() } },
    { provide: HOSTS, useValue: hosts },
    DiscoveryStore,
    DiscoveryThrottle,
    SettingsAccess,
    ActiveOrganisation,
    DiscoverRepositories,
  ];
}
