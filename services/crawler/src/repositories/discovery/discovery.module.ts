import { Module } from '@nestjs/common';
import { SETTINGS } from '@leakwatch/platform';
import { AccountsModule } from '../../accounts/accounts.module.ts';
import type { CrawlerSettings } from '../../settings.ts';
import { ActiveOrganisation } from './active-organisation.ts';
import { DiscoverRepositories, HOSTS, type Hosts } from './discover-repositories.ts';
import { DiscoveryController } from './discovery.controller.ts';
import { DiscoveryStore } from './discovery.store.ts';
import { DiscoveryThrottle } from './discovery-throttle.ts';
import { hostAccounts } from './host-accounts.ts';
import { GithubHost } from './hosts/github.host.ts';
import { GitlabHost } from './hosts/gitlab.host.ts';

function hostsOf(settings: CrawlerSettings): Hosts {
  const { github, gitlab } = hostAccounts(settings);
  return {
    github: { host: new GithubHost(settings.GITHUB_API_URL, github.resource), accounts: github },
    gitlab: { host: new GitlabHost(settings.GITLAB_URL, gitlab.resource), accounts: gitlab },
  };
}

@Module({
  imports: [AccountsModule],
  controllers: [DiscoveryController],
  providers: [
    { provide: HOSTS, inject: [SETTINGS], useFactory: hostsOf },
    ActiveOrganisation,
    DiscoverRepositories,
    DiscoveryStore,
    DiscoveryThrottle,
  ],
})
export class DiscoveryModule {}
