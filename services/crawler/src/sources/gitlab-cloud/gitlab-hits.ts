import { sha256Hex } from '@leakwatch/platform';
import { z } from 'zod';
import type { Reference } from '../unit-source.port.ts';
import type { FoundCommit, FoundRequest, FoundSnippet, ShownProject } from './gitlab-answers.ts';

/** A longer text is requested again by its id: slices and hints are stored. */
const KEPT_CHARACTERS = 2_048;
const keep = (text: string): string | null => (text.length > KEPT_CHARACTERS ? null : text);

/** A document that a search or a tree named, without its project. */
export const hit = z.discriminatedUnion('kind', [
  /** `ref`: where it was found; `blob`: its id, known from a tree alone. */
  z.object({ kind: z.literal('blob'), path: z.string(), ref: z.string(), blob: z.string().nullable() }),
  z.object({
    kind: z.enum(['issue', 'merge_request']),
    iid: z.number(),
    changed: z.string(),
    url: z.string(),
    text: z.string().nullable(),
  }),
  z.object({ kind: z.literal('commit'), id: z.string(), author: z.string(), at: z.string(), text: z.string().nullable() }),
  z.object({ kind: z.literal('snippet'), id: z.number(), changed: z.string(), title: z.string(), author: z.string(), url: z.string() }),
  /** Its name and description. */
  z.object({ kind: z.literal('project'), text: z.string() }),
]);
export type Hit = z.output<typeof hit>;

/** What is kept of a project whose documents are referenced. */
export const projectRef = z.object({
  id: z.number(),
  path: z.string(),
  url: z.string(),
  branch: z.string().nullable(),
  /** Changes when anything in the project may have changed; see activityMark. */
  mark: z.string(),
});
export type ProjectRef = z.output<typeof projectRef>;

export const hint = z.object({ project: projectRef.pick({ id: true, url: true }).nullable(), hit });
export type Hint = z.output<typeof hint>;

export const textOf = ({ title, description }: Pick<FoundRequest, 'title' | 'description'>): string => `${title}\n\n${description}`;

export const requestHit = (kind: 'issue' | 'merge_request', row: FoundRequest): Hit => ({
  kind,
  iid: row.iid,
  changed: row.updated_at,
  url: row.web_url,
  text: keep(textOf(row)),
});

export const commitHit = (row: Omit<FoundCommit, 'project_id'>): Hit => ({
  kind: 'commit',
  id: row.id,
  author: `${row.author_name} <${row.author_email}>`,
  at: row.committed_date,
  text: keep(row.message),
});

export const snippetHit = (row: FoundSnippet): Extract<Hit, { kind: 'snippet' }> => ({
  kind: 'snippet',
  id: row.id,
  changed: row.updated_at,
  title: row.title,
  author: row.author?.username ?? '',
  url: row.web_url,
});

/** The features of a project by the documents that they hold. */
const LEVELS = {
  blob: 'repository_access_level',
  commit: 'repository_access_level',
  issue: 'issues_access_level',
  merge_request: 'merge_requests_access_level',
  snippet: 'snippets_access_level',
} as const;

/** Whether everybody may see it. An account may be a member of projects that others may not see; those are never read. */
export const isPublic = (project: ShownProject, kind: Hit['kind']): boolean =>
  project.visibility === 'public' && (kind === 'project' || ['enabled', 'public', null, undefined].includes(project[LEVELS[kind]]));

const COMMIT_ID = /^[0-9a-f]{40,64}$/i;

/**
 * What a commit holds never changes; what a branch holds may have changed when the project's mark has. Another branch may become the default one
 * while the mark stays.
 */
const versionOf = (found: Hit, mark: string): string => {
  if (found.kind === 'blob') return found.blob ?? (COMMIT_ID.test(found.ref) ? found.ref : `${mark} ${found.ref}`);
  if (found.kind === 'commit') return found.id;
  return found.kind === 'project' ? sha256Hex(found.text) : found.changed;
};

export const keyOf = (found: Hit, project: number): string => {
  if (found.kind === 'blob') return `blob:${project}:${found.path}`;
  if (found.kind === 'commit') return `commit:${project}:${found.id}`;
  if (found.kind === 'project') return `project:${project}`;
  return found.kind === 'snippet' ? `snippet:${found.id}` : `${found.kind}:${project}:${found.iid}`;
};

/** A document of a project. */
export function referenceIn(project: ProjectRef, found: Hit): Reference {
  const kept: Hint = { project: { id: project.id, url: project.url }, hit: found };
  const owner = project.path.split('/').slice(0, -1).join('/');
  const container = { key: `project:${project.id}`, title: project.path, url: project.url, owner };
  return {
    key: keyOf(found, project.id),
    version: versionOf(found, project.mark),
    container: found.kind === 'snippet' ? snippetContainer(found) : container,
    hint: kept,
  };
}

/** A snippet of a person. */
export function personalSnippet(row: FoundSnippet): Reference {
  const found = snippetHit(row);
  const kept: Hint = { project: null, hit: found };
  return { key: `snippet:${row.id}`, version: row.updated_at, container: snippetContainer(found), hint: kept };
}

const snippetContainer = ({ id, title, url, author }: Extract<Hit, { kind: 'snippet' }>): Reference['container'] => ({
  key: `snippet:${id}`,
  title: title || `$${id}`,
  url,
  owner: author,
});
