import { simulatedProject, startGitlabCloud } from '@leakwatch/simulators';
import { GitlabCloudSource } from '../gitlab-cloud/gitlab-cloud.source.ts';
import { secretOf, TOKENS } from './accounts.fixture.ts';
import { HTTP_FAULTS, type Subject, sufferOf, textOf } from './subject.fixture.ts';

const WIDE = { requests: 1_000_000, seconds: 60 };
const pathOf = (number: number): string => `config${number}.env`;

/** GitLab.com with accounts that may search code. A version of a file is the commit of its project, so each has one of its own. */
export async function openGitlab(): Promise<Subject> {
  const hidden = simulatedProject(1, 'team/hidden', { 'hidden.env': textOf(901) }, { visibility: 'private' });
  const api = await startGitlabCloud({ projects: [hidden], accounts: {}, searchWindow: WIDE, apiWindow: WIDE });
  const accept = () => {
    for (const { secret } of TOKENS) api.accounts[secret] = { tier: 'paid', seesPrivate: true };
  };
  accept();
  return {
    source: new GitlabCloudSource({ GITLAB_CLOUD_URL: api.origin }),
    accounts: TOKENS,
    task: { search_types: { gitlab_cloud: 'by_code' } },
    namesAll: false,
    pageSize: 100,
    faults: HTTP_FAULTS,
    hasNetwork: true,
    requests: () => api.requests.length,
    put: (number) =>
      void api.corpus.projects.unshift(simulatedProject(10 + number, `team/service${number}`, { [pathOf(number)]: textOf(number) })),
    remove: (number) => void (api.corpus.projects = api.corpus.projects.filter(({ id }) => id !== 10 + number)),
    pathOf,
    suffer: sufferOf(api),
    refuse: (login, why) => void (api.accounts[secretOf(login)] = { tier: 'paid', state: why }),
    accept,
    close: api.close,
  };
}
