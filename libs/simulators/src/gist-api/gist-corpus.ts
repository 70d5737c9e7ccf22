import { sha1 } from '../github-search-api/code-corpus.ts';

export interface GistFileContent {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** A public gist of a simulated GitHub. */
export interface SimulatedGist {
  readonly id: string;
  /** null for an anonymous one. */
  readonly owner: string | null;
  readonly files: readonly GistFileContent[];
  readonly updatedAt: string;
  readonly description?: string;
  readonly comments?: readonly string[];
  readonly blocked?: boolean;
  /** The list and the search still have it, it itself is gone. */
  readonly deleted?: boolean;
  /** Taken out of the list and of the search. */
  readonly unlisted?: boolean;
}

/** Gists that may change while they are read. */
export class GistCorpus {
  gists: readonly SimulatedGist[];

  constructor(gists: readonly SimulatedGist[]) {
    this.gists = gists;
  }

  /** Adds gists, or replaces those with the same id. */
  put(...gists: readonly SimulatedGist[]): void {
    const ids = new Set(gists.map(({ id }) => id));
    this.gists = [...this.gists.filter(({ id }) => !ids.has(id)), ...gists];
  }

  /** Latest change first. */
  get listed(): readonly SimulatedGist[] {
    return this.gists
      .filter(({ unlisted }) => unlisted !== true)
      .sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt));
  }
}

export const gistId = (number: number): string => sha1('gist', String(number)).slice(0, 32);

/** Gists that changed one second after another, the first at `from`. */
export function manyGists(count: number, content: (at: number) => string, from = '2026-01-01T00:00:00Z'): SimulatedGist[] {
  return Array.from({ length: count }, (_, at) => ({
    id: gistId(at),
    owner: `user${at % 31}`,
    files: [{ name: `note${at}.txt`, content: content(at) }],
    updatedAt: new Date(Date.parse(from) + at * 1_000).toISOString().replace('.000Z', 'Z'),
  }));
}

export const fileId = ({ content }: GistFileContent): string => {
  const bytes = Buffer.from(content);
  return sha1(`blob ${bytes.byteLength}\0`, bytes);
};

export const versionOf = (gist: SimulatedGist): string =>
  sha1('version', gist.id, gist.updatedAt, ...gist.files.flatMap(({ name, content }) => [name, content]));
