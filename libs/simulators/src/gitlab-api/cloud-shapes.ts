import { createHash } from 'node:crypto';
import type { SimulatedCommit, SimulatedProject, SimulatedRequest, SimulatedSnippet } from './cloud-corpus.ts';
import type { FoundBlob } from './cloud-search.ts';

const CREATED = '2025-12-01T00:00:00.000Z';
const PERSON = { id: 7, username: 'dev', name: 'Dev Eloper', state: 'active', locked: false, avatar_url: null };

/** The id that git gives a blob. */
/** The person whose token it is, with the fields that GitLab always gives. */
export const userShape = () => ({
  id: 1,
  username: 'crawler',
  name: 'Crawler',
  state: 'active',
  locked: false,
  web_url: 'https://gitlab.com/crawler',
});

export const blobId = (bytes: Uint8Array): string => createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');

/** A result of the scope `blobs`. `ref` is a commit or, as in GitLab's own examples, a branch. */
export const blobShape = ({ project, path, data, startline }: FoundBlob, ref: string) => ({
  basename: path.replace(/\.[^./]*$/, ''),
  data,
  path,
  filename: path,
  id: null,
  ref,
  startline,
  project_id: project.id,
});

/** A result of the scope `projects`: it says neither the visibility nor who may see what. */
export const foundProjectShape = (site: string, project: SimulatedProject) => {
  const name = project.path.split('/').at(-1) ?? '';
  return {
    id: project.id,
    description: project.description ?? null,
    name,
    name_with_namespace: project.path.replaceAll('/', ' / '),
    path: name,
    path_with_namespace: project.path,
    created_at: CREATED,
    // Also of a project without a commit.
    default_branch: project.branch ?? 'main',
    tag_list: [],
    topics: [],
    ssh_url_to_repo: `git@gitlab.com:${project.path}.git`,
    http_url_to_repo: `${site}/${project.path}.git`,
    web_url: `${site}/${project.path}`,
    readme_url: null,
    forks_count: 0,
    avatar_url: null,
    star_count: 0,
    last_activity_at: project.lastActivity,
  };
};

export const projectShape = (site: string, project: SimulatedProject) => {
  const access = (feature: 'repository' | 'issues' | 'merge_requests' | 'snippets') =>
    project.membersOnly?.includes(feature) === true ? 'private' : 'enabled';
  return {
    ...foundProjectShape(site, project),
    visibility: project.visibility ?? 'public',
    archived: false,
    empty_repo: project.branch === null,
    issues_access_level: access('issues'),
    repository_access_level: access('repository'),
    merge_requests_access_level: access('merge_requests'),
    snippets_access_level: access('snippets'),
  };
};

export const requestShape = (site: string, project: SimulatedProject, kind: 'issues' | 'merge_requests', request: SimulatedRequest) => ({
  id: project.id * 1000 + request.iid,
  iid: request.iid,
  project_id: project.id,
  title: request.title,
  description: request.description,
  state: 'opened',
  created_at: CREATED,
  updated_at: request.updatedAt,
  labels: [],
  author: { ...PERSON, web_url: `${site}/dev` },
  user_notes_count: 0,
  upvotes: 0,
  downvotes: 0,
  ...(kind === 'issues' && { confidential: request.confidential ?? false }),
  ...(kind === 'merge_requests' && { source_branch: 'fix', target_branch: 'main', source_project_id: project.id, draft: false }),
  ...(kind === 'merge_requests' && {
    references: { short: `!${request.iid}`, relative: `!${request.iid}`, full: `${project.path}!${request.iid}` },
  }),
  web_url: `${site}/${project.path}/-/${kind}/${request.iid}`,
});

export const commitShape = (site: string, project: SimulatedProject, commit: SimulatedCommit) => ({
  id: commit.id,
  short_id: commit.id.slice(0, 8),
  created_at: commit.committedAt,
  parent_ids: [],
  title: commit.message.split('\n')[0] ?? '',
  message: commit.message,
  author_name: 'Dev Eloper',
  author_email: 'dev@example.com',
  authored_date: commit.committedAt,
  committer_name: 'Dev Eloper',
  committer_email: 'dev@example.com',
  committed_date: commit.committedAt,
  web_url: `${site}/${project.path}/-/commit/${commit.id}`,
  project_id: project.id,
});

export const snippetShape = (site: string, snippet: SimulatedSnippet, project: SimulatedProject | undefined) => {
  const web = `${site}/${project === undefined ? '' : `${project.path}/`}-/snippets/${snippet.id}`;
  const [first = ''] = snippet.files.keys();
  return {
    id: snippet.id,
    title: snippet.title,
    description: snippet.description ?? null,
    visibility: snippet.visibility ?? 'public',
    author: { ...PERSON, username: snippet.author, web_url: `${site}/${snippet.author}` },
    created_at: CREATED,
    updated_at: snippet.updatedAt,
    project_id: snippet.projectId ?? null,
    web_url: web,
    raw_url: `${web}/raw`,
    file_name: first,
    files: [...snippet.files.keys()].map((path) => ({ path, raw_url: `${web}/raw/main/${path}` })),
  };
};

/** The tree with everything below it: folders and files. */
export function treeShape(project: SimulatedProject) {
  const folders = new Set(
    [...project.files.keys()].flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))).filter(Boolean),
  );
  const entry = (id: string, path: string, type: 'blob' | 'tree') => ({
    id,
    name: path.split('/').at(-1) ?? '',
    type,
    path,
    mode: type === 'blob' ? '100644' : '040000',
  });
  return [
    ...[...folders].map((path) => entry(blobId(Buffer.from(path)), path, 'tree')),
    ...[...project.files].map(([path, bytes]) => entry(blobId(bytes), path, 'blob')),
  ];
}
