import { z } from 'zod';

/** The parts of GitLab's answers that are used (doc/api/search.md, projects.md, snippets.md). */

const id = z.number().int().nonnegative();
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');
const isPage = (value: string) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol);
const page = z.string().refine(isPage);
const commitId = z.string().regex(/^[0-9a-f]{7,64}$/i);

export const foundBlob = z.object({ path: z.string().min(1), ref: z.string().min(1), project_id: id });
export const foundProject = z.object({ id, name: z.string(), description: text });
export const request = z.object({
  iid: id,
  project_id: id,
  title: z.string(),
  description: text,
  updated_at: z.string(),
  web_url: page,
  confidential: z.boolean().nullish(),
});
export type FoundRequest = z.output<typeof request>;

export const commit = z.object({
  id: commitId,
  message: text,
  author_name: text,
  author_email: text,
  committed_date: z.string(),
});
export const foundCommit = commit.extend({ project_id: id });
export type FoundCommit = z.output<typeof foundCommit>;

export const snippet = z.object({
  id,
  title: text,
  description: text,
  visibility: z.string(),
  author: z.object({ username: z.string() }).nullish(),
  updated_at: z.string(),
  project_id: id.nullish(),
  web_url: page,
  file_name: text,
  files: z.array(z.object({ path: z.string(), raw_url: z.string() })).nullish(),
});
export type FoundSnippet = z.output<typeof snippet>;

const level = z.string().nullish();
/** A project as it is shown alone: its visibility and who may see what are in no result of the search. */
export const project = z.object({
  id,
  path_with_namespace: z.string(),
  web_url: page,
  /** Not there where the caller may not read the code. */
  default_branch: z.string().nullish(),
  /** A project without a commit names a branch too. */
  empty_repo: z.boolean().nullish(),
  visibility: z.string(),
  last_activity_at: z.string(),
  repository_access_level: level,
  issues_access_level: level,
  merge_requests_access_level: level,
  snippets_access_level: level,
});
export type ShownProject = z.output<typeof project>;

export const treeEntry = z.object({ id: z.string().regex(/^[0-9a-f]{40,64}$/i), type: z.string(), path: z.string(), mode: z.string() });
