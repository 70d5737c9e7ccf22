/** An issue or a merge request. */
export interface SimulatedRequest {
  readonly iid: number;
  readonly title: string;
  readonly description: string;
  /** ISO time; of the last change. */
  readonly updatedAt: string;
  readonly confidential?: boolean;
}

export interface SimulatedCommit {
  readonly id: string;
  readonly message: string;
  readonly committedAt: string;
}

/** A project of a simulated GitLab with search. What it holds may be changed while the simulator runs. */
export interface SimulatedProject {
  readonly id: number;
  /** With its namespace: `group/subgroup/name`. */
  readonly path: string;
  readonly description?: string;
  /** null for a project without a repository. */
  readonly branch?: string | null;
  readonly visibility?: 'public' | 'internal' | 'private';
  /** The features that members alone may see. */
  readonly membersOnly?: readonly ('repository' | 'issues' | 'merge_requests' | 'snippets')[];
  /** ISO time. GitLab moves it at most once an hour. */
  lastActivity: string;
  /** The commit that the branch is at. */
  head: string;
  /** By path. */
  readonly files: Map<string, Uint8Array>;
  readonly issues?: readonly SimulatedRequest[];
  readonly mergeRequests?: readonly SimulatedRequest[];
  readonly commits?: readonly SimulatedCommit[];
}

export interface SimulatedSnippet {
  readonly id: number;
  readonly title: string;
  readonly description?: string;
  readonly author: string;
  readonly visibility?: 'public' | 'internal' | 'private';
  /** undefined for a snippet of a person. */
  readonly projectId?: number;
  readonly updatedAt: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export interface GitlabCorpus {
  projects: SimulatedProject[];
  snippets: SimulatedSnippet[];
}

const LONG_AGO = '2026-01-01T00:00:00.000Z';

/** A public project with what a test leaves out. */
export const simulatedProject = (
  id: number,
  path: string,
  files: Readonly<Record<string, string | Uint8Array>> = {},
  more: Partial<SimulatedProject> = {},
): SimulatedProject => ({
  id,
  path,
  lastActivity: LONG_AGO,
  head: String(id).padStart(40, '0'),
  files: new Map(Object.entries(files).map(([name, body]) => [name, typeof body === 'string' ? Buffer.from(body) : body])),
  ...more,
});

/** Public projects from number `first` on, each with one file that holds the word. */
export const manyProjects = (count: number, word: string, first = 1): SimulatedProject[] =>
  Array.from({ length: count }, (_, at) => first + at).map((id) =>
    simulatedProject(id, `team/service-${String(id).padStart(5, '0')}`, { 'config.env': `KEY=${word}-${id}\n` }, { description: word }),
  );
