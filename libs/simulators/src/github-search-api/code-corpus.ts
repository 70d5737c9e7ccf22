import { createHash } from 'node:crypto';

export interface SimulatedFile {
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** A public repository of a simulated GitHub. */
export interface CodeRepository {
  readonly id: number;
  readonly owner: string;
  readonly name: string;
  readonly files: readonly SimulatedFile[];
  readonly description?: string;
  readonly branch?: string;
  readonly language?: string;
  readonly createdAt?: string;
  readonly fork?: boolean;
  /** Every account of the simulator may see it. */
  readonly private?: boolean;
  readonly empty?: boolean;
  /** `owner/name` that it had before; requests for them are redirected. */
  readonly formerNames?: readonly string[];
  readonly blocked?: 'tos' | 'dmca';
  /** The search still has it, everything else is gone. */
  readonly deleted?: boolean;
}

export interface IndexedFile {
  readonly repository: CodeRepository;
  readonly path: string;
  readonly bytes: Buffer;
  readonly sha: string;
  /** Words of content and path between single spaces, lower case, as the search compares them. */
  readonly words: string;
}

export const sha1 = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** The search ignores signs other than these. */
export const searchedWords = (text: string): string =>
  ` ${text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter((word) => word !== '')
    .join(' ')} `;

/** Larger files are not indexed. */
const INDEXED_BYTES = 384 * 1024;

interface CorpusIndex {
  readonly version: number;
  readonly files: readonly IndexedFile[];
  readonly of: ReadonlyMap<CodeRepository, readonly IndexedFile[]>;
}

/** Repositories with an index of their files. `change` replaces them; what is asked next is answered from the new ones. */
export class CodeCorpus {
  repositories: readonly CodeRepository[];
  /** Rises with each change. */
  version = 0;
  private indexed: CorpusIndex | undefined;

  constructor(repositories: readonly CodeRepository[]) {
    this.repositories = repositories;
  }

  change(change: (repositories: readonly CodeRepository[]) => readonly CodeRepository[]): void {
    this.repositories = change(this.repositories);
    this.version += 1;
  }

  /** Every file, also those that the search does not index. */
  get files(): readonly IndexedFile[] {
    return this.index().files;
  }

  get searched(): readonly IndexedFile[] {
    return this.files.filter((file) => file.bytes.byteLength < INDEXED_BYTES);
  }

  filesOf(repository: CodeRepository): readonly IndexedFile[] {
    const { of } = this.index();
    return of.get(repository) ?? [];
  }

  private index(): CorpusIndex {
    if (this.indexed?.version === this.version) return this.indexed;
    const of = new Map(this.repositories.map((one) => [one, one.empty === true ? [] : one.files.map((file) => indexFile(one, file))]));
    this.indexed = { version: this.version, of, files: [...of.values()].flat() };
    return this.indexed;
  }
}

function indexFile(repository: CodeRepository, { path, content }: SimulatedFile): IndexedFile {
  const bytes = Buffer.from(content);
  return {
    repository,
    path,
    bytes,
    sha: sha1(`blob ${bytes.byteLength}\0`, bytes),
    words: searchedWords(`${path} ${bytes.toString('utf8')}`),
  };
}

const commits = new WeakMap<CodeRepository, string>();

/** The commit at which a repository's default branch is; another one when its files change. */
export function commitOf(repository: CodeRepository): string {
  const id =
    commits.get(repository) ?? sha1('commit', String(repository.id), ...repository.files.flatMap(({ path, content }) => [path, content]));
  commits.set(repository, id);
  return id;
}

/** The id of a folder's tree; '' for the root. */
export const treeId = (repository: CodeRepository, folder: string): string => sha1('tree', commitOf(repository), folder);

/** Repositories with `count` files that hold `phrase`, of sizes and extensions as they are usual: few great ones, many small ones. */
export function manyFiles(count: number, phrase: string, filesEach = 25): CodeRepository[] {
  const extensions = ['js', 'py', 'env', 'yml', 'json', 'txt', 'ts'];
  return Array.from({ length: Math.ceil(count / filesEach) }, (_, at) => ({
    id: 500_000 + at,
    owner: `owner${at % 97}`,
    name: `many-${at}`,
    files: Array.from({ length: Math.min(filesEach, count - at * filesEach) }, (_unused, file) => {
      const number = at * filesEach + file;
      const filler = Math.floor(2 ** ((number * 7919) % 12) + ((number * 104_729) % 40));
      return {
        path: `src/part${file}/file${number}.${extensions[number % extensions.length]}`,
        content: `${phrase}\n${'x'.repeat(filler)}\n${number}\n`,
      };
    }),
  }));
}
