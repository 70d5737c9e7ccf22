import { type CodeRepository, commitOf, type IndexedFile, searchedWords, treeId } from './code-corpus.ts';

const SITE = 'https://github.com';
const LINKS = [
  'archive',
  'assignees',
  'blobs',
  'branches',
  'collaborators',
  'comments',
  'commits',
  'compare',
  'contents',
  'contributors',
  'deployments',
  'downloads',
  'events',
  'forks',
  'git_commits',
  'git_refs',
  'git_tags',
  'hooks',
  'issue_comment',
  'issue_events',
  'issues',
  'keys',
  'labels',
  'languages',
  'merges',
  'milestones',
  'notifications',
  'pulls',
  'releases',
  'stargazers',
  'statuses',
  'subscribers',
  'subscription',
  'tags',
  'teams',
  'trees',
];
const USER_LINKS = ['followers', 'following', 'gists', 'starred', 'subscriptions', 'organizations', 'repos', 'events', 'received_events'];
const CREATED = '2020-01-01T00:00:00Z';

export const simpleUser = (origin: string, login: string) => ({
  login,
  id: [...login].reduce((sum, character) => sum * 31 + character.charCodeAt(0), 7) % 1_000_000_007,
  node_id: `U_${login}`,
  avatar_url: `https://avatars.githubusercontent.com/u/1?v=4`,
  gravatar_id: '',
  url: `${origin}/users/${login}`,
  html_url: `${SITE}/${login}`,
  ...Object.fromEntries(USER_LINKS.map((link) => [`${link}_url`, `${origin}/users/${login}/${link}`])),
  type: 'User',
  site_admin: false,
});

export const repositoryPage = ({ owner, name }: CodeRepository): string => `${SITE}/${owner}/${name}`;

export const minimalRepository = (origin: string, repository: CodeRepository) => ({
  id: repository.id,
  node_id: `R_${repository.id}`,
  name: repository.name,
  full_name: `${repository.owner}/${repository.name}`,
  private: repository.private ?? false,
  owner: simpleUser(origin, repository.owner),
  html_url: repositoryPage(repository),
  description: repository.description ?? null,
  fork: repository.fork ?? false,
  url: `${origin}/repos/${repository.owner}/${repository.name}`,
  ...Object.fromEntries(LINKS.map((link) => [`${link}_url`, `${origin}/repos/${repository.owner}/${repository.name}/${link}`])),
});

export const searchedRepository = (origin: string, repository: CodeRepository) => ({
  ...minimalRepository(origin, repository),
  clone_url: `${repositoryPage(repository)}.git`,
  git_url: `git://github.com/${repository.owner}/${repository.name}.git`,
  ssh_url: `git@github.com:${repository.owner}/${repository.name}.git`,
  svn_url: repositoryPage(repository),
  mirror_url: null,
  homepage: null,
  language: repository.language ?? null,
  license: null,
  default_branch: repository.branch ?? 'main',
  ...Object.fromEntries(['downloads', 'issues', 'projects', 'wiki', 'pages'].map((part) => [`has_${part}`, false])),
  ...Object.fromEntries(
    ['forks', 'forks_count', 'open_issues', 'open_issues_count', 'stargazers_count', 'watchers', 'watchers_count'].map((count) => [
      count,
      0,
    ]),
  ),
  size: Math.ceil(repository.files.length / 10),
  archived: false,
  disabled: false,
  created_at: repository.createdAt ?? CREATED,
  updated_at: CREATED,
  pushed_at: CREATED,
  score: 1,
});

export const foundFile = (origin: string, { repository, path, sha, bytes, words }: IndexedFile, phrases: readonly string[]) => ({
  name: path.slice(path.lastIndexOf('/') + 1),
  path,
  sha,
  url: `${origin}/repositories/${repository.id}/contents/${encodePath(path)}?ref=${commitOf(repository)}`,
  git_url: `${origin}/repositories/${repository.id}/git/blobs/${sha}`,
  html_url: `${repositoryPage(repository)}/blob/${commitOf(repository)}/${encodePath(path)}`,
  repository: minimalRepository(origin, repository),
  file_size: bytes.byteLength,
  score: 1,
  // Of a hit in the path GitHub gives a fragment without matches.
  text_matches: [
    {
      object_url: `${origin}/repositories/${repository.id}/contents/${encodePath(path)}?ref=${commitOf(repository)}`,
      object_type: 'FileContent',
      property: 'content',
      fragment: '',
      matches: phrases.some((phrase) => searchedWords(path).includes(phrase) || !words.includes(phrase))
        ? []
        : [{ text: '', indices: [0, 0] }],
    },
  ],
});

export const branchOf = (origin: string, repository: CodeRepository, name: string) => {
  const sha = commitOf(repository);
  const api = `${origin}/repos/${repository.owner}/${repository.name}`;
  const person = { name: repository.owner, email: `${repository.owner}@example.org`, date: CREATED };
  return {
    name,
    commit: {
      sha,
      node_id: `C_${sha}`,
      commit: {
        author: person,
        committer: person,
        message: 'Publish',
        tree: { sha: treeId(repository, ''), url: `${api}/git/trees/${treeId(repository, '')}` },
        url: `${api}/git/commits/${sha}`,
        comment_count: 0,
        verification: { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null },
      },
      url: `${api}/commits/${sha}`,
      html_url: `${repositoryPage(repository)}/commit/${sha}`,
      comments_url: `${api}/commits/${sha}/comments`,
      author: simpleUser(origin, repository.owner),
      committer: simpleUser(origin, repository.owner),
      parents: [],
    },
    _links: { self: `${api}/branches/${name}`, html: `${repositoryPage(repository)}/tree/${name}` },
    protected: false,
    protection: { enabled: false, required_status_checks: { enforcement_level: 'off', contexts: [], checks: [] } },
    protection_url: `${api}/branches/${name}/protection`,
  };
};

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');
