import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A repository with a work tree that tests write into; served as it is. */
export interface ScratchRepository {
  readonly directory: string;
  /** Runs git in it and gives what it printed, without the last line end. @throws when git fails */
  git(...args: readonly string[]): string;
  /** Writes files (null deletes one), commits everything, and gives the commit's oid. */
  commit(files: Readonly<Record<string, string | Buffer | null>>, message?: string): string;
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ann Author',
  GIT_AUTHOR_EMAIL: 'ann@example.org',
  GIT_COMMITTER_NAME: 'Ann Author',
  GIT_COMMITTER_EMAIL: 'ann@example.org',
};
/** Seconds; each commit of a repository is a minute after the one before. */
const FIRST_COMMIT = 1_700_000_000;

/** Runs git with no configuration but its own defaults. @param input bytes for its standard input */
export function runGit(
  directory: string,
  args: readonly string[],
  input?: string | Buffer,
  env: Readonly<Record<string, string>> = {},
): Buffer {
  return execFileSync('git', [...args], {
    cwd: directory,
    ...(input !== undefined && { input }),
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      HOME: '/nonexistent',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...env,
    },
  });
}

/** Makes an empty repository with the branch `main`. */
export function createScratchRepository(directory: string): ScratchRepository {
  mkdirSync(directory, { recursive: true });
  let commits = 0;
  const git = (...args: readonly string[]): string => {
    const date = `${FIRST_COMMIT + commits * 60} +0300`;
    return runGit(directory, args, undefined, { ...IDENTITY, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date })
      .toString('utf8')
      .replace(/\n$/, '');
  };
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'gc.auto', '0');
  return {
    directory,
    git,
    commit: (files, message = 'change') => {
      commits += 1;
      for (const [name, content] of Object.entries(files)) {
        const path = join(directory, name);
        mkdirSync(dirname(path), { recursive: true });
        if (content === null) rmSync(path);
        else writeFileSync(path, content);
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message', message);
      return git('rev-parse', 'HEAD');
    },
  };
}
