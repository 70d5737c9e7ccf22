import type { AnswerOf, currentOrganisation, KeywordSetDetails, TaskDetails } from '@leakwatch/contracts';
import { minutesAgo, mockId } from '../ids.ts';

const HOST = 'https://git.example/team';

const repository = (number: number, over: Partial<TaskDetails['git_repositories'][number]>): TaskDetails['git_repositories'][number] => ({
  id: mockId(3, number),
  repo_title: `service-${number}`,
  repo_url: `${HOST}/service-${number}`,
  repo_default_branch: 'main',
  git_remote_url: `${HOST}/service-${number}.git`,
  repo_remote_source: 'custom',
  status: 'ready_to_search',
  error_code: null,
  error_text: null,
  last_indexed: minutesAgo(12),
  blobs_total: 1840,
  blobs_scanned: 1840,
  blobs_unread: 0,
  blobs_unchecked: 0,
  waiting: false,
  ...over,
});

/** A git monitoring task of that number; the first one shows every status of a repository. */
export function makeTask(number: number): TaskDetails {
  const running = number % 3 !== 0;
  return {
    id: mockId(2, number),
    version: 1,
    edit_version: 1,
    company: ORGANISATION.id,
    title: number === 2 ? 'Мониторинг репозиториев биллинга и всех его подрядчиков' : `Monitoring of billing ${number}`,
    author: number === 3 ? null : 'kovalenko',
    created: minutesAgo(5000 + number * 600),
    status: running,
    confirmed: number !== 4,
    is_deep: number === 5,
    waiting_additions: number === 1,
    is_git_monitoring: number !== 5,
    recipients: number === 3 ? [] : ['security@corp.example', 'irina@corp.example', 'duty@corp.example'],
    sources: [
      {
        source: number === 5 ? 'github' : 'git_repo',
        source_type: number === 5 ? 'github' : 'git_repo',
        search_type: 'by_code',
        active: true,
        status: true,
        tg_channels: [],
        waiting: false,
        state: running ? (number === 1 || number === 5 ? 'running' : 'done') : 'idle',
        progress: number === 1 ? 64 : number === 5 ? 41 : running ? 100 : 0,
        activity: running ? minutesAgo(1) : null,
        failing: number === 1 ? { since: minutesAgo(190), error_code: 'authentication_required', parts_failed: 1, parts: 5 } : null,
        stalled: number === 5 ? { since: minutesAgo(2 * 24 * 60), error_code: 'no_account' } : null,
      },
    ],
    coverage:
      number === 5
        ? [
            {
              source_type: 'github',
              parts: 1,
              parts_failed: 0,
              found: 48_210,
              capped: 0,
              incomplete: 0,
              silent: 1,
              silent_since: minutesAgo(4000),
              error_code: 'upstream_limited',
              total: 12_400,
              scanned: 12_377,
              unread: 23,
              unchecked: 0,
              last_full_pass: null,
              next_launch: null,
            },
          ]
        : [
            {
              source_type: 'git_repo',
              parts: 5,
              parts_failed: number === 1 ? 1 : 0,
              total: 5520,
              scanned: 4710,
              unread: 3,
              unchecked: number === 1 ? 2 : 0,
              found: null,
              capped: 0,
              incomplete: 0,
              silent: 0,
              silent_since: null,
              error_code: null,
              last_full_pass: number === 1 ? null : minutesAgo(90),
              next_launch: number === 1 || !running ? null : minutesAgo(-35),
            },
          ],
    pattern_count: number === 5 ? 1 : 14,
    search_patterns:
      number === 5
        ? [{ id: mockId(6, 3), kind: 'deep', pattern: 'corp.example billing', waiting: false }]
        : [
            ...['password', 'token', 'secret', 'пароль'].map((word, at) => ({
              id: mockId(4, at),
              kind: 'public_domain' as const,
              pattern: `corp.example ${word}`,
              waiting: word === 'пароль',
            })),
            ...['intranet.corp', 'jira.corp'].map((pattern, at) => ({
              id: mockId(5, at),
              kind: 'internal_domain' as const,
              pattern,
              waiting: false,
            })),
            { id: mockId(6, 1), kind: 'keyword', pattern: 'filename:.env billing key', waiting: false },
            { id: mockId(6, 2), kind: 'regex', pattern: 'BILL-[0-9]{8}', waiting: false },
          ],
    patterns:
      number === 5
        ? [{ patterns_type: 'deep', patterns: ['corp.example billing'], keywords: [] }]
        : [
            {
              patterns_type: 'public_domains',
              patterns: ['corp.example'],
              keywords: ['password', 'token', 'secret', 'пароль'].flatMap((word) =>
                KEYWORD_GROUPS.flatMap(({ keywords }) => keywords.filter(({ name }) => name === word)),
              ),
            },
            { patterns_type: 'internal_domains', patterns: ['intranet.corp', 'jira.corp'], keywords: [] },
            { patterns_type: 'keywords', patterns: ['filename:.env billing key'], keywords: [] },
            { patterns_type: 'regex_keywords', patterns: ['BILL-[0-9]{8}'], keywords: [] },
          ],
    filter_keywords: ['test', 'sample'].map((keyword) => ({ keyword })),
    filter_mode: 'exclude',
    git_repository_observer: number === 5 ? null : { account_name: 'team', source_type: 'github', is_organisation: true },
    git_repositories: [
      repository(1, {}),
      repository(2, { status: 'processing_commits', blobs_scanned: 910, blobs_unread: 3, blobs_unchecked: 2 }),
      repository(3, { status: 'updating_local', blobs_scanned: 0, blobs_total: 0, last_indexed: null }),
      repository(4, { status: 'created', blobs_scanned: 0, blobs_total: 0, last_indexed: null }),
      repository(5, {
        status: 'repository_error',
        error_code: 'authentication_required',
        error_text: 'Сервер git не принял имя и пароль',
        blobs_scanned: 120,
        repo_url: 'file:///etc/passwd',
      }),
    ],
  };
}

