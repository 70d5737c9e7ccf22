import type { Finding } from '@leakwatch/contracts';
import type { ScratchRepository } from '@leakwatch/simulators';

export const GIT_ACTS = [
  'commit',
  'commit',
  'add',
  'add',
  'delete file',
  'move file',
  'copy file',
  'former content',
  'branch',
  'check out',
  'force push',
  'delete branch',
  'tag',
  'delete tag',
  'tag of a file',
  'pull request',
  'merge',
  'repack',
  'prune',
  'nothing',
] as const;

/** A repository with a work tree in which people do what they do. */
export class ChangingRepository {
  private number = 0;

  constructor(private readonly scratch: Pick<ScratchRepository, 'git' | 'commit'>) {}

  /** Nothing of before is there any more. */
  begin(): void {
    const { git } = this.scratch;
    this.number += 1;
    git('checkout', '--quiet', '--orphan', `start-${this.number}`);
    git('rm', '-rfq', '--ignore-unmatch', '.');
    for (const ref of this.refs()) git('update-ref', '-d', ref);
    git('reflog', 'expire', '--expire=now', '--all');
    git('gc', '--quiet', '--prune=now');
    for (let at = 0; at < 3; at += 1) this.commit({ [`f${at}.txt`]: this.textOf(['alphaleak']) });
  }

  private textOf(words: readonly string[]): string {
    this.number += 1;
    return `text ${this.number} has ${words.join(' and ')} end\n`;
  }

  private refs(kind = 'refs'): string[] {
    return this.lines('for-each-ref', '--format=%(refname)', kind);
  }

  private lines(...command: readonly string[]): string[] {
    return this.scratch
      .git(...command)
      .split('\n')
      .filter((line) => line !== '');
  }

  private commit(files: Readonly<Record<string, string | null>>): string {
    return this.scratch.commit(files);
  }

  act(act: (typeof GIT_ACTS)[number], at: number, words: readonly string[]): void {
    const { git } = this.scratch;
    const pick = (list: readonly string[]): string | undefined => list[at % Math.max(1, list.length)];
    const files = () =>
      this.lines('ls-files', '-z')
        .flatMap((line) => line.split('\0'))
        .filter((name) => name !== '');
    const file = pick(files());
    const branch = pick(this.refs('refs/heads'))?.slice('refs/heads/'.length);
    const other = branch === git('symbolic-ref', '--short', 'HEAD') ? undefined : branch;
    const ancestor = pick(this.lines('rev-list', '--all'));
    const named = (this.number += 1);
    if (act === 'commit') this.commit({ [file ?? 'f.txt']: this.textOf(words) });
    if (act === 'add') this.commit({ [`d ${at % 3}/файл !${named}.env`]: this.textOf(words) });
    if (act === 'delete file' && file !== undefined) this.commit({ [file]: null });
    if (act === 'move file' && file !== undefined) {
      git('mv', file, `moved-${named}.txt`);
      this.commit({});
    }
    if (act === 'copy file' && file !== undefined) this.commit({ [`copy-${named}.txt`]: `${git('show', `:${file}`)}\n` });
    if (act === 'former content' && ancestor !== undefined) {
      git('checkout', '--quiet', ancestor, '--', '.');
      this.commit({});
    }
    if (act === 'branch' && ancestor !== undefined) {
      git('checkout', '--quiet', '-b', `b${named}`, ancestor);
      this.commit({ [`b${named}.txt`]: this.textOf(words) });
    }
    if (act === 'check out' && other !== undefined) git('checkout', '--quiet', other);
    if (act === 'force push' && ancestor !== undefined) {
      git('reset', '--quiet', '--hard', ancestor);
      this.commit({ 'forced.txt': this.textOf(words) });
    }
    if (act === 'delete branch' && other !== undefined) git('branch', '--quiet', '-D', other);
    if (act === 'tag') git('tag', '--annotate', '--message', 'a tag', `t${named}`);
    if (act === 'delete tag') for (const tag of this.lines('tag', '--list').slice(0, 1)) git('tag', '--delete', tag);
    if (act === 'tag of a file') {
      this.commit({ 'tagged.txt': this.textOf(words) });
      git('tag', `f${named}`, git('rev-parse', 'HEAD:tagged.txt'));
      git('reset', '--quiet', '--hard', 'HEAD~1');
    }
    if (act === 'pull request') {
      const head = this.commit({ [`pull-${named}.txt`]: this.textOf(words) });
      git('update-ref', `refs/pull/${named}/head`, head);
      git('reset', '--quiet', '--hard', 'HEAD~1');
    }
    if (act === 'merge' && other !== undefined)
      git('merge', '--quiet', '--no-edit', '--strategy', 'ours', '--allow-unrelated-histories', other);
    if (act === 'repack') git('repack', '-adfq');
    if (act === 'prune') {
      git('reflog', 'expire', '--expire=now', '--all');
      git('gc', '--quiet', '--prune=now');
    }
  }

  /** What is wrong about the commit that a finding names, where the repository still has it. */
  wrongPlace({ commit, path, document: { version } }: Finding): string[] {
    if (commit === null) return [];
    const { git } = this.scratch;
    try {
      git('cat-file', '-e', commit.id);
    } catch {
      return [];
    }
    const is = git('rev-parse', `${commit.id}:${path}`);
    return is === version ? [] : [`${path} is ${is} in ${commit.id}, not ${version}`];
  }

  /** Every file that a ref reaches, by its oid. */
  shown(): ReadonlyMap<string, string> {
    const { git } = this.scratch;
    const oids = [...new Set(this.lines('rev-list', '--objects', '--all').map((line) => line.split(' ')[0] ?? ''))];
    return new Map(oids.filter((oid) => git('cat-file', '-t', oid) === 'blob').map((oid) => [oid, git('cat-file', '-p', oid)]));
  }
}
