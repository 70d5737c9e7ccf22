import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { GitAccount } from '../git/git-account.ts';
import { readingEnvironment } from '../git/git-environment.ts';
import { READ_LIMITS } from '../git/git-limits.ts';
import { startGit } from '../git/start-git.ts';
import { mirrorFolder, mirrorsFolder } from './mirror-directory.ts';

/**
 * Makes and removes a mirror under an account, to see whether this process can do all that it needs: start git, read what git writes,
 * recognise git's processes and end them. A container may give root only some of these rights.
 * @throws Error with the reason
 */
export async function tryAccount(mirrors: string, account: GitAccount): Promise<void> {
  await mirrorsFolder(mirrors, account);
  const directory = await mkdtemp(join(mirrors, 'trial-'));
  try {
    await mirrorFolder(directory, account);
    const start = { directory, environment: readingEnvironment(directory), limits: READ_LIMITS, account };
    const init = startGit({ ...start, args: ['init', '--bare', '--quiet', '--template=', '--', directory] });
    init.child.stdin.end();
    const [, made] = await Promise.all([text(init.child.stdout), init.ended]);
    if (!made.succeeded) throw new Error(made.messages);
    await readFile(join(directory, 'HEAD'));
    const reader = startGit({ ...start, args: ['cat-file', '--batch'] });
    try {
      const { pid } = reader.child;
      if (pid === undefined) throw new Error((await reader.ended).messages);
      if (process.platform === 'linux') readFileSync(`/proc/${pid}/environ`);
      process.kill(pid, 0);
    } finally {
      reader.kill();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
