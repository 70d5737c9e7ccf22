import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { readingEnvironment } from './git-environment.ts';
import { readLines } from './read-lines.ts';
import { startGit } from './start-git.ts';

const MEBIBYTE = 1024 * 1024;

/** Runs a shell command as a helper of git, as index-pack is one. */
async function asHelper(command: string): Promise<string> {
  const git = startGit({
    directory: tmpdir(),
    args: ['-c', `alias.helper=!${command}`, 'helper'],
    environment: readingEnvironment('/nonexistent'),
    limits: { addressSpaceBytes: 512 * MEBIBYTE, cpuSeconds: 90 },
  });
  git.child.stdin.end();
  let text = '';
  for await (const line of readLines(git.child.stdout)) text += `${line.toString()}\n`;
  expect((await git.ended).messages).toBe('');
  return text;
}

it('git and its helpers run within limits, and end before the crawler when memory is short', async () => {
  const limits = await asHelper('cat /proc/self/limits /proc/self/oom_score_adj');
  expect(limits).toMatch(/Max address space\s+536870912\s+536870912\s+bytes/);
  expect(limits).toMatch(/Max cpu time\s+90\s+95\s+seconds/);
  expect(limits).toMatch(/Max core file size\s+0\s/);
  expect(limits).toMatch(/^1000$/m);
});

it('arguments reach git unchanged', async () => {
  const odd = ['$HOME', "it's", 'a b', '*', '-x', ''];
  const git = startGit({
    directory: tmpdir(),
    args: ['rev-parse', '--sq-quote', ...odd],
    environment: readingEnvironment('/nonexistent'),
    limits: { addressSpaceBytes: 512 * MEBIBYTE, cpuSeconds: 90 },
  });
  git.child.stdin.end();
  let text = '';
  for await (const line of readLines(git.child.stdout)) text += line.toString();
  expect(text).toBe(` '$HOME' 'it'\\''s' 'a b' '*' '-x' ''`);
});
