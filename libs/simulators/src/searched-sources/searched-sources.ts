import type { SourceType } from '@leakwatch/vocabulary';
import { gistId, type SimulatedGist } from '../gist-api/gist-corpus.ts';
import type { CodeRepository } from '../github-search-api/code-corpus.ts';
import { type GithubSite, startGithubSite } from '../github-site/github-site.ts';
import type { GitlabCloudApi } from '../gitlab-api/cloud-call.ts';
import { simulatedProject } from '../gitlab-api/cloud-corpus.ts';
import { startGitlabCloud } from '../gitlab-api/gitlab-cloud-api.ts';
import { type GoogleDocsApi, googleId, type SimulatedGoogleDocument, startGoogleDocs } from '../google-docs/google-docs.ts';
import { workbook } from '../google-docs/workbook.ts';
import { type PastebinApi, startPastebinApi } from '../pastebin-api/pastebin-api.ts';
import { type SimulatedProxy, startProxy } from '../proxy/index.ts';
import { SimulatedTelegramChannel, startTelegram, type TelegramServer } from '../telegram-mtproto/index.ts';

/** A leak that stands in one of the simulated sources. */
export interface SearchedLeak {
  readonly source: SourceType;
  readonly pattern: string;
  readonly path: string;
}

/** Ports of the servers, where they must stay the same; free ones by default. */
export interface SearchedPorts {
  readonly github: number;
  readonly gitlab: number;
  readonly pastebin: number;
  readonly google: number;
  readonly proxies: readonly number[];
}