/** A small picture, as the mock cannot answer files. */
const LOGO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADAAAAAYCAMAAACLI47uAAAAbFBMVEUVfz0TgjoVfz0VgDwUfzwUgD0Vfz0Rgz1MaXEVgD0Sfz8VgD0UfzwVfzz///8VgD3z+fUpi07+/v5iqn3S59r0+fby+PQoik3x+PTT59pgqXuMwaD1+veNwaEnikyOwqHR5tljqn6LwJ/U6Nu3nIeZAAAADnRSTlPyJ+6prK+qHQDxHO3s8PMp0iYAAAAJcEhZcwAACxMAAAsTAQCanBgAAACvSURBVDiNlZPpDoMwDIPD2cK2pqUc4xrX+7/jNECj0qTJ9c/aX2QpKUkRE4OiJJAkbuyhUFDsk2dOCe5zKPPMM38BM7XDUI4GBRatdmmLAUtx5JUqLAKYc/5HdQMA05VXqt+f1I/YATbXKAGgcg0NANo1agBofSuNrrECgHE6PV/I4uy1uA5ZHLOtz/kdenxNP1fVvP7vww6AyvcDPSjxAyIKQp/8PScp0gyNZ1Eu3wi0Qy6L5cd4AAAAAElFTkSuQmCC';

export const ORGANISATION: NonNullable<AnswerOf<typeof currentOrganisation>> = {
  id: mockId(8, 1),
  name: 'ООО «Пример»',
  description: '',
  logo: LOGO,
  active: true,
  trusted: false,
  tariff_type: 'all_inclusive',
  tariff: {
    id: mockId(9, 1),
    name: 'Standard',
    task_limit: 10,
    pattern_limit: 500,
    patterns_per_task_limit: 40,
    launch_limit: null,
    time_limit_per_launch: null,
    time_limit_total_months: 12,
  },
  starts_at: minutesAgo(100_000),
  expires_at: minutesAgo(-500_000),
  launch_count: 0,
};

export const KEYWORD_GROUPS: readonly KeywordSetDetails[] = [
  { name: 'Пароли', words: ['password', 'passwd', 'пароль', 'pwd'] },
  { name: 'Tokens', words: ['token', 'secret', 'api_key'] },
  { name: 'Infrastructure', words: ['jdbc', 'smtp', 'ldap', 'vpn', 'ssh'] },
].map(({ name, words }, group) => ({
  id: mockId(10, group),
  name,
  created: minutesAgo(50_000 + group * 1000),
  count: words.length,
  keywords: words.map((word, at) => ({ id: mockId(11, group * 100 + at), name: word })),
  version: 1,
}));
