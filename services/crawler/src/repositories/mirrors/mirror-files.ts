import { lchown, writeFile } from 'node:fs/promises';
import { gitAccount } from '../git/git-account.ts';

/** Lets git read and change what the crawler made in a mirror. */
export async function giveToGit(path: string): Promise<void> {
  const account = gitAccount();
  if (account !== undefined) await lchown(path, account.uid, account.gid);
}

/** Writes a new file for git. The mirror is git's, so the crawler follows no link there: a file or link of this name is an error. */
export async function writeForGit(path: string, content: string | Buffer, mode: number): Promise<void> {
  await writeFile(path, content, { mode, flag: 'wx' });
  await giveToGit(path);
}
