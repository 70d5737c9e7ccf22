import { startGithubApi } from '@leakwatch/simulators';
import { GithubHost } from './github.host.ts';
import { hostConformance } from './host-conformance.fixture.ts';

hostConformance({
  source: 'github',
  start: ({ team, big, none, solo }) =>
    startGithubApi({
      accounts: {
        team: { type: 'Organization', repositories: team },
        big: { type: 'Organization', repositories: big },
        none: { type: 'Organization', repositories: none },
        solo: { type: 'User', repositories: solo },
      },
    }),
  host: (origin) => new GithubHost(origin, 'api'),
  tokenHeader: ['authorization', 'token '],
});
