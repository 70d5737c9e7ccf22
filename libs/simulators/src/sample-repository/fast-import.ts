import { runGit } from '../git-http/scratch-repository.ts';

/** Who made a commit. */
export interface SampleAuthor {
  readonly name: string;
  readonly email: string;
}

export interface SampleCommit {
  readonly branch: string;
  readonly author: SampleAuthor;
  /** Seconds since 1970. */
  readonly time: number;
  readonly message: string;
  /** Content for a path; null deletes it. */
  readonly files: Readonly<Record<string, string | Buffer | null>>;
  /** Its parent where that is not the last commit of the branch in this stream: a mark, or the branch as the repository has it. */
  readonly from?: number | 'branch';
  /** Mark of a commit that is merged. */
  readonly merge?: number;
}

/** Collects one stream of `git fast-import`, which makes hundreds of commits in a few milliseconds. */
export class FastImport {
  readonly #parts: Buffer[] = [];
  #mark = 0;

  /** Adds a commit and gives its mark. */
  commit(commit: SampleCommit): number {
    this.#mark += 1;
    const who = `${commit.author.name} <${commit.author.email}> ${commit.time} +0300`;
    this.#line(`commit refs/heads/${commit.branch}`, `mark :${this.#mark}`, `author ${who}`, `committer ${who}`);
    this.#data(commit.message);
    if (commit.from !== undefined) this.#line(commit.from === 'branch' ? `from refs/heads/${commit.branch}^0` : `from :${commit.from}`);
    if (commit.merge !== undefined) this.#line(`merge :${commit.merge}`);
    for (const [path, content] of Object.entries(commit.files)) {
      if (content === null) this.#line(`D ${path}`);
      else {
        this.#line(`M 100644 inline ${path}`);
        this.#data(content);
      }
    }
    return this.#mark;
  }

  /** Adds an annotated tag. */
  tag(name: string, mark: number, author: SampleAuthor, time: number, message: string): void {
    this.#line(`tag ${name}`, `from :${mark}`, `tagger ${author.name} <${author.email}> ${time} +0300`);
    this.#data(message);
  }

  /** Deletes a branch at the end of the stream; what a tag or a merge reaches stays reachable. */
  deleteBranch(branch: string): void {
    this.#line(`reset refs/heads/${branch}`, `from ${'0'.repeat(40)}`, '');
  }

  /** Makes the bare repository where there is none, and imports all commits. */
  run(directory: string): void {
    runGit(directory, ['init', '--quiet', '--bare', '--initial-branch=main']);
    runGit(directory, ['fast-import', '--quiet', '--date-format=raw', '--done'], Buffer.concat([...this.#parts, Buffer.from('done\n')]));
  }

  #line(...lines: readonly string[]): void {
    this.#parts.push(Buffer.from(`${lines.join('\n')}\n`));
  }

  #data(content: string | Buffer): void {
    const bytes = Buffer.from(content);
    this.#parts.push(Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n'));
  }
}
