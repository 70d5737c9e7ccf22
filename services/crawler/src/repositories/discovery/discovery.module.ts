import { Module } from '@nestjs/common';
import { SETTINGS } from '@leakwatch/platform';
import type { CrawlerSettings } from '../../settings.ts';
import { ActiveOrganisation } from './active-organisation.ts';
import { DiscoverRepositories, HOSTS, type Hosts } from './discover-repositories.ts';
import { DiscoveryController } from './discovery.controller.ts';
import { DiscoveryStore } from './discovery.store.ts';
import { DiscoveryThrottle } from './discovery-throttle.ts';
import { SettingsAccess } from './host-access.ts';
import { GithubHost } from './hosts/github.host.ts';
import { GitlabHost } from './hosts/gitlab.host.ts';

const hostsOf = (settings: CrawlerSettings): Hosts => ({
  github: new GithubHost(settings.GITHUB_API_URL),
  gitlab: new GitlabHost(settings.GITLAB_URL),
});

@Module({
  controllers: [DiscoveryController],
  providers: [
    { provide: HOSTS, inject: [SETTINGS], useFactory: hostsOf },
    ActiveOrganisation,
    DiscoverRepositories,
    DiscoveryStore,
    DiscoveryThrottle,
    SettingsAccess,
  ],
})
export class DiscoveryModule {}
