import type { Rate } from '../../accounts/access.port.ts';
import type { Wanted } from '../../accounts/wanted.ts';
import type { DiscoverySource } from '@leakwatch/rules';
import type { CrawlerSettings } from '../../settings.ts';

/** With which accounts of the pool a host is asked, and at which rate until its answers say more. */
export type HostAccounts = Pick<Wanted, 'source' | 'accounts' | 'resource' | 'rates'>;

/** The hosts' windows of REST requests, shared with the crawls of the same accounts. Anonymous callers have less: the answers say so. */
const GITHUB: Readonly<Record<'core', Rate>> = { core: { requests: 5_000, seconds: 3_600, by: 'account' } };
const GITLAB: Readonly<Record<'api', Rate>> = { api: { requests: 2_000, seconds: 60, by: 'account' } };

type Addresses = Pick<CrawlerSettings, 'GITLAB_URL' | 'GITLAB_CLOUD_URL'>;

/** Accounts of GitLab belong to GITLAB_CLOUD_URL: another server must not get their tokens, and is asked anonymously. */
export const hostAccounts = ({ GITLAB_URL, GITLAB_CLOUD_URL }: Addresses): Readonly<Record<DiscoverySource, HostAccounts>> => ({
  github: { source: 'github', accounts: 'optional', resource: 'core', rates: GITHUB },
  gitlab: {
    source: 'gitlab_cloud',
    accounts: new URL(GITLAB_URL).origin === new URL(GITLAB_CLOUD_URL).origin ? 'optional' : 'none',
    resource: 'api',
    rates: GITLAB,
  },
});