export interface SearchedSources {
  readonly github: GithubSite;
  readonly gitlab: GitlabCloudApi;
  readonly pastebin: PastebinApi;
  readonly google: GoogleDocsApi;
  readonly telegram: TelegramServer;
  /** One for each service account. */
  readonly proxies: readonly SimulatedProxy[];
  /** What the simulated GitHub, GitLab and Google accept. */
  readonly tokens: { readonly github: string; readonly gitlab: string; readonly google: string };
  /** The account that the simulated Telegram signs in, and the application that it accepts. */
  readonly telegramAccount: { readonly phone: string; readonly code: string; readonly api: { readonly id: number; readonly hash: string } };
  /** The channels of Telegram that a task names: a public one, and an invitation to a private one. */
  readonly channels: readonly string[];
  /** The search engine to which Google's key belongs. */
  readonly engine: string;
  /** What a task with `patterns` finds. */
  readonly leaks: readonly SearchedLeak[];
  readonly patterns: {
    readonly internal_domains: { readonly patterns: readonly string[] };
    readonly keywords?: { readonly patterns: readonly string[] };
  };
  /** Settings with which an installation reads them instead of the real ones. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const DOMAIN = 'romashka-shop.example';
const KEYWORD = 'romashka_billing_key';
const MANY_FILES = 40;
const TOKENS = { github: 'ghp_simulated', gitlab: 'glpat-simulated', google: 'AIzaSimulated' };
const ENGINE = 'simulated-engine';

const REPOSITORIES: readonly CodeRepository[] = [
  {
    id: 101,
    owner: 'contractor',
    name: 'shop-deploy',
    description: 'Deployment scripts',
    files: [
      { path: 'ansible/hosts.yml', content: `all:\n  hosts:\n    db.${DOMAIN}:\n      ansible_user: deploy\n` },
      { path: 'README.md', content: '# Deployment\n\nNothing of interest.\n' },
      { path: 'src/billing.py', content: `import os\n\n${KEYWORD} = "k-39ac-71"\n` },
    ],
  },
  {
    id: 102,
    owner: 'student',
    name: 'notes',
    files: Array.from({ length: MANY_FILES }, (_, n) => ({ path: `day-${n + 1}.md`, content: `Day ${n + 1}\n\nNotes of the course.\n` })),
  },
];
const GISTS: readonly SimulatedGist[] = [
  {
    id: gistId(1),
    owner: 'contractor',
    description: 'nginx',
    files: [{ name: 'shop.conf', content: `server {\n  server_name admin.${DOMAIN};\n}\n` }],
    updatedAt: '2026-11-20T10:00:00Z',
  },
  {
    id: gistId(2),
    owner: 'somebody',
    files: [{ name: 'hello.py', content: 'print("hello")\n' }],
    comments: [`Try ${KEYWORD}=k-39ac-71 instead`],
    updatedAt: '2026-11-21T10:00:00Z',
  },
];
const PROJECTS = [
  simulatedProject(501, 'outsource/crm', {
    'config/database.yml': `production:\n  host: crm-db.${DOMAIN}\n  password: p4ss\n`,
    'README.md': '# CRM\n',
  }),
];
const paste = (key: string, title: string, body: string, seconds: number) => ({
  key,
  title,
  date: 1_795_000_000 + seconds,
  body: Buffer.from(body),
});
const PASTES = [
  paste('aB3dE5fG', 'dump.sql', `-- host mail.${DOMAIN}\ninsert into users values (1);\n`, 60),
  paste('hJ7kL9mN', 'log', `starting\n${KEYWORD} loaded from env\n`, 30),
  paste('pQ1rS2tU', 'shopping list', 'milk, bread\n', 0),
];

const DOCUMENTS: readonly SimulatedGoogleDocument[] = [
  {
    kind: 'document',
    id: googleId(1),
    title: 'Доступы для подрядчика',
    content: `VPN: vpn.${DOMAIN}\r\nлогин: contractor\r\n`,
  },
  { kind: 'document', id: googleId(2), title: 'Minutes', content: 'Nothing of interest.' },
  {
    kind: 'spreadsheets',
    id: googleId(3),
    title: 'Сотрудники',
    searched: DOMAIN,
    content: workbook('Июнь', [
      ['Имя', 'Почта', 'Оклад'],
      ['Иванов И. И.', `ivanov@${DOMAIN}`, '120 000'],
    ]),
  },
];

const TELEGRAM_ACCOUNT = { phone: '79001112233', code: '12345', api: { id: 17, hash: 'a1b2c3' } };
const CHANNEL = 'contractors_chat';
const POSTED = 1_795_000_000;
const channel = () =>
  new SimulatedTelegramChannel(1_001n, CHANNEL, 'Чат подрядчиков', [
    { id: 1, date: POSTED, text: 'Всем привет' },
    { id: 2, date: POSTED + 60, text: `Стенд переехал на stage.${DOMAIN}, пароль прежний`, signature: 'Пётр' },
    {
      id: 3,
      date: POSTED + 120,
      text: 'Выгрузка',
      file: { id: 5_001n, name: 'export.csv', type: 'text/csv', bytes: Buffer.from(`name;value\n${KEYWORD};k-39ac-71\n`) },
    },
  ]);

const INVITATION = 'https://t.me/+Zm9vYmFyLXJvbWFz';
/** A private channel that the account has joined. */
function privateChannel(): SimulatedTelegramChannel {
  const made = new SimulatedTelegramChannel(1_002n, '', 'Сливы, закрытый', [
    { id: 4, date: POSTED + 180, text: `Свежий доступ: vpn.${DOMAIN}, логин contractor` },
  ]);
  made.invites.set('Zm9vYmFyLXJvbWFz', 'open');
  made.members.add(TELEGRAM_ACCOUNT.phone);
  return made;
}

const leaksOf = (pattern: string, places: readonly (readonly [SourceType, string])[]): SearchedLeak[] =>
  places.map(([source, path]) => ({ source, pattern, path }));

/** Simulated GitHub with gists, GitLab, Pastebin, Google documents, Telegram and proxies, with leaks of one company in each. */
export async function startSearchedSources(ports: Partial<SearchedPorts> = {}): Promise<SearchedSources> {
  const on = (port: number | undefined) => (port === undefined ? {} : { port });
  const github = await startGithubSite({
    repositories: REPOSITORIES,
    gists: GISTS,
    tokens: { [TOKENS.github]: 'valid' },
    ...on(ports.github),
  });
  const gitlab = await startGitlabCloud({
    projects: PROJECTS,
    accounts: { [TOKENS.gitlab]: { state: 'valid', tier: 'paid' } },
    ...on(ports.gitlab),
  });
  const pastebin = await startPastebinApi({ pastes: PASTES, ...on(ports.pastebin) });
  const google = await startGoogleDocs({ documents: DOCUMENTS, keys: { [TOKENS.google]: ENGINE }, ...on(ports.google) });
  const { phone, code, api } = TELEGRAM_ACCOUNT;
  const telegram = await startTelegram({ users: [{ phone, code }], api, channels: [channel(), privateChannel()] });
  const proxies = [
    await startProxy({ kind: 'http', ...on(ports.proxies?.[0]) }),
    await startProxy({ kind: 'http', ...on(ports.proxies?.[1]) }),
    await startProxy({ kind: 'http', ...on(ports.proxies?.[2]) }),
  ];
  return {
    ...{ github, gitlab, pastebin, google, telegram, proxies },
    tokens: TOKENS,
    telegramAccount: TELEGRAM_ACCOUNT,
    channels: [CHANNEL, INVITATION],
    engine: ENGINE,
    patterns: { internal_domains: { patterns: [DOMAIN] }, keywords: { patterns: [KEYWORD] } },
    leaks: [
      ...leaksOf(DOMAIN, [
        ['github', 'ansible/hosts.yml'],
        ['gist', 'shop.conf'],
        ['gitlab_cloud', 'config/database.yml'],
        ['pastebin', 'dump.sql'],
        ['google_docs', 'Доступы для подрядчика'],
        ['google_docs', 'Сотрудники!/Июнь'],
        ['telegram', '2'],
        ['telegram', '4'],
      ]),
      ...leaksOf(KEYWORD, [
        ['github', 'src/billing.py'],
        ['gist', 'comments/4000000'],
        ['pastebin', 'log'],
        ['telegram', '3/export.csv'],
      ]),
    ],
    env: {
      GITHUB_API_URL: github.origin,
      GIST_WEB_URL: github.origin,
      GIST_RAW_URL: github.origin,
      GITLAB_CLOUD_URL: gitlab.origin,
      PASTEBIN_API_URL: pastebin.origin,
      GOOGLE_SEARCH_URL: google.origin,
      GOOGLE_DOCS_URL: google.origin,
      GOOGLE_DRIVE_URL: google.origin,
      GOOGLE_DOWNLOAD_URL: google.origin,
      GOOGLE_CONTENT_URL: google.contentOrigin,
      TELEGRAM_DATA_CENTRES: telegram.centres.map(({ id, host, port }) => `${id}=${host}:${port}`).join(','),
      TELEGRAM_SERVER_KEY: telegram.key.publicKey,
    },
    close: async () => {
      const servers = [github, gitlab, pastebin, google, telegram];
      await Promise.all([...servers.map((server) => server.close()), ...proxies.map((proxy) => proxy.close())]);
    },
  };
}
