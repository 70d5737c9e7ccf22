import type { GitlabCorpus, SimulatedProject, SimulatedRequest, SimulatedSnippet, SimulatedCommit } from './cloud-corpus.ts';

/** Lines before and after a match that GitLab shows. */
const AROUND = 2;

export interface FoundBlob {
  readonly project: SimulatedProject;
  readonly path: string;
  readonly data: string;
  readonly startline: number;
}

/** The parts of a query that must all stand in a result: words, and phrases in quotes. */
export const termsOf = (query: string): string[] =>
  [...query.matchAll(/"([^"]*)"|\S+/g)].map(([whole, phrase]) => (phrase ?? whole).toLowerCase()).filter((term) => term.length > 1);

const holds = (text: string, terms: readonly string[]) => terms.length > 0 && terms.every((term) => text.toLowerCase().includes(term));
const isSeen = (project: SimulatedProject, seesPrivate: boolean) => seesPrivate || (project.visibility ?? 'public') === 'public';

/** Advanced search: every term somewhere in the file; the first match of each file. */
export function searchCode({ projects }: GitlabCorpus, query: string, seesPrivate: boolean): FoundBlob[] {
  const terms = termsOf(query);
  return projects
    .filter((project) => isSeen(project, seesPrivate))
    .flatMap((project) =>
      [...project.files].flatMap(([path, bytes]) => {
        const text = Buffer.from(bytes).toString();
        return holds(text, terms) ? [around(project, path, text.split('\n'), terms[0] ?? '')].flat().slice(0, 1) : [];
      }),
    );
}

/** Basic search within a project: the query as it stands, on one line; every matching line, and files by their name. */
export function grepProject(project: SimulatedProject, query: string): FoundBlob[] {
  const phrase = query.toLowerCase();
  const byName = [...project.files.keys()]
    .filter((path) => path.toLowerCase().includes(phrase))
    .map((path) => ({ project, path, data: '', startline: 1 }));
  // -I: binary files are left out.
  const texts = [...project.files].filter(([, bytes]) => !bytes.includes(0));
  return [...byName, ...texts.flatMap(([path, bytes]) => around(project, path, Buffer.from(bytes).toString().split('\n'), phrase))];
}

const around = (project: SimulatedProject, path: string, lines: readonly string[], term: string): FoundBlob[] =>
  lines.flatMap((line, at) => {
    if (!line.toLowerCase().includes(term)) return [];
    const from = Math.max(0, at - AROUND);
    return [{ project, path, data: `${lines.slice(from, at + AROUND + 1).join('\n')}\n`, startline: from + 1 }];
  });

export const searchProjects = ({ projects }: GitlabCorpus, query: string, seesPrivate: boolean): SimulatedProject[] =>
  projects.filter((project) => isSeen(project, seesPrivate) && holds(`${project.path} ${project.description ?? ''}`, termsOf(query)));

export function searchRequests(
  { projects }: GitlabCorpus,
  kind: 'issues' | 'mergeRequests',
  query: string,
  seesPrivate: boolean,
): { project: SimulatedProject; request: SimulatedRequest }[] {
  return projects
    .filter((project) => isSeen(project, seesPrivate))
    .flatMap((project) => (project[kind] ?? []).map((request) => ({ project, request })))
    .filter(({ request }) => holds(`${request.title}\n${request.description}`, termsOf(query)));
}

export const searchCommits = (
  projects: readonly SimulatedProject[],
  query: string,
  seesPrivate: boolean,
): { project: SimulatedProject; commit: SimulatedCommit }[] =>
  projects
    .filter((project) => isSeen(project, seesPrivate))
    .flatMap((project) => (project.commits ?? []).map((commit) => ({ project, commit })))
    .filter(({ commit }) => holds(commit.message, termsOf(query)));

export const searchSnippets = ({ snippets }: GitlabCorpus, query: string, seesPrivate: boolean): SimulatedSnippet[] =>
  snippets.filter(
    (snippet) =>
      (seesPrivate || (snippet.visibility ?? 'public') === 'public') &&
      holds([snippet.title, snippet.description ?? '', ...snippet.files.keys()].join(' '), termsOf(query)),
  );
