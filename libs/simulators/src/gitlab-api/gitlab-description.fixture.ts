/**
 * What GitLab's API, version 4, sends, as far as the simulator does: names and fields are those of GitLab's entities (lib/api/entities) and of the
 * examples in doc/api/search.md, projects.md, repositories.md, snippets.md, merge_requests.md and commits.md. GitLab publishes no package with
 * them. A field that is not here is one that the simulator must not invent.
 */
const string = { type: 'string' };
const nullable = { type: ['string', 'null'] };
const integer = { type: 'integer' };
const boolean = { type: 'boolean' };
const time = { type: 'string', format: 'date-time' };
const uri = { type: 'string', format: 'uri' };
const listOf = (items: object) => ({ type: 'array', items });
const strings = listOf(string);

/** Every field that is named must be there; those of `optional` may be. */
const entity = (required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});

const UserBasic = entity(
  { id: integer, username: string, name: string, state: string, web_url: uri, avatar_url: nullable },
  { locked: boolean },
);

const Blob = entity({
  basename: string,
  data: string,
  path: string,
  filename: string,
  id: { type: ['string', 'null'] },
  ref: string,
  startline: integer,
  project_id: integer,
});

const basicProject = {
  id: integer,
  description: nullable,
  name: string,
  name_with_namespace: string,
  path: string,
  path_with_namespace: string,
  created_at: time,
  default_branch: nullable,
  topics: strings,
  ssh_url_to_repo: string,
  http_url_to_repo: string,
  web_url: uri,
  readme_url: nullable,
  forks_count: integer,
  avatar_url: nullable,
  star_count: integer,
  last_activity_at: time,
};
const level = { enum: ['disabled', 'private', 'enabled', 'public'] };
const BasicProjectDetails = entity(basicProject, { tag_list: strings });
const Project = entity(
  {
    ...basicProject,
    visibility: { enum: ['public', 'internal', 'private'] },
    archived: boolean,
    empty_repo: boolean,
    issues_access_level: level,
    repository_access_level: level,
    merge_requests_access_level: level,
    snippets_access_level: level,
  },
  { tag_list: strings },
);

const issuable = {
  id: integer,
  iid: integer,
  project_id: integer,
  title: string,
  description: nullable,
  state: { enum: ['opened', 'closed', 'locked', 'merged'] },
  created_at: time,
  updated_at: time,
  labels: strings,
  author: UserBasic,
  user_notes_count: integer,
  upvotes: integer,
  downvotes: integer,
  web_url: uri,
};
const IssueBasic = entity({ ...issuable, confidential: boolean });
const MergeRequestBasic = entity({
  ...issuable,
  references: entity({ short: string, relative: string, full: string }),
  source_branch: string,
  target_branch: string,
  source_project_id: integer,
  draft: boolean,
});

const Commit = {
  id: { type: 'string', pattern: '^[0-9a-f]{40}$' },
  short_id: string,
  created_at: time,
  parent_ids: strings,
  title: string,
  message: string,
  author_name: string,
  author_email: string,
  authored_date: time,
  committer_name: string,
  committer_email: string,
  committed_date: time,
  web_url: uri,
};
const CommitDetail = entity(Commit, { project_id: integer });

const Snippet = entity({
  id: integer,
  title: string,
  description: nullable,
  visibility: { enum: ['public', 'internal', 'private'] },
  author: UserBasic,
  created_at: time,
  updated_at: time,
  project_id: { type: ['integer', 'null'] },
  web_url: uri,
  raw_url: uri,
  file_name: string,
  files: listOf(entity({ path: string, raw_url: uri })),
});

const TreeObject = entity({
  id: string,
  name: string,
  type: { enum: ['blob', 'tree', 'commit'] },
  path: string,
  mode: { type: 'string', pattern: '^[0-7]{6}$' },
});

const refusal = entity({}, { message: { type: ['string', 'object'] }, error: string });

/** Answers by status, of calls whose paths fit. */
export const DESCRIBED: readonly { readonly path: RegExp; readonly ok: object }[] = [
  { path: /search\?scope=blobs/, ok: listOf(Blob) },
  { path: /search\?scope=projects/, ok: listOf(BasicProjectDetails) },
  { path: /search\?scope=issues/, ok: listOf(IssueBasic) },
  { path: /search\?scope=merge_requests/, ok: listOf(MergeRequestBasic) },
  { path: /search\?scope=commits/, ok: listOf(CommitDetail) },
  { path: /search\?scope=snippet_titles/, ok: listOf(Snippet) },
  { path: /\/projects\/\d+$/, ok: Project },
  { path: /\/issues\/\d+$/, ok: IssueBasic },
  { path: /\/merge_requests\/\d+$/, ok: MergeRequestBasic },
  { path: /\/commits\/[0-9a-f]+$/, ok: CommitDetail },
  { path: /\/snippets\/\d+$/, ok: Snippet },
  { path: /\/repository\/tree/, ok: listOf(TreeObject) },
];
export const REFUSAL = refusal;
