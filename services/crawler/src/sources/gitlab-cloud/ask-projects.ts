import { UpstreamError } from '../../accounts/upstream-error.ts';
import type { Answer, Reference } from '../unit-source.port.ts';
import { activityMark } from './activity-mark.ts';
import { project as projectRow, type ShownProject, treeEntry } from './gitlab-answers.ts';
import { askOne, askPage, type GitlabContext, RESOURCE } from './gitlab-client.ts';
import { isPublic, type ProjectRef, referenceIn } from './gitlab-hits.ts';
import { type GitlabRequest, projectQuery } from './gitlab-query.ts';
import { GitlabRefusal, isMissed } from './gitlab-refusal.ts';
import {
  type GitlabState,
  isRead,
  type LookupSlice,
  markRead,
  PAGES_A_PASS,
  readsCodeOfProjects,
  searchPages,
  settle,
  type Slice,
  TREE_PAGES,
  type TreeSlice,
} from './gitlab-slices.ts';

interface Stage {
  readonly request: GitlabRequest;
  readonly state: GitlabState;
  readonly now: number;
}

/** A symbolic link is a blob with this mode; its target is in the tree too. */
const LINK = '120000';

/**
 * Looks projects up and references those of their documents that everybody may see. One at which GitLab fails becomes a slice of its own, behind the
 * others, so that it keeps none of them from being read.
 */
export async function lookUpProjects(context: GitlabContext, { projects, settles }: LookupSlice, stage: Stage): Promise<Answer> {
  const references: Reference[] = [];
  const more: Slice[] = [];
  let incomplete = false;
  let isOver = true;
  for (const [at, { id, hits }] of projects.entries()) {
    const asked = orRefused(askOne(context, projectRow, ({ projects: api }) => api.show(id)));
    const shown = projects.length > 1 ? await unlessFailed(asked) : await asked;
    if (shown === undefined) {
      const rest = projects.slice(at + 1);
      if (rest.length > 0) more.push({ kind: 'lookup', projects: rest, settles });
      more.push({ kind: 'lookup', projects: projects.slice(at, at + 1), settles: null });
      isOver = rest.length === 0;
      break;
    }
    if (shown instanceof GitlabRefusal) {
      incomplete ||= isMissed(shown);
      continue;
    }
    const ref = refOf(shown, stage.now);
    references.push(...hits.filter((hit) => isPublic(shown, hit.kind)).map((hit) => referenceIn(ref, hit)));
    const isFound = hits.some((hit) => hit.kind === 'project') && isPublic(shown, 'blob') && ref.branch !== null;
    if (isFound && !isRead(stage.state, ref, stage.now)) more.push(...contentOf(ref, stage));
  }
  return {
    references,
    more,
    total: references.length,
    incomplete,
    ...(isOver && settles !== null && { state: settle(stage.state, settles) }),
  };
}

const refOf = (shown: ShownProject, now: number): ProjectRef => ({
  id: shown.id,
  path: shown.path_with_namespace,
  url: shown.web_url,
  branch: shown.empty_repo === true ? null : (shown.default_branch ?? null),
  mark: activityMark(shown.last_activity_at, now),
});

/** How the files of a project that was found by its name are read; not at all where code is searched over the whole site. */
function contentOf(project: ProjectRef, { request, state }: Stage): Slice[] {
  if (request.search === 'by_repository') return [{ kind: 'tree', project, page: 1 }];
  if (!readsCodeOfProjects(state)) return [];
  const query = projectQuery(request.words);
  return [searchPages({ scope: 'blobs', query, project }, { first: 1, last: PAGES_A_PASS, rotates: false })];
}

/** One page of the files of a project's default branch. */
export async function readTree(context: GitlabContext, slice: TreeSlice, { state, now }: Stage): Promise<Answer> {
  const { project, page } = slice;
  const read = askPage(context, { resource: RESOURCE.api, row: treeEntry, page }, ({ repositories }, paging) =>
    repositories.allRepositoryTrees(project.id, { recursive: true, ...(project.branch !== null && { ref: project.branch }), ...paging }),
  );
  const found = await orRefused(read);
  if (found instanceof GitlabRefusal) return { references: [], more: [], incomplete: isMissed(found) };
  const { rows, next } = found;
  const files = rows.filter(({ type, mode }) => type === 'blob' && mode !== LINK);
  const isEnd = next === null || page >= TREE_PAGES;
  return {
    references: files.map(({ path, id }) => referenceIn(project, { kind: 'blob', path, ref: project.branch ?? 'HEAD', blob: id })),
    more: isEnd ? [] : [{ ...slice, page: next }],
    total: files.length,
    capped: isEnd && next !== null,
    ...(isEnd && { state: markRead(state, project, now) }),
  };
}

const orRefused = <T>(asked: Promise<T>): Promise<T | GitlabRefusal> =>
  asked.catch((error: unknown) => {
    if (error instanceof GitlabRefusal) return error;
    throw error;
  });

/** undefined where GitLab fails at what was asked, whatever it does with other requests. */
const unlessFailed = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: unknown) => {
    if (error instanceof UpstreamError && (error.failure === 'unavailable' || error.failure === 'broken_answer')) return undefined;
    throw error;
  });
